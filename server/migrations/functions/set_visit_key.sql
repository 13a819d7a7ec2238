-- The server makes the key of a visit's plate, as it makes all keys; this makes one of letters and digits for a row that
-- came without.
create or replace function lotkeeper.set_visit_key() returns trigger
  language plpgsql as $$
  begin
    new.plate_key := regexp_replace(upper(new.plate), '[^[:alnum:]]', '', 'g');
    return new;
  end $$;
