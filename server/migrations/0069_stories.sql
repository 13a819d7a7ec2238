-- The story of a rental, a visit or a violation finds each part by an index, whatever the history.

-- Calls name a rental by its uuid, of any type; until now only monthly ones were named so.
create index rentals_uuid on rentals (uuid);
drop index rentals_monthly_uuid;
-- Calls name a visit or a violation by its number alone; a superuser's call has no organization to look in.
create index visits_pk on visits (pk);
create index violations_pk on violations (pk);

-- What belongs to a rental: most visits and valet sessions have one, but entries that people changed are few.
create index visits_of_rental on visits (organization_id, rental_pk) where rental_pk is not null;
create index valet_sessions_of_rental on valet_sessions (organization_id, rental_pk) where rental_pk is not null;
create index audit_entries_of_stories on audit_entries (organization_id, subject_type, subject_pk)
  where subject_type in ('rental', 'violation');

-- The violation that a penalty paid. Until now only its sender knew; of older entries nobody can say.
alter table ledger_entries
  add column violation_pk bigint,
  add foreign key (organization_id, violation_pk) references violations;
create index ledger_entries_of_violation on ledger_entries (organization_id, violation_pk) where violation_pk is not null;
