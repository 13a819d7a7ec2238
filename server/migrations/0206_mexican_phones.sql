-- migration: concurrent
alter table ledger_entries validate constraint ledger_entries_rentals_range;

-- Mexican mobiles lost their 1 in 2019: people sign in by what is dialed now, however they type it.
-- batch
update people set phone = '+52' || substr(phone, 5)
where pk in (
  select p.pk from people p
  where p.phone ~ '^\+521\d{10}$' and not exists (
    select from people o where o.phone = '+52' || substr(p.phone, 5))
  limit 5000);
