-- The organizations that the current transaction may touch, set by the scope (server/src/kernel/access/scope.ts).
create or replace function lotkeeper.scope() returns bigint[]
  language sql stable parallel safe
  as $$
    select case
      when nullif(current_setting('lotkeeper.scope', true), '') is null
        and current_setting('lotkeeper.reader', true) = 'on' then lotkeeper.refuse_unscoped()
      else string_to_array(nullif(current_setting('lotkeeper.scope', true), ''), ',')::bigint[]
    end $$;
