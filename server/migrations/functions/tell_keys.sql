-- Keys are kept in memory by every process; a change drops them.
create or replace function lotkeeper.tell_keys() returns trigger
  language plpgsql as $$
  begin
    notify lotkeeper_keys;
    return null;
  end $$;
