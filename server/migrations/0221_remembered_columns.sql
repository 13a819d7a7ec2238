-- How files with the same columns are read, in every kind of file: what a person chose. The tables bank_columns and
-- remittance_columns are unused from here on; the release before still reads them.
create table remembered_columns (
  organization_id bigint not null references organizations,
  kind text not null,
  header_hash text not null,
  reading jsonb not null,
  primary key (organization_id, kind, header_hash)
);
comment on column remembered_columns.kind is 'visitors, history, bank, or remittance with the booking site';
comment on column remembered_columns.header_hash is 'SHA-256 of the column names, which are not kept';
alter table remembered_columns enable row level security;
create policy tenant on remembered_columns using (organization_id = any ((select lotkeeper.scope())::bigint[]));
grant select, insert, update, delete on remembered_columns to lotkeeper_app;

insert into remembered_columns (organization_id, kind, header_hash, reading)
select organization_id, 'bank', header_hash, reading from bank_columns
union all
select organization_id, 'remittance ' || source, header_hash, reading from remittance_columns;
