import { deskDays } from '@lotkeeper/contract/cars/plate-desk';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Database } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import type { ImageInput } from '../records/cars/images.ts';
import { recordImages } from '../records/cars/images.ts';
import type { PlateReadInput } from '../records/cars/plate-reads.ts';
import { claimReads, recordPlateReads } from '../records/cars/plate-reads.ts';
import { recordViolations } from '../records/cars/violations.ts';
import type { VisitInput } from '../records/cars/visits/visits.ts';
import { recordVisits } from '../records/cars/visits/visits.ts';
import { carKey, ensureCars } from '../records/cars.ts';
import { recordMovements } from '../records/money/entries.ts';
import type { RentalInput } from '../records/people/rentals.ts';
import { recordRentals } from '../records/people/rentals.ts';
import type { ReviewInput } from '../records/people/reviews.ts';
import { recordReviews } from '../records/people/reviews.ts';
import type { Recorder } from '../records/recorder.ts';
import { openRecorder } from '../records/recorder.ts';
import type { VisitDraft, VisitPictures } from './drafts.ts';
import type { Pictures } from './pictures.ts';
import { toPenalties, toViolation } from './violations.ts';
import type { World } from './world.ts';

/** A unit of writing: some days of one operator. */
export interface Batch {
  rentals: RentalInput[];
  visits: VisitDraft[];
  reviews: ReviewInput[];
}

/** Shared by every part of a load. */
export interface Tools {
  database: Database;
  pictures: Pictures;
  /** Counts rentals that were written. */
  countWritten: (rentals: number) => Promise<void>;
  /** Aborted by the first part that fails, so that the others stop too. */
  stop: AbortController;
}

/** Waits for all parts to settle, and throws the first error. */
export async function together(stop: AbortController, tasks: Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks.map((task) => task.catch((error: unknown) => stop.abort(error))));
  stop.signal.throwIfAborted();
}

/** Runs work in its own transaction. Commits don't wait for the disk, since a crash reloads the demo. */
export async function recording<T>(
  { system }: Database,
  world: World,
  work: (recorder: Recorder) => Promise<T>,
): Promise<T> {
  const done = await system.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    return { answer: await work(await openRecorder(tx, world.organizationPk)) };
  });
  return (done as { answer: T }).answer;
}

/**
 * Writes one operator's batches in order. A batch's visits are written in parallel with the next batch's rentals,
 * and no further ahead, to limit memory.
 */
export class Writer {
  #tools: Tools;
  #world: World;
  #lasting = new Map<string, number>();
  #behind: Promise<void> = Promise.resolve();

  constructor(world: World, tools: Tools) {
    this.#tools = tools;
    this.#world = world;
  }

  /** Writes rentals whose visits come in later batches. */
  async writeLasting(rentals: RentalInput[]): Promise<void> {
    for (const [key, pk] of await this.#rentals(rentals)) this.#lasting.set(key, pk);
  }

  async write(batch: Batch): Promise<void> {
    this.#tools.stop.signal.throwIfAborted();
    const pks = await this.#rentals(batch.rentals);
    await this.#behind;
    this.#behind = this.#visits(batch, pks);
    this.#behind.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.#behind;
  }

  async #rentals(rentals: RentalInput[]): Promise<Map<string, number>> {
    if (rentals.length === 0) return new Map();
    const recorded = await recording(this.#tools.database, this.#world, (recorder) =>
      recordRentals(recorder, rentals),
    );
    await this.#tools.countWritten(rentals.length);
    return new Map(recorded.map(({ external_id, pk }) => [external_id, pk]));
  }

