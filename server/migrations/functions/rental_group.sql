create or replace function lotkeeper.rental_group(rental_type text) returns text
  language sql immutable parallel safe
  return case when rental_type in ('hourly', 'daily', 'flat_rate', 'free_until_hourly') then 'transient'
    when rental_type = 'monthly' then 'monthly' else 'enterprise' end;
