-- Whether the tax of a ledger entry is compared with rates: that of penalties and their refunds isn't.
create or replace function lotkeeper.is_compared(kind text, violation_pk bigint) returns boolean
  language sql immutable parallel safe
  return kind <> 'penalty' and violation_pk is null;
