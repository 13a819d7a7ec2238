-- migration: concurrent
-- How much imported history the journals of earlier versions have, with their corrections.
-- batch
update book_exports e set history_booked = case when corrects is not null then 0 else (
  select coalesce(sum(l.gross - l.refund), 0) from ledger_entries l
  where l.organization_id = e.organization_id and l.source = 'history' and l.local_date >= e.first_month
    and l.local_date < e.last_month + interval '1 month'
    and l.pk <= (select max(c.newest_entry) from book_exports c
      where c.organization_id = e.organization_id and (c.pk = e.pk or c.corrects = e.pk) and c.history_left_out is null)) end
where (organization_id, pk) in (
  select organization_id, pk from book_exports where history_booked is null limit 100);
