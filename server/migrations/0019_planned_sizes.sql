-- The planner takes all organizations and properties for equally large. Policy and statement both name the organization,
-- so it expected a row or two of any, and read all rows of the largest through an index that begins with it. With these
-- numbers it plans for an organization with a twentieth of all rows, and a property with a hundredth
-- (docs/decisions/099-one-schema-and-functions.md).
do $$
  declare
    place record;
  begin
    for place in
      select relname, attname, case attname when 'organization_id' then 20 else 100 end as distinct_values
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attname in ('organization_id', 'spot_pk')
        and relname in ('cameras', 'camera_messages', 'cars', 'first_rentals', 'images', 'ledger_entries', 'plate_reads',
          'rentals', 'violations', 'visitors', 'visits')
      order by 1, 2
    loop
      execute format('alter table %I alter column %I set (n_distinct = %s)',
        place.relname, place.attname, place.distinct_values);
    end loop;
  -- Citus doesn't pass this on to the nodes, whose tables hold few organizations each.
  exception when feature_not_supported then null;
  end $$;
