-- When events recur.

-- Without a day these were never on.
delete from events where date is null and interval <> 'daily';

alter table events
  add column repeat_on_day smallint check (repeat_on_day between 0 and 6),
  add column repeat_on_week smallint check (repeat_on_week in (1, 2, 3, 4, -1));
comment on column events.date is 'the first day; null = since ever';
comment on column events.repeat_on_day is 'the weekday, 0 = Monday, of weekly events and of monthly ones with a week';
comment on column events.repeat_on_week is
  'of the month, -1 = the last; null = a monthly event is on the day of the month of its date';

-- Weekly ones recurred on the weekday of their date; monthly ones go on by the day of the month.
update events set repeat_on_day = extract(isodow from date) - 1 where interval = 'weekly';

alter table events
  add check (interval <> 'one_time' or date is not null),
  add check (interval <> 'weekly' or repeat_on_day is not null),
  add check (interval <> 'monthly' or (repeat_on_day is null) = (repeat_on_week is null)),
  add check (interval <> 'monthly' or date is not null or repeat_on_week is not null),
  add check (interval in ('weekly', 'monthly') or repeat_on_day is null),
  add check (interval = 'monthly' or repeat_on_week is null);

-- Few, and looked at for every day.
create index events_repeating on events (organization_id, spot_pk) where interval <> 'one_time';
