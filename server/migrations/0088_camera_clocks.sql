-- An Admin may set a camera's clock; what a round couldn't pair or decide is set aside, so that the rest goes on.
alter table cameras add column clock_set boolean not null default false;
comment on column cameras.clock_set is 'whether an Admin set clock_offset_ms; reads teach it nothing then';

alter table plate_reads add column set_aside text;
comment on column plate_reads.set_aside is 'why it couldn''t be paired; null if it could';

alter table visits add column set_aside text;
comment on column visits.set_aside is 'why it couldn''t be decided; null if it could';

alter table camera_hours add column unread bigint not null default 0;
comment on column camera_hours.unread is 'vehicles whose plate the camera couldn''t read';
