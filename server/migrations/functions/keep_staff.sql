create or replace function lotkeeper.keep_staff() returns trigger
  language plpgsql as $$
  begin
    new.is_staff := true;
    return new;
  end $$;
