-- A table distributed by organization can keep a key unique only if the key contains the organization. It comes
-- last, so that a look-up by the uuid or the file alone uses the same index as before.

drop index valet_sessions_uuid;
create unique index valet_sessions_uuid on valet_sessions (uuid, organization_id);

drop index visitor_imports_file;
create unique index visitor_imports_file on visitor_imports (file, organization_id) where file is not null;

-- A file is imported once, in one organization: the import that deletes the upload's row has it. A rollback gives it back.
create function lotkeeper.take_upload(upload uuid, person bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
    with taken as (delete from uploads where uuid = upload and person_pk = person returning uuid)
    select exists (select from taken)
  $$;
revoke execute on function lotkeeper.take_upload from public;
grant execute on function lotkeeper.take_upload to lotkeeper_app;
