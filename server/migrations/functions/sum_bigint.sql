-- PostgreSQL's own sum of bigints is numeric: it keeps 128 bits and an allocation for every group and sum. Where most
-- groups have one row, grouping takes two and a half times as long with it. Both refuse a sum beyond a bigint.
create or replace aggregate lotkeeper.sum_bigint(bigint) (
  sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe
);
