-- The rules of states about appeals that an Admin confirmed for the organization.
create table appeal_rules (
  organization_id bigint not null references organizations,
  state text not null,
  valid_from date not null,
  confirmed_by bigint not null references people,
  confirmed_at timestamptz not null,
  primary key (organization_id, state, valid_from)
);
alter table appeal_rules enable row level security;
create policy tenant on appeal_rules using (organization_id = any ((select lotkeeper.scope())::bigint[]));
