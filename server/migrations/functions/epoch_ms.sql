-- Milliseconds since 1970, in words that depend on no setting of the session, like seconds_into_hour.
create or replace function lotkeeper.epoch_ms(moment timestamptz) returns bigint
  language sql immutable parallel safe
  return (extract(epoch from moment - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint;
