-- The second net under the scopes: the server's role sees only the rows of the organizations that the
-- current transaction names.

do $$
declare
  tenant text;
begin
  foreach tenant in array array[
    'affiliations', 'invitations', 'spots', 'audit_entries', 'cars', 'bulk_rentals', 'rentals',
    'ledger_entries', 'visits', 'images', 'violations', 'reviews', 'timeline_notes', 'rates',
    'price_points', 'visitors', 'events', 'revenue_hours', 'revenue_days', 'revenue_months'
  ] loop
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
revoke update, delete on ledger_entries from lotkeeper_app;
grant execute on all functions in schema lotkeeper to lotkeeper_app;
alter default privileges in schema public grant select, insert, update, delete on tables to lotkeeper_app;
alter default privileges in schema public grant usage on sequences to lotkeeper_app;
-- Sign-in reads hashes of codes and tokens; it runs as the owner, not as the role that serves pages.
revoke all on sessions, login_codes, limits from lotkeeper_app;
