import { instant, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { drawOverview, paintFor } from '@lotkeeper/simulator/world/pictures/overview';
import { drawPlate } from '@lotkeeper/simulator/world/pictures/plate';
import { encodePng } from '@lotkeeper/simulator/world/pictures/png';
import type { Raster } from '@lotkeeper/simulator/world/pictures/raster';
import { Random } from '@lotkeeper/simulator/world/random';
import type { FileStore } from '../kernel/data/files.ts';
import type { ImageInput } from '../records/cars/images.ts';
import type { NotePlan, VisitDraft, VisitPictures } from './drafts.ts';
import type { LotInWorld, World } from './world.ts';

/**
 * Days that have camera images: they are kept for a week, and some extra hours cover its first day. A short history,
 * as in tests, has one day of them, since drawing takes longer than everything else.
 */
const keptDays = (days: number) => (days < 180 ? 1.2 : 7.3);

interface Stored {
  file: string;
  bytes: number;
}

/** Draws the demo's images and stores each once. */
export class Pictures {
  #store: FileStore;
  #seed: number;
  #stored = new Map<string, Promise<Stored>>();

  constructor(store: FileStore, seed: number) {
    this.#store = store;
    this.#seed = seed;
  }

  /** The number of different images. */
  get files(): number {
    return this.#stored.size;
  }

  /** The camera images of some visits; none for those whose images would have been deleted by now. */
  ofVisits(world: World, visits: readonly VisitDraft[]): Promise<VisitPictures[]> {
    return Promise.all(visits.map((visit) => this.#ofVisit(world, visit)));
  }

  async #ofVisit(world: World, visit: VisitDraft): Promise<VisitPictures> {
    const visitPictures: VisitPictures = { images: [] };
    const random = new Random(this.#seed, 'images', visit.external_id);
    for (const side of ['entrance', 'exit'] as const) {
      const taken_at = visit[side];
      if (taken_at === null || taken_at < world.now - keptDays(world.days) * dayMs) continue;
      const orientation = side === 'entrance' ? ('Entrance' as const) : ('Exit' as const);
      // One view per four hours and paint limits the number of files.
      const hour = (toLocalHour(taken_at, visit.at.lot.timezone) & ~3) + 2;
      const row = { spot_pk: visit.at.pk, media_type: 'image/png' as const, taken_at, orientation };
      const paint = paintFor(visit.driver.plate);
      const overview = await this.#overview(visit.at, { hour, orientation, paint });
      const plate = await this.#once(`plate ${visit.driver.plate} ${visit.driver.state}`, () =>
        drawPlate(visit.driver, new Random(this.#seed, 'plate', visit.driver.plate)),
      );
      const [overviewUuid, plateUuid] = [random.uuid(), random.uuid()];
      visitPictures.images.push({ ...row, ...overview, uuid: overviewUuid, kind: 'overview' });
      visitPictures.images.push({ ...row, ...plate, uuid: plateUuid, kind: 'plate' });
      visitPictures[`${side}_image`] = overviewUuid;
      visitPictures[`${side}_plate_image`] = plateUuid;
    }
    return visitPictures;
  }

  /** The images of a timeline note, which are kept permanently. */
  async ofNote(_world: World, at: LotInWorld, plan: NotePlan): Promise<ImageInput[]> {
    const random = new Random(this.#seed, 'note', plan.id);
    const images: ImageInput[] = [];
    for (let index = 0; index < plan.pictures; index += 1) {
      const orientation = index % 2 === 0 ? ('Entrance' as const) : ('Exit' as const);
      const stored = await this.#overview(at, { hour: random.int(4, 10) * 2, orientation });
      const taken_at = instant(plan.happened_at + index * minuteMs);
      const row = { spot_pk: at.pk, kind: 'note' as const, media_type: 'image/png' as const };
      images.push({ ...row, ...stored, uuid: random.uuid(), taken_at, orientation: null });
    }
    return images;
  }

  #overview(
    at: LotInWorld,
    seen: { hour: number; orientation: 'Entrance' | 'Exit'; paint?: number | undefined },
  ): Promise<Stored> {
    const { key, name, profile } = at.lot;
    const { hour, orientation, paint } = seen;
    return this.#once(`overview ${key} ${hour} ${orientation} ${paint ?? ''}`, () =>
      drawOverview(
        { name, profile, hour, orientation, ...(paint !== undefined && { paint }) },
        new Random(this.#seed, key, orientation),
      ),
    );
  }

  #once(key: string, draw: () => Raster): Promise<Stored> {
    let stored = this.#stored.get(key);
    if (!stored) {
      const bytes = encodePng(draw());
      stored = this.#store.put(bytes).then((file) => ({ file, bytes: bytes.length }));
      this.#stored.set(key, stored);
    }
    return stored;
  }
}
