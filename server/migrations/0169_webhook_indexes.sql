-- migration: concurrent
-- What may go to an endpoint, by the time from which it may, then in order.
create index concurrently webhook_deliveries_due on webhook_deliveries
  (organization_id, endpoint_pk, next_try_at, recorded_at, id)
  where delivered_at is null and given_up_at is null and not blocked;

-- What failed, what was given up, and what waits behind another: few of many.
create index concurrently webhook_deliveries_failing on webhook_deliveries (organization_id, endpoint_pk, failing_since)
  where delivered_at is null and given_up_at is null and failing_since is not null;
create index concurrently webhook_deliveries_given_up on webhook_deliveries (organization_id, endpoint_pk)
  where given_up_at is not null;
create index concurrently webhook_deliveries_blocked on webhook_deliveries (organization_id, endpoint_pk) where blocked;
