-- In words that depend on no setting of the session: only so does PostgreSQL put them into the statement
-- itself instead of calling a function for every rental.
create or replace function lotkeeper.seconds_into_hour(moment timestamptz) returns bigint
  language sql immutable parallel safe
  return floor(date_part('epoch', moment - timestamptz '1970-01-01 00:00:00+00'))::bigint % 3600;
