-- A year of a property's hours is read from the index alone: of 23,000 rows each lay on a page of its own.
-- Rows of hours are written about once, so the amounts in the index cost few updates.

create unique index revenue_hours_covering
  on revenue_hours (organization_id, spot_pk, local_date, local_hour, rental_type)
  include (gross, refunds, tax, processing_fee, commission, rentals);
alter table revenue_hours
  drop constraint revenue_hours_pkey,
  add constraint revenue_hours_pkey primary key using index revenue_hours_covering;
