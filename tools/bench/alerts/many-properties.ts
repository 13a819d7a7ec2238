import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Connection } from '../place.ts';

export const propertyCount = 10_000;
export const cameraCount = 2 * propertyCount;

/**
 * Fills an empty database with properties of a hundred organizations as alerts see them: two cameras each with four
 * weeks of reads, thirteen weeks of revenue, thirty rentals around now, and two weekly events. Written without
 * triggers: the rollups are what detectors read.
 */
export async function fillProperties(owner: Connection, now: Instant): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into organizations (name) select 'Organization ' || i from generate_series(1, 100) i`;
    await tx`
      insert into spots (organization_id, name, address_line1, city, state, timezone, quantity, price_hourly, created_at)
      select 1 + i % 100, 'Property ' || i, '1 Main St', 'Phoenix', 'AZ',
        case when i % 2 = 0 then 'America/Phoenix' else 'America/New_York' end, 200, 500, '2020-01-01'
      from generate_series(1, ${propertyCount}::int) i`;
    await tx`
      insert into cameras (organization_id, camera_ref, name, spot_pk, first_seen_at, last_read_at, last_beat_at,
        heartbeat_every_ms)
      select organization_id, 'gate ' || pk || ' ' || n, 'Gate', pk, ${now}::timestamptz - interval '200 days',
        ${now}::timestamptz - random() * interval '40 minutes', ${now}::timestamptz, 60000
      from spots, generate_series(1, 2) n`;
    for (const weeks of [1, 2, 3, 4])
      await tx`
        insert into camera_hours (organization_id, camera_pk, local_date, local_hour, reads)
        select organization_id, pk, (${now}::timestamptz at time zone 'UTC')::date - 7 * ${weeks}::int, h, 4
        from cameras, generate_series(6, 21) h`;
    const days = [1, 2, 3, 4, 5, 6, 7, ...Array.from({ length: 12 }, (_, week) => 8 + 7 * week)];
    for (const day of days)
      await tx`
        insert into revenue_days (organization_id, spot_pk, local_date, rental_type, gross, refunds, refund_count, tax,
          processing_fee, commission, enforcement, enforcement_count, marketing, dynamic_pricing, rentals)
        select organization_id, pk, (${now}::timestamptz at time zone 'UTC')::date - ${day}::int, t,
          (100000 + 5000 * random())::bigint, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100
        from spots, unnest(array['hourly', 'monthly']) t`;
    for (const first of [-20, -10, 0])
      await tx`
        insert into rentals (organization_id, source, external_id, spot_pk, rental_type, start_date, end_date,
          start_local_date)
        select organization_id, 'bench', pk || ' ' || n, pk, 'hourly',
          ${now}::timestamptz + n * interval '20 minutes' - interval '2 hours',
          ${now}::timestamptz + n * interval '20 minutes', (${now}::timestamptz at time zone 'UTC')::date
        from spots, generate_series(${first}::int, ${first + 9}::int) n`;
    await tx`
      insert into visit_days
      select organization_id, pk, (${now}::timestamptz at time zone 'UTC')::date, 'unexplained', 5, 2500 from spots`;
    await tx`
      insert into events (organization_id, spot_pk, name, interval, start_time, end_time, repeat_on_day)
      select organization_id, pk, 'Market', 'weekly', '18:00', '20:00', n from spots, generate_series(1, 2) n`;
  });
  await owner`analyze`;
}

/** Half a minute later: one of twenty cameras read a car, and all of them gave a sign of life. */
export async function letTimePass(owner: Connection, now: Instant, look: number): Promise<void> {
  await owner`
    update cameras set last_beat_at = ${now},
      last_read_at = case when pk % 20 = ${look % 20} then ${now}::timestamptz else last_read_at end`;
}
