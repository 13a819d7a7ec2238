-- Violations are looked up by the plate as somebody typed it, and named by their uuid when they are waived.

alter table violations add column plate_key text;
update violations set plate_key = regexp_replace(upper(plate), '[^[:alnum:]]', '', 'g');
alter table violations alter column plate_key set not null;
comment on column violations.plate_key is 'the plate without spaces and dashes, uppercase';
create index violations_of_plate on violations (organization_id, spot_pk, plate_key, created_at desc);
create index violations_uuid on violations (uuid);
