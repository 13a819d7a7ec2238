-- When the records of a property last changed: pages say as of when their figures are, and read again what is older.
create table spot_changes (
  organization_id bigint not null,
  spot_pk bigint not null,
  changed_at timestamptz not null,
  primary key (organization_id, spot_pk),
  foreign key (organization_id, spot_pk) references spots on delete cascade
) with (fillfactor = 50);
comment on column spot_changes.changed_at is 'written once a second at most, after the change itself';

alter table spot_changes enable row level security;
create policy tenant on spot_changes using (organization_id = any ((select lotkeeper.scope())::bigint[]));
