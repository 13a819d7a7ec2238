create or replace function lotkeeper.refuse_change() returns trigger
  language plpgsql as $$
  begin
    raise exception 'The ledger is append only: record a new entry instead.' using errcode = 'restrict_violation';
  end $$;
