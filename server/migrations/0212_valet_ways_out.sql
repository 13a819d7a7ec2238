-- Cash and releases at the valet stand, another phone for a session, and who fetches a car.
alter table valet_sessions
  add column link_number bigint not null default 0,
  add column fetching_since timestamptz,
  add column fetching_by bigint;
alter table valet_sessions add constraint valet_sessions_fetching_by foreign key (fetching_by) references people not valid;
comment on column valet_sessions.link_number is 'how often the phone was changed: a link of an earlier number is dead';
alter table valet_orders
  drop constraint valet_orders_processor_check,
  add constraint valet_orders_processor_check
    check (processor in ('sandbox', 'stripe', 'cash', 'release')) not valid;
comment on column valet_orders.processor is 'who takes the money: a payment processor, the stand in cash, or nobody, after a release';
