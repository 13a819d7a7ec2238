-- When an Admin ended the set-up of an organization. Organizations from before this are set up.
alter table organizations add column setup_ended_at timestamptz default now();
alter table organizations alter column setup_ended_at drop default;
comment on column organizations.setup_ended_at is 'when an Admin ended the set-up; null while pages show what is missing';
