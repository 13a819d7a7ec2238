-- Single sign-on under way: begun by one browser, answered once by the provider, exchanged once for a session.

create table single_sign_ons (
  browser_hash bytea primary key,
  state_hash bytea,
  secrets_sealed bytea,
  ticket_hash bytea unique,
  person_pk bigint references people,
  expires_at timestamptz not null
);
create index single_sign_ons_end on single_sign_ons (expires_at);
comment on column single_sign_ons.browser_hash is 'of the cookie that only the browser has that began';
comment on column single_sign_ons.state_hash is 'of what the provider sends back; null once it did';
comment on column single_sign_ons.secrets_sealed is 'nonce and the verifier of the code; null once they were used';
comment on column single_sign_ons.ticket_hash is 'of the ticket that the page exchanges; null before the provider named a person';

-- As with sessions and codes, the role that serves pages has no business here.
revoke all on single_sign_ons from lotkeeper_app;
