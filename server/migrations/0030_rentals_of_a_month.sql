-- When rentals begin, of which type, and who brought them: read for weeks and months of one property from the index alone.
drop index rentals_by_start;
create index rentals_by_start on rentals (organization_id, spot_pk, start_date)
  include (end_date, source, rental_type);

-- Stays of more than 31 days: few, and the only ones that a month must look for among rentals that began long before.
create index rentals_of_long_stays on rentals (organization_id, spot_pk, end_date) include (start_date, source)
  where end_date is null or end_date - start_date > interval '31 days';
