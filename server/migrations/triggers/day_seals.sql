-- before delete: append_only
-- before truncate: append_only_truncate
-- before update: append_only

create or replace trigger append_only before update or delete on day_seals
  for each statement execute function lotkeeper.refuse_seal_change();

create or replace trigger append_only_truncate before truncate on day_seals
  for each statement execute function lotkeeper.refuse_seal_change();
