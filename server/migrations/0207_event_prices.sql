-- What an event's own price is for: the whole stay, as until now, or each hour of it.
alter table events add column price_unit text not null default 'flat' check (price_unit in ('flat', 'hour'));
comment on column events.display_price is 'what a stay that begins during the event costs, in cents; null = the usual price';
comment on column events.price_unit is 'what display_price is for: the whole stay, or each hour of it';
