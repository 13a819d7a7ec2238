-- Servers for mail and text messages that whoever runs the installation set on the page Set up. Those of the environment win.
create table message_servers (
  medium text primary key check (medium in ('email', 'sms')),
  settings_sealed bytea not null,
  changed_by bigint not null references people,
  changed_at timestamptz not null
);

alter table invitations
  add column is_link_shown boolean not null default false,
  add column failure text;
comment on column invitations.is_link_shown is
  'nothing was set to send its mail, so Admins are shown its link: it proves no address';
comment on column invitations.failure is 'why the newest try to send its mail failed; null = it didn''t';
