-- A rental whose import was undone stays, since its entries refer to it, and no page shows it.
alter table rentals add column removed_at timestamptz;
comment on column rentals.removed_at is 'when its import was undone; null = it counts';
comment on column rentals.start_date is null;

-- What features read: all rentals that count.
create view live_rentals with (security_invoker = true) as
select organization_id, pk, spot_pk, uuid, rental_type, source, external_id, car_pk, bulk_rental_pk,
  renter_first_name, renter_last_name, renter_email, renter_phone, start_date, end_date, start_local_date,
  price_monthly, auto_started, paid, recorded_at, marketed, changed_at, ended_at
from rentals where removed_at is null;
grant select on live_rentals to lotkeeper_app;
