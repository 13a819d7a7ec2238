-- The taxes of places on parking at a property, each from a day on until the next row of the same authority.
create table tax_rates (
  organization_id bigint not null references organizations,
  spot_pk bigint not null,
  authority text not null check (authority <> ''),
  starts_on date not null,
  level text not null check (level in ('city', 'county', 'state', 'other')),
  rate integer not null check (rate between 0 and 50000),
  rental_groups text[] not null,
  primary key (organization_id, spot_pk, authority, starts_on),
  foreign key (organization_id, spot_pk) references spots
);
comment on column tax_rates.rate is 'on top of the price, in thousandths of a percent; 0 = none from then on';
alter table tax_rates enable row level security;
create policy tenant on tax_rates using (organization_id = any ((select lotkeeper.scope())::bigint[]));
