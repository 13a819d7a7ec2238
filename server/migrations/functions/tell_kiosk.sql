-- Open connections of a kiosk that was ended are cut, in every process.
create or replace function lotkeeper.tell_kiosk() returns trigger
  language plpgsql as $$
  begin
    perform pg_notify('lotkeeper_kiosks', new.pk::text);
    return null;
  end $$;
