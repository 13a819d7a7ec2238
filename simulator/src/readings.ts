import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Step } from './steps.ts';
import type { Driver } from './world/drivers.ts';
import type { Random } from './world/random.ts';

/** Characters, each with the look-alikes that cameras confuse it with. */
const alike = new Map('0O O0 D0 1I I1 8B B8 5S S5 2Z Z2 6G G6'.split(' ').map(([a, b]) => [a, b]));

/** Replaces one character of a plate with a look-alike; unchanged if it has none. */
export function misread(random: Random, plate: string): string {
  const indices = plate.split('').flatMap((sign, index) => (alike.has(sign) ? [index] : []));
  if (indices.length === 0) return plate;
  const target = random.pick(indices);
  return plate.slice(0, target) + alike.get(plate[target]) + plate.slice(target + 1);
}

/** How often cameras fail, as shares of the passing cars. */
export interface CameraFaults {
  misread: number;
  missed: number;
  doubled: number;
  late: number;
}

export const usualFaults: CameraFaults = { misread: 0.03, missed: 0.01, doubled: 0.02, late: 0.02 };

/** The readings that a lot's camera reports for a passing car: usually one, sometimes none or two. */
export function makeReadings(
  random: Random,
  faults: CameraFaults,
  car: { driver: Driver; direction: 'Entrance' | 'Exit'; at: Instant; event: string },
): Step[] {
  if (random.chance(faults.missed)) return [];
  const wrong = random.chance(faults.misread);
  const { driver, direction, event } = car;
  const delay = random.chance(faults.late) ? random.int(1, 9) * minuteMs : random.int(200, 1500);
  const read = (name: string, captured_at: Instant, plate: string): Step => ({
    kind: 'read',
    at: instant(captured_at + delay),
    reading: {
      direction,
      driver,
      plate,
      confidence:
        Math.round((plate === driver.plate ? 0.9 : 0.7) * 1000 + random.int(0, 90)) / 1000,
      captured_at,
      event: name,
    },
  });
  const first = read(event, car.at, wrong ? misread(random, driver.plate) : driver.plate);
  if (!random.chance(faults.doubled)) return [first];
  const repeatedAt = instant(car.at + random.int(300, 2500));
  return [first, read(`${event}-2`, repeatedAt, driver.plate)];
}
