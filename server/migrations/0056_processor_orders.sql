-- Orders to pay out and orders to charge a card are one protocol: both have the same states, and are written down
-- claimed by the worker that sends them.

alter table payout_orders alter column state set default 'sending';
alter table payout_orders drop column told;
comment on column payout_orders.claimed_until is 'a worker is sending it, and no other does before';

alter table valet_orders drop constraint valet_orders_state_check;
alter table valet_orders alter column state drop default;
drop index valet_orders_asked;
update valet_orders set state = case state when 'asked' then 'sending' else 'failed' end where state <> 'paid';
alter table valet_orders
  alter column state set default 'sending',
  add column reason text,
  add constraint valet_orders_state_check check (state in ('sending', 'paid', 'failed'));
create unique index valet_orders_sending on valet_orders (organization_id, session_pk) where state = 'sending';
comment on column valet_orders.claimed_until is 'a worker is sending it, and no other does before';
