-- after delete: tell
-- after insert: keep_membership, tell
-- after update: keep_membership, tell

create or replace trigger keep_membership after insert or update of organization_id, person_pk on affiliations
  for each row execute function lotkeeper.keep_membership();

create or replace trigger tell after insert or update or delete on affiliations
  for each row execute function lotkeeper.tell_access_change();
