-- after delete: tell
-- after insert: tell
-- after update: tell

create or replace trigger tell after insert or update or delete on spots
  for each statement execute function lotkeeper.tell_spot_change();
