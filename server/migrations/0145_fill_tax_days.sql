-- migration: concurrent
-- The tax of entries that were recorded before 0143, property by property.
call lotkeeper.fill_tax_days();
