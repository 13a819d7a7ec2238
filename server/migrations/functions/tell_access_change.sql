-- Sessions and affiliations are kept in memory; a change is heard at once by every process.
create or replace function lotkeeper.tell_access_change() returns trigger
  language plpgsql as $$
  begin
    perform pg_notify('lotkeeper_access', coalesce(
      (case when tg_op = 'DELETE' then old.person_pk else new.person_pk end)::text, ''));
    return null;
  end $$;
