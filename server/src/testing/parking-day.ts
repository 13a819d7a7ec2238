import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import type { PlateReadInput } from '../records/cars/plate-reads.ts';
import type { RentalInput } from '../records/people/rentals.ts';
import { record, rental } from './rentals.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import { makeSpot } from './spots.factory.ts';
import { clockAt } from './test-app.ts';
import { testDatabase } from './test-database.ts';
import { plateRead, recordReads, settling } from './visits.factory.ts';

/**
 * A time of the single day when everything happens. The property is in Phoenix, $5 an hour, 15 minutes of grace.
 */
export const at = (time: string) => `2026-06-15T${time}:00Z`;

/** The car with the plate in the reads. */
export const car = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };

/** A read at some time of the day. */
export const read = (
  spot: { pk: number },
  time: string,
  direction: PlateReadInput['direction'],
  more: Partial<PlateReadInput> = {},
) => plateRead(spot, at(time), direction, more);

/** `HH:MM` in UTC. */
export const timeOf = (moment: Instant | null) =>
  moment === null ? null : toLocalTime(moment, 'UTC').slice(-5);

/** A separate database with a clock, events at properties on that day, and their results. */
export async function parkingDay() {
  const database = await testDatabase(undefined, 12);
  const clock = clockAt(at('19:00'));
  const jobs = settling(database, clock);
  const sql = database.system;
  const visits = async (spot: TestSpot) => {
    const rows = await sql<VisitRow[]>`
      select status, decided, doubtful, plate, entrance_at, exit_at from visits
      where spot_pk = ${spot.pk} order by coalesce(entrance_at, exit_at)`;
    return rows.map((row) => ({
      ...row,
      entrance_at: timeOf(row.entrance_at),
      exit_at: timeOf(row.exit_at),
    }));
  };
  const statuses = async (spot: TestSpot) =>
    (await visits(spot)).map(({ status, decided }) => [status, decided]);
  const sees = (spot: TestSpot, ...reads: PlateReadInput[]) => recordReads(sql, spot, reads);
  /** Settles a property at some time of the day, or of another one; returns the statuses of its visits. */
  const settleAt = async (spot: TestSpot, time: string) => {
    clock.set(time.includes('T') ? time : at(time));
    await jobs.settle(spot);
    return statuses(spot);
  };
  /** An earlier rental makes the plate known. */
  const parkedBefore = (spot: TestSpot) =>
    record(sql, spot, [
      rental(spot, '2026-05-01T19:00:00Z', 500, { car, renter: { email: 'robin@example.com' } }),
    ]);
  return {
    database,
    sql,
    clock,
    jobs,
    visits,
    statuses,
    sees,
    settleAt,
    parkedBefore,
    /** A new property that the car enters at 19:00, settled at a given time. */
    enterUntil: async (time: string, driver: 'a stranger' | 'a known driver' = 'a stranger') => {
      const spot = await makeSpot(sql);
      if (driver === 'a known driver') await parkedBefore(spot);
      await sees(spot, read(spot, '19:00', 'Entrance'));
      await settleAt(spot, time);
      return spot;
    },
    pays: (spot: TestSpot, from: string, until: string, more: Partial<RentalInput> = {}) =>
      record(sql, spot, [
        rental(spot, at(from), 500, { end_date: fromIso(at(until)), car, ...more }),
      ]),
    violations: (spot: TestSpot) => sql<ViolationRow[]>`
      select status, code, plate, amount, waived_reason, created_at, evidence from violations
      where spot_pk = ${spot.pk}`,
    /** Rentals that started automatically. */
    automatic: (spot: TestSpot) => sql<AutomaticRow[]>`
      select rental_type, start_date, end_date, renter_email, auto_started from rentals
      where spot_pk = ${spot.pk} and source = 'enforcement'`,
    /** The ledger entries of those rentals: kind, gross, refund and time. */
    money: async (spot: TestSpot) => {
      const rows = await sql<{ kind: string; gross: number; refund: number; at: Instant }[]>`
        select kind, gross, refund, occurred_at as at from ledger_entries
        where spot_pk = ${spot.pk} and source = 'enforcement' order by pk`;
      return rows.map((row) => [row.kind, row.gross, row.refund, timeOf(row.at)]);
    },
  };
}

interface VisitRow {
  status: string;
  decided: boolean;
  doubtful: boolean;
  plate: string;
  entrance_at: Instant | null;
  exit_at: Instant | null;
}

interface ViolationRow {
  status: string;
  code: string;
  plate: string;
  amount: number;
  waived_reason: string | null;
  created_at: Instant;
  evidence: object;
}

interface AutomaticRow {
  rental_type: string;
  start_date: Instant;
  end_date: Instant | null;
  renter_email: string;
  auto_started: boolean;
}
