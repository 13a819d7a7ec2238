-- The visits of a property on one day, the newest first, and how often a plate was there.

alter table visits add column plate_key text not null
  generated always as (regexp_replace(upper(plate), '[^[:alnum:]]', '', 'g')) stored;
comment on column visits.plate_key is 'the plate without spaces and dashes, uppercase';
create index visits_by_sight on visits
  (organization_id, spot_pk, (coalesce(entrance_at, exit_at)), pk);
create index visits_of_plate on visits (organization_id, spot_pk, plate_key);
