-- after delete: tell

create or replace trigger tell after delete on sessions
  for each row execute function lotkeeper.tell_access_change();
