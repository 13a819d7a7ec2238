-- What the policy of people reads.
create or replace function lotkeeper.keep_membership() returns trigger
  language plpgsql as $$
  begin
    update people set organization_ids = organization_ids || new.organization_id
    where pk = new.person_pk and not new.organization_id = any (organization_ids);
    return null;
  end $$;
