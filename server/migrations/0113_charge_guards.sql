-- What a property asks for before it charges a car by itself, and what its plate desk shows.
alter table spots
  add column min_charge_confidence int,
  add column second_read text not null default 'within_day',
  add column hold_after_outage boolean not null default true,
  add column hold_above_posted boolean not null default true,
  add column hold_above_amount bigint,
  add column hold_above_hours int default 24,
  add column desk_shows text not null default 'all',
  add column desk_days int not null default 30;
-- Each on its own: Citus adds a constraint only so.
alter table spots add constraint spots_min_charge_confidence check (min_charge_confidence between 1 and 100) not valid;
alter table spots add constraint spots_second_read check (second_read in ('not_needed', 'within_day', 'before_charge')) not valid;
alter table spots add constraint spots_hold_above_amount check (hold_above_amount > 0) not valid;
alter table spots add constraint spots_hold_above_hours check (hold_above_hours between 1 and 720) not valid;
alter table spots add constraint spots_desk_shows check (desk_shows in ('all', 'entered', 'held')) not valid;
alter table spots add constraint spots_desk_days check (desk_days between 1 and 90) not valid;
comment on column spots.min_charge_confidence is 'percent; null = any';
comment on column spots.hold_above_amount is 'cents that a driver would pay; null = any';
comment on column spots.hold_above_hours is 'null = any';

alter table visits add column held text;
alter table visits add constraint visits_held check (held in
  ('low_confidence', 'one_read', 'outage', 'two_places', 'clock', 'above_posted', 'large_amount', 'long_stay')) not valid;
comment on column visits.held is 'why what it owes waits for a person; null = it doesn''t';
