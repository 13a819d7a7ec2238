-- migration: concurrent
-- What packets of closed months prove: the entries about a month.
create index concurrently audit_entries_of_months on audit_entries (organization_id, subject_name, pk)
  where subject_type = 'month';
