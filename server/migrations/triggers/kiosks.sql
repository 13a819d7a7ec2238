-- after update: tell_end

create or replace trigger tell_end after update of ended_at on kiosks
  for each row when (new.ended_at is not null) execute function lotkeeper.tell_kiosk();
