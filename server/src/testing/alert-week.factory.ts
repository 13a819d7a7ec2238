import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, atLocalTime, eachDay, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../kernel/data/database.ts';
import type { TestSpot } from './spots.factory.ts';

/** Days of history before a week that is watched. */
export const historyDays = 13 * 7;

/** Amounts that vary by up to a tenth, the same in each run. */
export const varied = (amount: number, day: number) =>
  Math.round(amount * (1 + 0.1 * Math.sin(day * 12.9898)));

/** What a property earned with transient parking on a day, in cents. */
export const putRevenue = (
  sql: Sql,
  spot: TestSpot,
  days: readonly { day: LocalDate; amount: number; rentals: number }[],
) => sql`
  insert into revenue_days (organization_id, spot_pk, local_date, rental_type, gross, refunds, refund_count, tax,
    processing_fee, commission, enforcement, enforcement_count, marketing, dynamic_pricing, rentals)
  select ${spot.organization}, ${spot.pk}, d.day::date, 'hourly', d.amount, 0, 0, 0, 0, 0, 0, 0, 0, 0, d.rentals
  from unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ amount }) => amount)}::bigint[],
    ${days.map(({ rentals }) => rentals)}::bigint[]) d (day, amount, rentals)
  on conflict (organization_id, spot_pk, local_date, rental_type) do update set gross = excluded.gross`;

/** Makes a property earn about $1,000 a day with 100 rentals, up to the day before `first`. */
export const putUsualRevenue = (sql: Sql, spot: TestSpot, first: LocalDate) =>
  putRevenue(
    sql,
    spot,
    eachDay(addDays(first, -historyDays), addDays(first, -1)).map((day, index) => ({
      day,
      amount: varied(100_000, index),
      rentals: 100,
    })),
  );

/** A camera that has read some cars in each hour from 6 to 22 for weeks. */
export async function makeUsualCamera(
  sql: Sql,
  spot: TestSpot,
  of: { name: string; perHour: number; first: LocalDate; timezone: TimeZone; beatMs?: number },
): Promise<{ pk: number; organization: number }> {
  const start = atLocalTime(of.first, 0, of.timezone);
  const [row] = await sql<[{ pk: number }]>`
    insert into cameras ${sql.values({
      organization_id: spot.organization,
      camera_ref: of.name,
      name: of.name,
      spot_pk: spot.pk,
      first_seen_at: start - historyDays * 86_400_000,
      last_read_at: start - 2 * 3_600_000,
      last_beat_at: of.beatMs === undefined ? null : start,
      heartbeat_every_ms: of.beatMs ?? null,
    })} returning pk`;
  await sql`
    insert into camera_hours (organization_id, camera_pk, local_date, local_hour, reads)
    select ${spot.organization}, ${row.pk}, d.day::date, h, ${of.perHour}
    from unnest(${eachDay(addDays(of.first, -35), addDays(of.first, -1))}::text[]) d (day), generate_series(6, 21) h`;
  return { pk: row.pk, organization: spot.organization };
}

/** Lets a camera read a car, or not, as it usually does: every few minutes from 6 to 22. */
export async function letRead(
  sql: Sql,
  camera: { pk: number; organization: number },
  at: Instant,
  zone: TimeZone,
): Promise<void> {
  const hour = toLocalHour(at, zone);
  if (hour < 6 || hour >= 22) return;
  await sql`
    update cameras set last_read_at = ${at}
    where organization_id = ${camera.organization} and pk = ${camera.pk}`;
}
