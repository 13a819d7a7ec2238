create or replace function lotkeeper.whole_minutes(start_date timestamptz, end_date timestamptz) returns bigint
  language sql immutable parallel safe
  return floor(extract(epoch from end_date - start_date) / 60)::bigint;
