-- migration: concurrent
-- The uses of a discount code in the order of time: the list behind its count.
create index concurrently promo_uses_by_time on promo_uses (organization_id, promo_code_pk, used_at desc, pk desc)
  include (local_date);
drop index concurrently if exists promo_uses_of_code;
