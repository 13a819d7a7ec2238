create or replace function lotkeeper.tell_person_change() returns trigger
  language plpgsql as $$
  begin
    perform pg_notify('lotkeeper_access', new.pk::text);
    return null;
  end $$;
