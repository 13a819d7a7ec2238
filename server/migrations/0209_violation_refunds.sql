-- migration: concurrent
-- A violation has no more than one refund that is being sent, as a rental has.
create unique index concurrently refund_orders_sending_of_violation on refund_orders (organization_id, violation_pk)
  where state = 'sending';
create index concurrently refund_orders_of_violation on refund_orders (organization_id, violation_pk)
  where violation_pk is not null;
create index concurrently disputes_of_violation on disputes (organization_id, violation_pk) where violation_pk is not null;
alter table refund_orders validate constraint refund_orders_owner;
alter table disputes validate constraint disputes_owner;
