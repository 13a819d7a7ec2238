-- What an organization's commission is a share of, from a day on until the next row; without one it's gross revenue. Entries
-- that are recorded keep their commission.
create table commission_bases (
  organization_id bigint not null references organizations,
  starts_on date not null,
  base text not null check (base in ('gross', 'gross_less_tax', 'adjusted')),
  primary key (organization_id, starts_on)
);
comment on column commission_bases.starts_on is '-infinity = from the beginning';
alter table commission_bases enable row level security;
create policy tenant on commission_bases using (organization_id = any ((select lotkeeper.scope())::bigint[]));
comment on column organizations.commission_rate is 'basis points of the base in commission_bases';
-- Superusers set it, as the owner.
grant select on commission_bases to lotkeeper_app;

-- What is agreed with organizations until now.
insert into commission_bases select pk, '-infinity', 'adjusted' from organizations;

-- What another system earned was booked there.
alter table book_exports
  add column history_booked bigint,
  add column history_left_out bigint;
comment on column book_exports.history_booked is
  'imported history in its journals, less refunds, in cents: earlier versions exported it; null = not counted yet';
comment on column book_exports.history_left_out is
  'imported history of its months that isn''t in its journals, less refunds, in cents; null = an earlier version exported it';
