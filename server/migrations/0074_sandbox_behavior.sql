-- The sandbox plays what Stripe does with certain numbers: accounts that must say more, payouts that come back,
-- refunds that fail, disputes. Numbers are not kept, so what one leads to is.

alter table processor.tokens add column behavior text;
alter table processor.accounts add column must_say_more boolean not null default false;
alter table processor.banks add column behavior text;
alter table processor.payouts add column reported_at timestamptz;
alter table processor.card_tokens add column behavior text;
alter table processor.cards add column behavior text;
alter table processor.charges add column confirmed boolean not null default true;
comment on column processor.payouts.reported_at is 'when its end was reported as an event';
