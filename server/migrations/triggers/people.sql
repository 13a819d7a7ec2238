-- before insert: keep_staff
-- before update: keep_staff
-- after update: tell

create or replace trigger keep_staff before insert or update of superuser on people
  for each row when (new.superuser) execute function lotkeeper.keep_staff();

create or replace trigger tell after update of superuser, is_renter, org_type, first_name, last_name, email, phone on people
  for each row execute function lotkeeper.tell_person_change();
