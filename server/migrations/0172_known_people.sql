-- Which organizations may know a person's name, so that row-level security can hide everyone else (0174).
alter table people
  add column organization_ids bigint[] not null default '{}',
  add column is_staff boolean not null default false;
comment on column people.organization_ids is 'every organization that they are or were a member of: their name stays on its records';
comment on column people.is_staff is 'whether they are or were a superuser: superusers act in every organization';

-- An array on the row, and not a table of pairs: a policy that reads another table is planned into every query, and
-- Citus refuses one.
create function lotkeeper.keep_membership() returns trigger
  language plpgsql as $$
  begin
    update people set organization_ids = organization_ids || new.organization_id
    where pk = new.person_pk and not new.organization_id = any (organization_ids);
    return null;
  end $$;
create trigger keep_membership after insert or update of organization_id, person_pk on affiliations
  for each row execute function lotkeeper.keep_membership();

create function lotkeeper.keep_staff() returns trigger
  language plpgsql as $$
  begin
    new.is_staff := true;
    return new;
  end $$;
create trigger keep_staff before insert or update of superuser on people
  for each row when (new.superuser) execute function lotkeeper.keep_staff();

-- A session has the person's phone number too.
drop trigger tell on people;
create trigger tell after update of superuser, is_renter, org_type, first_name, last_name, email, phone on people
  for each row execute function lotkeeper.tell_person_change();

-- For rows from before the triggers, or that were filled in without them: whoever an organization's rows name has
-- belonged to it. What audit entries changed has no foreign key.
create procedure lotkeeper.fill_people()
  language plpgsql as $$
  declare
    source record;
  begin
    update people set is_staff = true where superuser and not is_staff;
    for source in
      select k.conrelid::regclass as table, format('%I', a.attname) as person, 'true' as condition
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.confrelid = 'people'::regclass and exists (
        select from pg_attribute o where o.attrelid = k.conrelid and o.attname = 'organization_id')
      union all
      select 'audit_entries'::regclass, 'subject_pk', $condition$subject_type = 'person'$condition$
      order by 1, 2
    loop
      execute format($statement$
        update people p set organization_ids = array(
          select distinct id from unnest(p.organization_ids || named.ids) id order by id)
        from (
          select %2$s as pk, array_agg(distinct organization_id) as ids from %1$s
          where %2$s is not null and %3$s group by 1) named
        where p.pk = named.pk and not p.organization_ids @> named.ids
        $statement$, source.table, source.person, source.condition);
    end loop;
  end $$;
