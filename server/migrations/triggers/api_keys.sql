-- after delete: tell
-- after update: tell

create or replace trigger tell after update of grants, revoked_at or delete on api_keys
  for each statement execute function lotkeeper.tell_keys();
