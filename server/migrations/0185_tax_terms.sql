-- What laws say of a tax beside its rate: on other taxes too, not on small charges, by the length of the stay, not of exempt drivers.
alter table tax_rates
  add column on_taxes boolean not null default false,
  add column above bigint not null default 0 check (above >= 0),
  add column min_days integer not null default 1 check (min_days >= 1),
  add column max_days integer check (max_days >= min_days),
  add column may_be_exempt boolean not null default false;
comment on column tax_rates.on_taxes is 'also on the taxes that aren''t on taxes themselves';
comment on column tax_rates.above is 'only on charges above this many cents before tax';
comment on column tax_rates.min_days is 'only on stays of so many days; one of 24 hours that began counts';
comment on column tax_rates.may_be_exempt is 'charges without it are right too, such as those of certified residents';
