create or replace function lotkeeper.tell_spot_change() returns trigger
  language plpgsql as $$
  begin
    perform pg_notify('lotkeeper_spots', '');
    return null;
  end $$;
