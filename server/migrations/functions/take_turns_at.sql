-- A statement that adds some and changes others counts twice: writers of a property take turns, or each
-- would hold an hour that another waits for.
create or replace function lotkeeper.take_turns_at(organization bigint, spot bigint) returns void
  language sql as $$
    select pg_advisory_xact_lock(hashtextextended('visitors of ' || organization || ' ' || spot, 0))
  $$;
