-- A bank may want its card's holder to confirm a charge that was made while they were away: the driver does so by their
-- link, and the order stays unsettled until then.

alter table valet_orders add column confirm_by timestamptz;
comment on column valet_orders.confirm_by is 'until when the driver may confirm it; null = that was not asked for';

alter table processor_events drop constraint processor_events_subject_check;
alter table processor_events add constraint processor_events_subject_check
  check (subject in ('account', 'payout', 'transfer', 'charge', 'dispute', 'payment')) not valid;

-- The sandbox's own charges that wait for their card's holder.
alter table processor.charges
  add column canceled boolean not null default false,
  add column secret_hash bytea;
comment on column processor.charges.secret_hash is 'of the secret by which the holder confirms it';
