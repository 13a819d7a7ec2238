-- Phones that ring when a driver asks for the car.
alter table push_devices add column valet_spots bigint[] not null default '{}';
comment on column push_devices.valet_spots is 'the properties whose valet stand notifies this device when a driver asks for the car';
