-- migration: concurrent
-- What waits for an endpoint, by subject in order: the oldest of each subject is found without comparing it with others.
create index concurrently webhook_deliveries_next on webhook_deliveries
  (organization_id, endpoint_pk, subject, subject_pk, recorded_at) where delivered_at is null;

drop index concurrently if exists webhook_deliveries_waiting;
