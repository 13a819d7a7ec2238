-- The sandbox processor's own tables. The pages' role has no right to this schema.
create schema processor;

-- What a form gave the sandbox, for the call that follows.
create table processor.tokens (
  token_hash bytea primary key,
  kind text not null check (kind in ('bank_account', 'ein', 'representative')),
  bank_name text,
  last_four text,
  representative text,
  expires_at timestamptz not null,
  behavior text
);

-- Accounts that payouts go to. Certain numbers lead to accounts that must say more, as Stripe's test numbers do; numbers
-- aren't kept, so what one leads to is.
create table processor.accounts (
  ref text primary key,
  holder uuid not null unique,
  has_ein boolean not null default false,
  representative text,
  must_say_more boolean not null default false
);

-- Bank accounts of an account.
create table processor.banks (
  ref text primary key,
  account_ref text not null references processor.accounts,
  token_hash bytea not null,
  bank_name text not null,
  last_four text not null,
  behavior text,
  unique (account_ref, token_hash)
);

-- Payouts, each asked for once by its key.
create table processor.payouts (
  key text primary key,
  ref text not null unique,
  bank_ref text not null references processor.banks,
  amount bigint not null check (amount > 0),
  failure text,
  created_at timestamptz not null,
  reported_at timestamptz
);
comment on column processor.payouts.reported_at is 'when its end was reported as an event';

-- Cards at the sandbox processor. Of a number it keeps what a person knows it by, and whether it is one that
-- always declines.
create table processor.card_tokens (
  token_hash bytea primary key,
  brand text not null,
  last_four text not null,
  declines boolean not null,
  expires_at timestamptz not null,
  behavior text
);

-- Cards on file.
create table processor.cards (
  ref text primary key,
  payer text not null,
  token_hash bytea not null,
  brand text not null,
  last_four text not null,
  declines boolean not null,
  behavior text,
  unique (payer, token_hash)
);
comment on column processor.cards.payer is 'the name that the client gave its customer';

-- Charges to cards, and those that wait for their card's holder to confirm.
create table processor.charges (
  key text primary key,
  ref text not null unique,
  card_ref text not null references processor.cards,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  confirmed boolean not null default true,
  canceled boolean not null default false,
  secret_hash bytea
);
comment on column processor.charges.secret_hash is 'of the secret by which the holder confirms it';

-- The sandbox's own refunds and disputes.
create table processor.refunds (
  ref text primary key,
  key text not null unique,
  charge_ref text not null references processor.charges (ref),
  amount bigint not null check (amount > 0),
  has_failed boolean not null default false,
  created_at timestamptz not null
);
create index refunds_of_charge on processor.refunds (charge_ref);

-- Disputes that a bank opened over a charge.
create table processor.disputes (
  ref text primary key,
  charge_ref text not null references processor.charges (ref),
  amount bigint not null check (amount > 0),
  reason text not null,
  state text not null,
  created_at timestamptz not null,
  respond_by timestamptz
);
