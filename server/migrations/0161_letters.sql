-- The weekly and monthly letters: who wants which, and what was sent.
create table letter_choices (
  organization_id bigint not null references organizations,
  person_pk bigint not null references people,
  kind text not null check (kind in ('weekly', 'monthly')),
  chosen_at timestamptz not null,
  sent_start date not null,
  primary key (organization_id, person_pk, kind)
);
comment on column letter_choices.sent_start is 'the first day of the newest letter that was queued; at first of the newest one when it was chosen, which isn''t sent';

-- Each letter that was sent, as it was then: its page shows the same words. No drivers and no plates.
create table letters (
  organization_id bigint not null references organizations,
  kind text not null check (kind in ('weekly', 'monthly')),
  start_date date not null,
  content jsonb not null,
  written_at timestamptz not null,
  primary key (organization_id, kind, start_date)
);

alter table letter_choices enable row level security;
create policy tenant on letter_choices using (organization_id = any ((select lotkeeper.scope())::bigint[]));
alter table letters enable row level security;
create policy tenant on letters using (organization_id = any ((select lotkeeper.scope())::bigint[]));
