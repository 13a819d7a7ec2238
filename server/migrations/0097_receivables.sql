-- migration: concurrent
-- Who owes is read from monthly rentals that aren't paid, and from the rentals of tenants: few, whatever the history.
create index concurrently rentals_unpaid on rentals (organization_id, spot_pk)
  where rental_type = 'monthly' and not paid;
create index concurrently rentals_of_tenants on rentals (organization_id, bulk_rental_pk)
  where bulk_rental_pk is not null;
