import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import { formatCount, formatMoney } from '../../../kernel/format.ts';

const hourSeconds = 3600;

/** What a camera missed in its silent hours; money in cents. */
export interface MissedCars {
  hours: number;
  cars: [low: number, high: number];
  lost: [low: number, high: number];
}

/** Adds up the silent hours of each camera, by its number. */
export function sumMissed(gaps: readonly CameraGap[]): ReadonlyMap<number, MissedCars> {
  const byCamera = new Map<number, MissedCars>();
  for (const gap of gaps) {
    if (gap.kind !== 'silent' || gap.camera_pk === null) continue;
    const { hours, cars, lost } = byCamera.get(gap.camera_pk) ?? {
      hours: 0,
      cars: [0, 0],
      lost: [0, 0],
    };
    byCamera.set(gap.camera_pk, {
      hours: hours + (gap.end - gap.start) / hourSeconds,
      cars: [cars[0] + gap.cars_low, cars[1] + gap.cars_high],
      lost: [lost[0] + gap.lost_low, lost[1] + gap.lost_high],
    });
  }
  return byCamera;
}

const describeRange = ([low, high]: [number, number], format: (value: number) => string) =>
  low === high ? format(low) : `${format(low)} to ${format(high)}`;

/** '22 to 40 cars in 6 h', and '$110 to $200', if that is known. */
export const describeMissed = ({ hours, cars, lost }: MissedCars) => ({
  cars: `${describeRange(cars, formatCount)} cars in ${formatCount(Math.max(1, Math.round(hours)))} h`,
  cost: lost[1] > 0 ? describeRange(lost, formatMoney) : null,
});
