-- Which releases can use the database after a migration that takes away what earlier ones still read: an older
-- Lotkeeper refuses to start then. Null = the release before can use it too.
alter table migrations add column oldest_release text;
comment on column migrations.oldest_release is 'releases before this one can''t use the database since this migration';
