-- What pages read instead of the ledger and the rentals. Written by the statement that writes what they sum, in key
-- order, so that writers wait for each other instead of deadlocking.

-- Money by hour of the property's calendar, all of it in the index: a year of hours is read without the table.
create table revenue_hours (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  local_hour smallint not null,
  rental_type text not null,
  gross bigint not null,
  rentals bigint not null,
  refunds bigint not null default 0,
  tax bigint not null default 0,
  processing_fee bigint not null default 0,
  commission bigint not null default 0,
  refund_count bigint not null default 0,
  entry_count bigint not null default 0,
  primary key (organization_id, spot_pk, local_date, local_hour, rental_type)
    include (gross, refunds, tax, processing_fee, commission, rentals)
) with (fillfactor = 70);

-- Money by day. Counts say how many entries each sum is made of.
create table revenue_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rental_type text not null,
  gross bigint not null,
  refunds bigint not null,
  refund_count bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  commission bigint not null,
  enforcement bigint not null,
  enforcement_count bigint not null,
  marketing bigint not null,
  dynamic_pricing bigint not null,
  rentals bigint not null,
  marketing_count bigint not null default 0,
  dynamic_pricing_count bigint not null default 0,
  entry_count bigint not null default 0,
  primary key (organization_id, spot_pk, local_date, rental_type)
) with (fillfactor = 70);

-- Money by month.
create table revenue_months (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rental_type text not null,
  gross bigint not null,
  refunds bigint not null,
  refund_count bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  commission bigint not null,
  enforcement bigint not null,
  enforcement_count bigint not null,
  marketing bigint not null,
  dynamic_pricing bigint not null,
  rentals bigint not null,
  marketing_count bigint not null default 0,
  dynamic_pricing_count bigint not null default 0,
  entry_count bigint not null default 0,
  primary key (organization_id, spot_pk, local_date, rental_type)
) with (fillfactor = 70);
comment on column revenue_months.local_date is 'the first day of the month';

-- Money by day and the system that sent it.
create table revenue_sources (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  source text not null,
  gross bigint not null,
  refunds bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  commission bigint not null,
  rentals bigint not null,
  refund_count bigint not null default 0,
  entry_count bigint not null default 0,
  primary key (organization_id, spot_pk, local_date, source)
) with (fillfactor = 70);
-- What was earned before, and paid out elsewhere: payouts leave it out.
create index revenue_sources_history on revenue_sources (organization_id, spot_pk, local_date)
  include (gross, refunds, tax, processing_fee, commission) where source = 'history';

-- What a property earned in all months that are closed, as one row for each rental type, so that sums of a lifetime
-- cost the same whatever the history. A month closes some time after its end (server/src/records/money/closed-months.ts);
-- an entry that comes later still is added here too.
create table revenue_closing (
  closed_before date not null
);
comment on column revenue_closing.closed_before is 'the first day of the oldest month that is open';
create unique index revenue_closing_single on revenue_closing ((true));

-- Every month is open until the job closes it.
insert into revenue_closing values ('-infinity');

-- All months that are closed, as one row for each rental type.
create table revenue_closed_months (
  organization_id bigint not null,
  spot_pk bigint not null,
  rental_type text not null,
  gross bigint not null,
  refunds bigint not null,
  refund_count bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  commission bigint not null,
  enforcement bigint not null,
  enforcement_count bigint not null,
  marketing bigint not null,
  dynamic_pricing bigint not null,
  rentals bigint not null,
  primary key (organization_id, spot_pk, rental_type)
) with (fillfactor = 70);

-- How many rentals begin on a day of the property's calendar.
create table rental_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rentals bigint not null,
  primary key (organization_id, spot_pk, local_date)
) with (fillfactor = 70);

-- How long transient rentals stayed, by the day on which they begin.
create table rental_stays (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rental_type text not null,
  source text not null,
  stays bigint not null,
  minutes bigint not null,
  primary key (organization_id, spot_pk, local_date, rental_type, source)
) with (fillfactor = 70);
comment on table rental_stays is
  'transient rentals with an end, by the day on which they begin, and how many minutes they are long together';

-- Rentals that came and went in each hour, for the occupancy of a range.
create table rental_hours (
  organization_id bigint not null,
  spot_pk bigint not null,
  hour timestamptz not null,
  begun bigint not null,
  begun_seconds bigint not null,
  ended bigint not null,
  ended_seconds bigint not null,
  stays bigint not null,
  minutes bigint not null,
  primary key (organization_id, spot_pk, hour)
) with (fillfactor = 70);
comment on column rental_hours.hour is 'of UTC, since SQL converts no time: the property''s hour is computed in code';
comment on column rental_hours.begun_seconds is 'how far into the hour its rentals began, added up';
comment on column rental_hours.minutes is 'of the transient rentals that begin in the hour; stays is how many they are';

-- When each car's first rental at a property began: whether a driver is new in a range is known without the property's
-- whole history.
create table first_rentals (
  organization_id bigint not null,
  spot_pk bigint not null,
  car_pk bigint not null,
  start_ms bigint not null,
  primary key (organization_id, spot_pk, car_pk)
);
comment on column first_rentals.start_ms is 'when its first rental there began, in milliseconds since 1970';
create index first_rentals_by_start on first_rentals (organization_id, spot_pk, start_ms) include (car_pk);

-- Visits by outcome, but for cars that are still there. Written by the statement that writes the visits, in key order.
create table visit_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  outcome text not null,
  visits bigint not null,
  uncollected bigint not null,
  primary key (organization_id, spot_pk, local_date, outcome) include (visits, uncollected)
) with (fillfactor = 70);

-- What visits counted that were deleted since: by retention, or because a driver asked.
create table forgotten_visit_days (like visit_days including all);
comment on table forgotten_visit_days is 'counts of deleted visits';

-- Visits by month, so that a year of many properties is read from few rows.
create table visit_months (like visit_days including all);
comment on table visit_months is 'visit_days by month; local_date is its first day';

create table forgotten_visit_months (like visit_days including all);
comment on table forgotten_visit_months is 'forgotten_visit_days by month';

-- Tax by day and by the day whose rates apply, and by the months of both, with the rates that all its entries could have
-- been taxed at. A day on which the rates in force aren't among them has an entry with other tax, whatever the sums are
-- (docs/decisions/081-tax-is-compared-entry-by-entry.md).
create table tax_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rates_date date not null,
  rental_group text not null,
  tax bigint not null,
  receipts bigint not null,
  lowest_rate bigint not null,
  highest_rate bigint not null,
  primary key (organization_id, spot_pk, local_date, rates_date, rental_group)
) with (fillfactor = 70);
comment on column tax_days.rates_date is 'the first day of a transient stay; else the entry''s own';
comment on column tax_days.receipts is 'before tax, less refunds; penalties only if they have tax';

create table tax_months (like tax_days including all) with (fillfactor = 70);
comment on column tax_months.local_date is 'the first day of the month, as rates_date is';

-- A rental that came (1) or is taken back (-1), as far as the rollups know it.
create type lotkeeper.rental_change as (
  sign int,
  organization_id bigint,
  spot_pk bigint,
  local_date date,
  rental_type text,
  source text,
  start_date timestamptz,
  end_date timestamptz
);
