-- For rows that were filled in without triggers, such as an imported organization's: whoever an organization's rows name has
-- belonged to it. What audit entries changed has no foreign key.
create or replace procedure lotkeeper.fill_people()
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
