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

/** Returns the messages that a feed sends for a reading, in order. */
export type Cameras = (lot: Lot, feed: Feed, reading: Reading, at: Instant) => CameraMessage[];

/**
 * Opens the cameras of the simulated lots, which draw what they see and send it in their format. `pictures` is the
 * share of readings with images, since drawing takes longer than everything else.
 */
export function openCameras(seed: number, pictures: number): Cameras {
  const overviews = new Map<string, Uint8Array<ArrayBuffer>>();
  const findOverview = ({ spot, profile }: Lot, { captured_at, direction, driver }: Reading) => {
    // One view per two hours, as in the demo's history.
    const hour = toLocalHour(captured_at, spot.timezone) & ~1;
    const paint = paintFor(driver.plate);
    const key = `${spot.name} ${hour} ${direction} ${paint}`;
    const drawn = overviews.get(key);
    if (drawn) return drawn;
    const view = { name: spot.name, profile, hour, orientation: direction, paint };
    const bytes = encodePng(drawOverview(view, new Random(seed, spot.name, direction)));
    overviews.set(key, bytes);
    return bytes;
  };
  return (lot, feed, reading, at) => {
    const compose = composers[feed.format];
    if (!compose) throw new Error(`The simulator has no camera for the format ${feed.format}.`);
    const random = new Random(seed, 'picture', reading.event);
    const draws = random.chance(pictures);
    return compose(reading, {
      camera: reading.direction === 'Entrance' ? 'Gate in' : 'Gate out',
      at,
      overview: draws ? findOverview(lot, reading) : null,
      plate: draws ? encodePng(drawPlate(reading.driver, random)) : null,
      signingSecret: feed.signing_secret,
    });
  };
}
