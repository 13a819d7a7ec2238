-- A file is imported once, in one organization: the import that deletes the upload's row has it. A rollback gives it back.
create or replace function lotkeeper.take_upload(upload uuid, person bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
    with taken as (delete from uploads where uuid = upload and person_pk = person returning uuid)
    select exists (select from taken)
  $$;
revoke execute on function lotkeeper.take_upload from public;
grant execute on function lotkeeper.take_upload to lotkeeper_app;
