-- What changed after closing is told by comparing causes, which earlier versions named otherwise.
alter table month_closings add column has_named_causes boolean not null default false;
comment on column month_closings.has_named_causes is
  'its causes name single payouts, deposits and bookings, so they can be compared with those of now';
