-- A table distributed by organization can keep a key unique only if the key contains the organization. It comes
-- last, so that a look-up by the uuid or the file alone uses the same index as before.

-- Both are built before the old ones go: a build stops writes only, but dropping an index stops reads, too.
create unique index valet_sessions_uuid_in_organization on valet_sessions (uuid, organization_id);
create unique index visitor_imports_file_in_organization on visitor_imports (file, organization_id)
  where file is not null;
drop index valet_sessions_uuid, visitor_imports_file;
alter index valet_sessions_uuid_in_organization rename to valet_sessions_uuid;
alter index visitor_imports_file_in_organization rename to visitor_imports_file;

-- A file is imported once, in one organization: the import that deletes the upload's row has it. A rollback gives it back.
create function lotkeeper.take_upload(upload uuid, person bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
    with taken as (delete from uploads where uuid = upload and person_pk = person returning uuid)
    select exists (select from taken)
  $$;
revoke execute on function lotkeeper.take_upload from public;
grant execute on function lotkeeper.take_upload to lotkeeper_app;