  async #visits({ visits, reviews }: Batch, pks: Map<string, number>): Promise<void> {
    const visitPictures = await this.#tools.pictures.ofVisits(this.#world, visits);
    const images = visitPictures.flatMap((pictures) => pictures.images);
    const findRentalPk = (key: string | null) =>
      key === null ? null : (pks.get(key) ?? this.#lasting.get(key) ?? null);
    const world = this.#world;
    const violations = await recording(this.#tools.database, world, async (recorder) => {
      if (images.length > 0) await recordImages(recorder, images);
      const cars = await ensureCars(
        recorder,
        visits.map(({ driver }) => driver),
      );
      const rows = visits.map((visit, index) => ({
        ...visitRow(visit, visitPictures[index]),
        car_pk: visit.misread ? null : (cars.get(carKey(visit.driver)) ?? null),
        rental_pk: findRentalPk(visit.rental),
      }));
      const recorded = await recordVisits(recorder, rows);
      await recordReads(
        recorder,
        world,
        visits.map((visit, index) => ({
          visit,
          row: must(rows[index], 'row'),
          pk: must(recorded[index], 'visit').pk,
        })),
      );
      await recordReviews(recorder, reviews);
      return recordViolations(
        recorder,
        visits.flatMap((visit, index) => {
          const { notice } = visit;
          if (notice === null) return [];
          const visit_pk = recorded[index]?.pk ?? null;
          return [{ ...toViolation(visit, notice, visitPictures[index]), visit_pk }];
        }),
      );
    });
    const violationPks = new Map(violations.map(({ external_id, pk }) => [external_id, pk]));
    const penalties = visits.flatMap((visit) =>
      visit.notice === null
        ? []
        : toPenalties(world, visit, visit.notice, violationPks.get(visit.notice.code) ?? null),
    );
    if (penalties.length === 0) return;
    await recording(this.#tools.database, world, (recorder) =>
      recordMovements(recorder, penalties),
    );
  }
}

interface WrittenVisit {
  visit: VisitDraft;
  row: VisitInput;
  pk: number;
}

/** What the cameras read at the ends of a visit. */
function listReads({ visit, row, pk }: WrittenVisit): (PlateReadInput & { visit_pk: number })[] {
  const { plate, state, spot_pk, external_id } = row;
  const ends = [
    ['Entrance', visit.entrance, row.entrance_image, row.entrance_plate_image],
    ['Exit', visit.exit, row.exit_image, row.exit_plate_image],
  ] as const;
  return ends.flatMap(([direction, at, image = null, plate_image = null]) =>
    at === null
      ? []
      : [
          {
            source: 'demo',
            external_id: `${external_id}-${direction}`,
            spot_pk,
            camera_pk: null,
            captured_at: at,
            received_at: at,
            plate,
            state,
            country: 'US',
            confidence: visit.misread ? 0.74 : 0.93,
            direction,
            image,
            plate_image,
            visit_pk: pk,
          },
        ],
  );
}

/** Records what cameras read of the cars that wait at the plate desk; of all others it would be too much. */
async function recordReads(
  recorder: Recorder,
  world: World,
  visits: readonly WrittenVisit[],
): Promise<void> {
  const since = world.now - deskDays * dayMs;
  const isUnclear = ({ visit }: WrittenVisit) =>
    (visit.doubtful || visit.entrance === null || visit.exit_missed) &&
    (visit.entrance ?? visit.exit ?? 0) >= since;
  const reads = visits.filter(isUnclear).flatMap(listReads);
  if (reads.length === 0) return;
  const { recorded } = await recordPlateReads(recorder, reads, world.now);
  await claimReads(
    recorder,
    recorded.map(({ pk }, index) => {
      const { visit_pk, captured_at, confidence } = must(reads[index], 'read');
      return { pk, visit_pk, seen_at: captured_at, sureness: confidence };
    }),
  );
}

/** Whether only one read has the plate of a car that nobody paid for: the server charges nothing then. */
const isReadOnce = ({ status, entrance, exit_missed, doubtful, notice }: VisitDraft) =>
  status === 'violator' && entrance !== null && exit_missed && !doubtful && notice === null;

function visitRow(visit: VisitDraft, visitPictures: VisitPictures | undefined): VisitInput {
  const { images: _, ...pictures } = visitPictures ?? { images: [] as ImageInput[] };
  return {
    source: 'camera',
    external_id: visit.external_id,
    spot_pk: visit.at.pk,
    plate: visit.misread ?? visit.driver.plate,
    state: visit.driver.state,
    status: visit.status,
    entrance_at: visit.entrance,
    exit_at: visit.exit,
    exit_missed: visit.exit_missed,
    doubtful: visit.doubtful,
    held: isReadOnce(visit) ? 'one_read' : null,
    ...pictures,
  };
}
