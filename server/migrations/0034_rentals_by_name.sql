-- Calls name a rental by its number alone, and a monthly one by its uuid when it is removed. Numbers come in
-- order, which costs writers little; of the uuids only the few of monthly rentals are kept.

create index rentals_pk on rentals (pk);
create index rentals_monthly_uuid on rentals (uuid) where rental_type = 'monthly';
