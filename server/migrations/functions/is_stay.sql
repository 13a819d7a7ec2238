-- Whether a rental has a length that means something: transient, with an end after its start.
create or replace function lotkeeper.is_stay(rental_type text, start_date timestamptz, end_date timestamptz) returns boolean
  language sql immutable parallel safe
  return rental_type in ('hourly', 'daily', 'flat_rate', 'free_until_hourly')
    and coalesce(end_date > start_date, false);
