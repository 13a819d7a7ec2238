create or replace function lotkeeper.refuse_seal_change() returns trigger
  language plpgsql as $$
  begin
    raise exception 'Seals and their keys are append only.' using errcode = 'restrict_violation';
  end $$;
