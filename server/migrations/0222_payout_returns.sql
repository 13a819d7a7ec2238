-- The payouts that a bank sent back, each with the entry that takes it back.
create table payout_returns (
  organization_id bigint not null references organizations,
  payout_pk bigint not null,
  return_pk bigint not null,
  primary key (organization_id, payout_pk),
  unique (organization_id, return_pk),
  foreign key (organization_id, payout_pk) references ledger_entries,
  foreign key (organization_id, return_pk) references ledger_entries
);
alter table payout_returns enable row level security;
create policy tenant on payout_returns using (organization_id = any ((select lotkeeper.scope())::bigint[]));
grant select, insert on payout_returns to lotkeeper_app;

-- Until this release, only the name of an entry said so.
insert into payout_returns (organization_id, payout_pk, return_pk)
select sent.organization_id, sent.pk, back.pk
from ledger_entries back
join ledger_entries sent on sent.organization_id = back.organization_id and sent.source = back.source
  and sent.external_id = regexp_replace(back.external_id, '-back$', '') and sent.kind = 'payout' and sent.payout > 0
where back.kind = 'payout' and back.payout < 0;
