-- migration: concurrent
-- A driver names a violation by its code alone, before the organization is known.
create index concurrently violations_by_code on violations (code);
alter table images validate constraint images_kind_check;
