-- PostgreSQL's own sum of bigints is numeric, so it keeps 128 bits and an allocation for every group and sum. Where
-- most groups have one row, that takes four times as long as the rest. Beyond a bigint this raises an error as well.
create aggregate lotkeeper.sum_bigint(bigint) (
  sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe
);
