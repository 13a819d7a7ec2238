import type { Connection } from '../place.ts';

/** Creates a million visitors of one lot, six in ten of whom may park, with their sessions, ending at every hour. */
export async function fillVisitors(
  sql: Connection,
  lot: { organization: number; pk: number },
  count: number,
): Promise<void> {
  const { organization, pk } = lot;
  await sql`select setseed(0.25)`;
  await sql`
    create temporary table drawn as
    select n, 'V' || substr(upper(md5(n::text)), 1, 6) as plate,
      initcap(translate(substr(md5('first' || n % 4001), 1, 6), '0123456789', 'aeioulnrst')) || ' '
        || initcap(translate(substr(md5('last' || n % 9973), 1, 8), '0123456789', 'aeioulnrst')) as name,
      '+1' || (2000000000 + (n::bigint * 7919 % 7999999999))::text as phone,
      random() as kind, now() - random() * interval '60 days' as at
    from generate_series(1, ${count}::int) n`;
  await sql`
    insert into cars (organization_id, plate, plate_key, state)
    select ${organization}, plate, plate, 'AZ' from drawn on conflict do nothing`;
  await sql`
    insert into visitors (organization_id, spot_pk, car_pk, plate_key, name, phone, validation_source,
      is_always_valid, valid_until, created_at, updated_at)
    select ${organization}, ${pk}, c.pk, d.plate, case when d.kind < 0.9 then d.name end,
      case when d.kind < 0.7 then d.phone end, 'dashboard', d.kind < 0.1,
      case when d.kind < 0.1 then null when d.kind < 0.6 then now() + (d.kind - 0.1) * interval '40 days'
        else d.at end, d.at, d.at
    from drawn d join cars c on c.organization_id = ${organization} and c.plate_key = d.plate
    on conflict do nothing`;
  await sql`
    insert into visitor_sessions (organization_id, visitor_pk, kind, starts_at, ends_at)
    select organization_id, pk, case when is_always_valid then 'always' else 'until' end, created_at,
      valid_until from visitors where organization_id = ${organization}`;
  await sql`drop table drawn`;
  await sql.unsafe('vacuum analyze');
  await sql.unsafe('checkpoint');
}
