-- Distributed PostgreSQL leaves out a trigger that also names TRUNCATE, without an error: the ledger's shards would
-- accept updates. Two triggers refuse the same statements as the one before.

drop trigger append_only on ledger_entries;
create trigger append_only before update or delete on ledger_entries
  for each statement execute function lotkeeper.refuse_change();
create trigger append_only_truncate before truncate on ledger_entries
  for each statement execute function lotkeeper.refuse_change();
