-- Cards at the sandbox processor. Of a number it keeps what a person knows it by, and whether it is one that
-- always declines.

create table processor.card_tokens (
  token_hash bytea primary key,
  brand text not null,
  last_four text not null,
  declines boolean not null,
  expires_at timestamptz not null
);

create table processor.cards (
  ref text primary key,
  payer text not null,
  token_hash bytea not null,
  brand text not null,
  last_four text not null,
  declines boolean not null,
  unique (payer, token_hash)
);
comment on column processor.cards.payer is 'the name that the client gave its customer';

create table processor.charges (
  key text primary key,
  ref text not null unique,
  card_ref text not null references processor.cards,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
