import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { CameraState, ErrorRates } from './cameras/errors.ts';
import { drawConfidence, drawDelay, readPlate, readState } from './cameras/errors.ts';
import type { ReadStep } from './steps.ts';
import type { Driver } from './world/drivers.ts';
import type { Random } from './world/random.ts';

/** A car that passes a camera. */
export interface PassingCar {
  driver: Driver;
  direction: 'Entrance' | 'Exit';
  at: Instant;
  event: string;
}

/** When a camera reads a car again: it drives slowly, or one in four times it waits at the gate. */
const drawRepetition = (random: Random) =>
  random.chance(0.25) ? random.int(10_000, 4 * minuteMs) : random.int(300, 2500);

/** The readings that a lot's camera reports for a passing car: usually one, sometimes none or two. */
export function makeReadings(
  random: Random,
  rates: ErrorRates,
  car: PassingCar,
  camera: CameraState,
): ReadStep[] {
  const { driver, direction } = car;
  if (camera.isDown || random.chance(rates.missed)) return [];
  const makeReading = (event: string, at: number): ReadStep => {
    const plate = readPlate(random, rates, driver.plate);
    return {
      kind: 'read',
      at: instant(at + drawDelay(random, rates)),
      reading: {
        direction,
        driver,
        plate,
        state: readState(random, rates, driver.state),
        confidence: drawConfidence(random, rates, plate === driver.plate),
        captured_at: instant(at + camera.clockMs),
        event,
      },
    };
  };
  const first = makeReading(car.event, car.at);
  if (!random.chance(rates.doubled)) return [first];
  return [first, makeReading(`${car.event}-2`, car.at + drawRepetition(random))];
}
