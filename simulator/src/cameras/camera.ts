import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import type { CameraMessage } from '../client.ts';
import type { Feed } from '../connection.ts';
import type { Lot } from '../lots.ts';
import type { Reading } from '../steps.ts';
import { drawOverview, paintFor } from '../world/pictures/overview.ts';
import { drawPlate } from '../world/pictures/plate.ts';
import { encodePng } from '../world/pictures/png.ts';
import { Random } from '../world/random.ts';
import { composers } from './messages.ts';

/** The cameras of the simulated lots: they draw what they see and send it in their format. */
export class Cameras {
  readonly #seed: number;
  /** Share of the readings that come with pictures, for drawing takes longer than all else. */
  readonly #pictures: number;
  readonly #overviews = new Map<string, Uint8Array<ArrayBuffer>>();

  constructor(seed: number, pictures: number) {
    this.#seed = seed;
    this.#pictures = pictures;
  }

  /** The messages that a feed sends for a reading, in order. */
  messagesOf(lot: Lot, feed: Feed, reading: Reading, at: Instant): CameraMessage[] {
    const compose = composers[feed.format];
    if (!compose) throw new Error(`The simulator has no camera that speaks ${feed.format}.`);
    const random = new Random(this.#seed, 'picture', reading.event);
    const draws = random.chance(this.#pictures);
    return compose(reading, {
      camera: reading.direction === 'Entrance' ? 'Gate in' : 'Gate out',
      at,
      overview: draws ? this.#overview(lot, reading) : null,
      plate: draws ? encodePng(drawPlate(reading.driver, random)) : null,
      signingSecret: feed.signing_secret,
    });
  }

  #overview(
    { spot, profile }: Lot,
    { captured_at, direction, driver }: Reading,
  ): Uint8Array<ArrayBuffer> {
    // One view for two hours, as the demo's history has it.
    const hour = toLocalHour(captured_at, spot.timezone) & ~1;
    const paint = paintFor(driver.plate);
    const key = `${spot.name} ${hour} ${direction} ${paint}`;
    const drawn = this.#overviews.get(key);
    if (drawn) return drawn;
    const view = { name: spot.name, profile, hour, orientation: direction, paint };
    const bytes = encodePng(drawOverview(view, new Random(this.#seed, spot.name, direction)));
    this.#overviews.set(key, bytes);
    return bytes;
  }
}
