import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { ErrorRates } from './cameras/errors.ts';
import type { Lot } from './lots.ts';
import { carsPerMinute } from './lots.ts';
import { listSteps } from './stays.ts';
import type { Step } from './steps.ts';
import type { Driver } from './world/drivers.ts';
import { makeDriver } from './world/drivers.ts';
import { Random } from './world/random.ts';

/** A step, and the lot where it happens. */
export type LotStep = Step & { lot: Lot };

export interface Play {
  seed: number;
  lots: readonly Lot[];
  rates: ErrorRates;
}

/**
 * Everything that results from the cars of one minute; the same for the same seed. At least one car arrives every
 * minute, wherever that is likeliest at the hour.
 */
export function listArrivals({ seed, lots, rates }: Play, minute: Instant): LotStep[] {
  const counts: number[] = lots.map((lot) =>
    new Random(seed, 'cars', lot.spot.name, minute).poisson(carsPerMinute(lot, minute)),
  );
  if (lots.length > 0 && !counts.some((count) => count > 0)) {
    const weights = lots.map((lot) => carsPerMinute(lot, minute) + 0.001);
    counts[new Random(seed, 'one car', minute).index(weights)] = 1;
  }
  return lots.flatMap((lot, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, car) => {
      const random = new Random(seed, 'car', lot.spot.name, minute, car);
      const id = `${seed}-${lot.spot.pk}-${minute / minuteMs}-${car}`;
      const { spot, profile } = lot;
      const driver = driverAt(random, seed, lot, id);
      const at = instant(minute + random.int(0, minuteMs - 1));
      const seen = { entrance: lot.entrance !== null, exit: lot.exit !== null };
      const steps = listSteps(random, { id, spot, profile, driver, at }, { seed, rates, seen });
      return steps.map((step): LotStep => ({ ...step, lot }));
    }).flat(),
  );
}

/** Half of the drivers come repeatedly, the others once. */
export function driverAt(random: Random, seed: number, { spot }: Lot, id: string): Driver {
  const circle = Math.max(10, spot.quantity * 2);
  const key = random.chance(0.5) ? `r${random.int(1, circle)}` : id;
  return makeDriver(seed, `${spot.name} ${key}`, spot.state, '602');
}
