-- The second net under the scopes: the role of the pages sees only the rows of the organizations that the current
-- transaction names, and has only the rights that are granted here and by later migrations.
-- server/src/invariants/row-level-security.test.ts and server/src/invariants/page-rights.test.ts read the catalog and report what is missing.

grant usage on schema public, lotkeeper to lotkeeper_app;

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
    execute format('grant select, insert, update, delete on %I to lotkeeper_app', tenant);
  end loop;
end
$$;

-- Who belongs to an organization is decided by whoever accepts an invitation, or by superusers: both as the owner.
-- Pages end a membership and change its role.
revoke insert, update on affiliations from lotkeeper_app;
grant update (role) on affiliations to lotkeeper_app;
-- Money, seals, what was done and what was deleted are never changed by the pages; jobs write the rest as the owner.
revoke update, delete on ledger_entries, visit_changes, audit_entries from lotkeeper_app;
revoke insert, update, delete on day_seals, retention_runs, retention_marks, deletions from lotkeeper_app;
-- Superusers set it, as the owner.
revoke insert, update, delete on commission_bases from lotkeeper_app;
-- Only the nightly job deletes.
revoke delete on plate_searches, search_purposes from lotkeeper_app;

-- Of tables without an organization, pages read these. Sign-in, files, and what the server keeps for itself are read as
-- the owner.
grant select on operations_regions, revenue_closing, seal_keys to lotkeeper_app;
-- What stores an image whose row was deleted queues its file again.
grant insert on unused_files to lotkeeper_app;
-- Identity columns take numbers without a right. One sequence is read ahead of its rows.
grant usage on sequence remittance_files_pk_seq to lotkeeper_app;

alter table organizations enable row level security;
create policy tenant on organizations using (pk = any ((select lotkeeper.scope())::bigint[]));
grant select, update on organizations to lotkeeper_app;

-- Pages name people, and change none of them. An array on the row, and not a table of pairs: a policy that reads another
-- table is planned into every query, and Citus refuses one.
alter table people enable row level security;
create policy known on people using (
  organization_ids && (select lotkeeper.scope())::bigint[]
  or is_staff and (select lotkeeper.scope()) is not null);
grant select (pk, first_name, last_name, superuser, is_renter, org_type, created_at) on people to lotkeeper_app;
grant select (email, phone, last_login) on people to lotkeeper_app;

-- How to reach members is read here, so not that of former members or superusers. A view has the rights of its owner,
-- whom row-level security doesn't bind, so it has the condition of the policies.
create view members with (security_barrier) as
select a.organization_id, a.person_pk, a.type, a.role, p.first_name, p.last_name, p.email, p.phone, p.last_login
from affiliations a join people p on p.pk = a.person_pk
where a.organization_id = any ((select lotkeeper.scope())::bigint[]);
grant select on members to lotkeeper_app;
