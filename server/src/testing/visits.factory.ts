import { randomUUID } from 'node:crypto';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { makeVisitSettler, makeVisitSweeper } from '../features/cars/visits/visits.jobs.ts';
import type { Publish } from '../kernel/http/live.ts';
import { must } from '../kernel/must.ts';
import type { PlateReadInput } from '../records/cars/plate-reads.ts';
import { recordPlateReads } from '../records/cars/plate-reads.ts';
import type { VisitInput } from '../records/cars/visits/visits.ts';
import { changeSeen, recordVisits } from '../records/cars/visits/visits.ts';
import { recording } from './rentals.factory.ts';
import type { TestApp, TestClock } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** By default, a read of ABC123 from Arizona that arrived as it was made. Times are ISO 8601. */
export function plateRead(
  spot: { pk: number },
  at: string,
  direction: PlateReadInput['direction'],
  more: Partial<PlateReadInput> = {},
): PlateReadInput {
  return {
    source: 'test',
    external_id: randomUUID(),
    spot_pk: spot.pk,
    camera_pk: null,
    captured_at: fromIso(at),
    received_at: fromIso(at),
    plate: 'ABC123',
    state: 'AZ',
    country: 'US',
    confidence: 0.9,
    direction,
    ...more,
  };
}

/** By default, a renter's active visit of ABC 123 from Arizona. Times are ISO 8601. */
export const visitTo = (
  spot: { pk: number },
  entrance: string | null,
  more: Partial<VisitInput> = {},
): VisitInput => ({
  source: 'test',
  external_id: randomUUID(),
  spot_pk: spot.pk,
  plate: 'ABC 123',
  state: 'AZ',
  status: 'renter',
  entrance_at: entrance === null ? null : fromIso(entrance),
  exit_at: null,
  ...more,
});

/** Records a visit, and returns its pk. */
export async function makeVisit(
  sql: Sql,
  spot: { pk: number; organization: number },
  entrance: string,
  more: Partial<VisitInput> = {},
): Promise<number> {
  const [recorded] = await recording(sql, spot.organization, (recorder) =>
    recordVisits(recorder, [visitTo(spot, entrance, more)]),
  );
  return must(recorded, 'visit').pk;
}

/** The car of a visit leaves; it came at noon of June 15, 2026 in Phoenix, and no camera took an image. */
export const endVisit = (sql: Sql, spot: { organization: number }, pk: number, exit: string) =>
  recording(sql, spot.organization, (recorder) =>
    changeSeen(recorder, [
      {
        pk,
        plate: 'ABC123',
        state: 'AZ',
        entrance_at: fromIso('2026-06-15T19:00:00Z'),
        exit_at: fromIso(exit),
        entrance_image: null,
        exit_image: null,
        entrance_plate_image: null,
        exit_plate_image: null,
        doubtful: false,
        exit_missed: false,
        due_at: null,
      },
    ]),
  );

/** Records reads of one property's organization. */
export const recordReads = (
  sql: Sql,
  spot: { organization: number },
  reads: readonly PlateReadInput[],
) =>
  recording(sql, spot.organization, async (recorder) => {
    const { recorded } = await recordPlateReads(recorder, reads, fromIso('2026-01-01T00:00:00Z'));
    return recorded;
  });

/** Settles visits with a clock that the test controls; `changedSpots` are the properties whose visits changed. */
export function settling(database: TestApp['database'], clock: TestClock) {
  const changedSpots: number[] = [];
  const publish: Publish = (_, spot) => void changedSpots.push(spot.pk);
  const settle = makeVisitSettler({ database, clock, publish });
  const sweep = makeVisitSweeper({ database, clock });
  return {
    changedSpots,
    sweep: () => sweep(),
    settle: (spot: { pk: number; organization: number }) =>
      settle({ organization_id: spot.organization, spot_pk: spot.pk }),
  };
}
