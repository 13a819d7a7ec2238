-- A visitor import can be undone for a day, and a file may begin with a line that names its separator.

alter table visitor_imports
  add column head_bytes int not null default 0,
  add column undo_state text not null default 'expired'
    check (undo_state in ('available', 'running', 'done', 'expired')),
  add column undo_person_pk bigint references people,
  add column undo_started_at timestamptz,
  add column undo_finished_at timestamptz,
  add column undo_total int not null default 0,
  add column undo_removed int not null default 0,
  add column undo_restored int not null default 0,
  add column undo_kept int not null default 0,
  add check ((undo_state in ('running', 'done')) = (undo_started_at is not null)),
  add check ((undo_state = 'done') = (undo_finished_at is not null));
-- Imports from before this migration have nothing to be undone with.
alter table visitor_imports alter column undo_state set default 'available';
comment on column visitor_imports.head_bytes is 'what precedes the line of column names: the line sep=; of spreadsheets';
comment on column visitor_imports.undo_total is 'visitors of the import when the undo started';
comment on column visitor_imports.undo_kept is 'visitors that were changed or deleted after the import, and stay as they are';
create index visitor_imports_pk on visitor_imports (pk);
create index visitor_imports_undoing on visitor_imports (undo_started_at) where undo_state = 'running';
create index visitor_imports_undoable on visitor_imports (finished_at) where undo_state = 'available';

-- The visitors of an import as they were before it. Rows are deleted when they are undone, or after a day.
create table visitor_import_changes (
  organization_id bigint not null references organizations,
  import_pk bigint not null,
  visitor_pk bigint not null,
  kind text not null check (kind in ('added', 'updated', 'unknown')),
  name text,
  phone text,
  validation_source text,
  is_always_valid boolean,
  during_events boolean,
  valid_until timestamptz,
  asked_at timestamptz,
  updated_at timestamptz,
  primary key (organization_id, import_pk, visitor_pk),
  foreign key (organization_id, import_pk) references visitor_imports on delete cascade
);
comment on column visitor_import_changes.kind is 'unknown = somebody else wrote the visitor between two rows of the import, so it is never undone';
alter table visitor_import_changes enable row level security;
create policy tenant on visitor_import_changes
  using (organization_id = any ((select lotkeeper.scope())::bigint[]));
