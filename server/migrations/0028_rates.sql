-- How the price of a stay follows from its length. All were charged for each started unit.
alter table rates add column curve jsonb not null default '{"kind": "static"}';
update rates set pricing_model_type = 'static' where pricing_model_type <> 'static';
alter table rates
  add check (curve->>'kind' = pricing_model_type),
  add check (pricing_model_type = 'static' or unit = 'hour');
comment on column rates.curve is 'rateCurve in contract/src/rate-curves.ts';
comment on column rates.price is 'cents a unit; of curves with prices of their own that of the first hour';
comment on column rates.interval is 'from starts_at on, on calendar days that begin at 5:00 at the property';

-- The price that an unfinished visit goes on to be charged by.
update visits set rate = rate || '{"curve": {"kind": "static"}}' where rate is not null;
