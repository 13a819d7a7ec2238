-- migration: concurrent
-- What alerts look for twice a minute: payouts that failed, and disputes and appeals without an end.
create index concurrently payout_orders_failed on payout_orders (organization_id, settled_at)
  where state = 'failed';
create index concurrently disputes_open on disputes (organization_id, pk) where closed_at is null;
create index concurrently visitor_imports_failed on visitor_imports (organization_id, finished_at)
  where state = 'failed';
