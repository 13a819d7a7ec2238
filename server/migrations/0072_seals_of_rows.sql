-- Evidence packets find the seal that covers a row by its pk.

create index day_seals_of_ledger_entries on day_seals (organization_id, ledger_entries_to, number);
create index day_seals_of_audit_entries on day_seals (organization_id, audit_entries_to, number);
create index day_seals_of_plate_reads on day_seals (organization_id, plate_reads_to, number);
create index day_seals_of_visits on day_seals (organization_id, visits_to, number);
