-- The pages' role gets what a migration grants, and nothing by itself. server/src/page-rights.test.ts compares its
-- rights with server/src/testing/page-rights.ts.
alter default privileges in schema public revoke all on tables from lotkeeper_app;
alter default privileges in schema public revoke all on sequences from lotkeeper_app;

-- Identity columns take numbers without a right. One sequence is read ahead of its rows.
revoke all on all sequences in schema public from lotkeeper_app;
grant usage on sequence remittance_files_pk_seq to lotkeeper_app;

revoke all on migrations from lotkeeper_app;
revoke insert, update, delete on operations_regions from lotkeeper_app;
revoke insert, delete on organizations from lotkeeper_app;
revoke update, delete on audit_entries from lotkeeper_app;
-- Who belongs to an organization is decided by whoever accepts an invitation, or by superusers: both as the owner.
-- Pages end a membership and change its role.
revoke insert, update on affiliations from lotkeeper_app;
grant update (role) on affiliations to lotkeeper_app;

-- Pages name people, and change none of them.
revoke all on people from lotkeeper_app;
grant select (pk, first_name, last_name, superuser, is_renter, org_type, created_at) on people to lotkeeper_app;
-- Release 0.1.0 reads these beside the names. The view below has them from now on; one release later they go.
grant select (email, phone, last_login) on people to lotkeeper_app;
alter table people enable row level security;
create policy known on people using (
  organization_ids && (select lotkeeper.scope())::bigint[]
  or is_staff and (select lotkeeper.scope()) is not null);

-- How to reach members is read here, so not that of former members or superusers. A view has the rights of its owner,
-- whom row-level security doesn't bind, so it has the condition of the policies.
create view members with (security_barrier) as
select a.organization_id, a.person_pk, a.type, a.role, p.first_name, p.last_name, p.email, p.phone, p.last_login
from affiliations a join people p on p.pk = a.person_pk
where a.organization_id = any ((select lotkeeper.scope())::bigint[]);
grant select on members to lotkeeper_app;
