-- The second net under the scopes: the role of the pages sees only the rows of the organizations that the current
-- transaction names. server/src/row-level-security.test.ts reads the catalog and reports what is missing.

do $$
declare
  tenant text;
begin
  for tenant in
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' order by table_name
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format(
      'create policy tenant on %I using (organization_id = any ((select lotkeeper.scope())::bigint[]))', tenant);
  end loop;
end
$$;

alter table organizations enable row level security;
create policy tenant on organizations using (pk = any ((select lotkeeper.scope())::bigint[]));

grant usage on schema public, lotkeeper to lotkeeper_app;
grant select, insert, update, delete on all tables in schema public to lotkeeper_app;
grant usage on all sequences in schema public to lotkeeper_app;
grant execute on all functions in schema lotkeeper to lotkeeper_app;
alter default privileges in schema public grant select, insert, update, delete on tables to lotkeeper_app;
alter default privileges in schema public grant usage on sequences to lotkeeper_app;

-- Sign-in, files, and what the server keeps for itself are read as the owner, not as the role of the pages.
revoke all on sessions, login_codes, known_devices, code_budgets, sign_in_tickets, single_sign_ons, limits, secret_keys,
  uploads, processor_events, unused_files, live_attachments, demo_loads from lotkeeper_app;
-- What stores an image whose row was deleted queues its file again.
grant insert on unused_files to lotkeeper_app;
-- Money, seals, and what was deleted are never changed by the pages; jobs write the rest as the owner.
revoke update, delete on ledger_entries, visit_changes from lotkeeper_app;
revoke insert, update, delete on revenue_closing, day_seals, seal_keys, retention_runs, retention_marks, deletions
  from lotkeeper_app;
-- Only the nightly job deletes.
revoke delete on plate_searches, search_purposes from lotkeeper_app;

-- Functions that look past row-level security.
revoke execute on function lotkeeper.enqueue, lotkeeper.find_visitors, lotkeeper.take_upload from public;
