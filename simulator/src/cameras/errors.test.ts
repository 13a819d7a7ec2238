import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { describe, expect, test } from 'vitest';
import { listTrueReads, makeTrueMonth } from '../truth/month.ts';
import { Random } from '../world/random.ts';
import type { ErrorRates } from './errors.ts';
import {
  errorLevels,
  findCameraState,
  noErrors,
  readPlate,
  readState,
  scaleErrors,
} from './errors.ts';

const start = fromIso('2026-06-01T07:00:00Z');
const plan = { seed: 7, start, days: 10, lots: 2, quantity: 120 };
const month = makeTrueMonth(plan);
const passes = 2 * month.stays.length;

/** The share of a month's passes whose reads are such. */
function countShare(rates: Partial<ErrorRates>, isSuch: (reads: Read[]) => boolean): number {
  const reads = listTrueReads(month, { ...noErrors, ...rates });
  const byPass = Map.groupBy(reads, ({ stay, step }) => `${stay.id} ${step.reading.direction}`);
  const missing = Array.from({ length: passes - byPass.size }, (): Read[] => []);
  return [...byPass.values(), ...missing].filter(isSuch).length / passes;
}
type Read = ReturnType<typeof listTrueReads>[number];

const hasRead = (isSuch: (read: Read) => boolean) => (reads: Read[]) => reads.some(isSuch);
const isMisread = ({ stay, step }: Read) => step.reading.plate !== stay.driver.plate;
const isLate = ({ step }: Read) => step.at - step.reading.captured_at >= minuteMs;

describe('error rates', () => {
  test.each<[string, Partial<ErrorRates>, (reads: Read[]) => boolean]>([
    ['missed reads', { missed: 0.1 }, (reads) => reads.length === 0],
    ['doubled reads', { doubled: 0.1 }, (reads) => reads.length === 2],
    ['other characters', { otherCharacter: 0.1 }, hasRead(isMisread)],
    ['plates that are cut off', { cutOff: 0.1 }, hasRead(isMisread)],
    ['reads without a state', { noState: 0.1 }, hasRead(({ step }) => step.reading.state === null)],
    [
      'wrong states',
      { wrongState: 0.1 },
      hasRead(({ stay, step }) => step.reading.state !== stay.driver.state),
    ],
    ['late reads', { late: 0.1 }, hasRead(isLate)],
  ])('a tenth of %s is a tenth of the passing cars', (_, rates, isSuch) => {
    const share = countShare(rates, isSuch);
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
    expect(countShare({}, isSuch)).toBe(0);
  });

  test('nearly every plate has a look-alike character', () => {
    const share = countShare({ lookAlike: 0.1 }, hasRead(isMisread));
    expect(share).toBeGreaterThan(0.07);
    expect(share).toBeLessThan(0.12);
  });

  test('each level misreads its share of the plates', () => {
    for (const [level, least, most] of [
      ['few', 0.003, 0.007],
      ['some', 0.015, 0.024],
      ['many', 0.04, 0.058],
    ] as const) {
      const share = countShare(errorLevels[level], hasRead(isMisread));
      expect(share, level).toBeGreaterThan(least);
      expect(share, level).toBeLessThan(most);
    }
  });

  test('a plate that is cut off lacks its first or its last character', () => {
    const rates = { ...noErrors, cutOff: 1 };
    const read = new Set(
      Array.from({ length: 50 }, (_, index) => readPlate(new Random(index), rates, 'ABC123')),
    );
    expect([...read].sort()).toEqual(['ABC12', 'BC123']);
    expect(readState(new Random(1), { ...noErrors, wrongState: 1 }, 'AZ')).not.toBe('AZ');
  });

  test('misread plates are usually less sure, but one in five isn’t', () => {
    const rates = { ...noErrors, otherCharacter: 0.5, confident: 0.2 };
    const wrong = listTrueReads(month, rates).filter(isMisread);
    const sure = wrong.filter(({ step }) => step.reading.confidence >= 0.9).length;
    expect(sure / wrong.length).toBeGreaterThan(0.15);
    expect(sure / wrong.length).toBeLessThan(0.25);
  });
});

describe('a camera', () => {
  const states = (rates: Partial<ErrorRates>) =>
    Array.from({ length: 100 }, (_, camera) =>
      Array.from({ length: 24 * 30 }, (_, hour) =>
        findCameraState(
          { ...noErrors, ...rates },
          { seed: 7, camera: `${camera}` },
          instant(start + hour * hourMs),
        ),
      ),
    ).flat();

  test('a camera with an outage a month is down for three and a half hours of it', () => {
    const down = states({ outages: 1 }).filter(({ isDown }) => isDown).length / 100;
    expect(down).toBeGreaterThan(2.5);
    expect(down).toBeLessThan(4.5);
    expect(states({}).some(({ isDown, clockMs }) => isDown || clockMs !== 0)).toBe(false);
  });

  test('a clock that is set wrong is off by 2 to 30 minutes', () => {
    const off = states({ wrongClocks: 1 }).filter(({ clockMs }) => clockMs !== 0);
    expect(off.length / 100).toBeGreaterThan(8);
    expect(off.length / 100).toBeLessThan(17);
    const minutes = off.map(({ clockMs }) => Math.abs(clockMs) / minuteMs);
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...minutes)).toBeLessThanOrEqual(30);
  });

  test('a drifting clock is off by up to seven days’ drift', () => {
    const off = states({ drift: 2 }).map(({ clockMs }) => Math.abs(clockMs));
    expect(Math.max(...off)).toBeGreaterThan(13_000);
    expect(Math.max(...off)).toBeLessThanOrEqual(14_000);
  });
});

test('the same seed gives the same month with the same messages, and another seed another month', () => {
  const again = makeTrueMonth(plan);
  expect(again).toEqual(month);
  expect(listTrueReads(again, errorLevels.many)).toEqual(listTrueReads(month, errorLevels.many));
  const other = makeTrueMonth({ ...plan, seed: 8 });
  expect(other.stays[0]?.driver.plate).not.toBe(month.stays[0]?.driver.plate);
});

test('no car of a true month is in twice at the same time', () => {
  const byCar = Map.groupBy(month.stays, ({ lot, driver }) => `${lot.spot.pk} ${driver.plate}`);
  for (const stays of byCar.values()) {
    const sorted = [...stays].sort((a, b) => a.entrance - b.entrance);
    for (const [index, stay] of sorted.slice(1).entries()) {
      expect(stay.entrance).toBeGreaterThan(sorted[index]?.exit ?? 0);
    }
  }
  expect(byCar.size).toBeLessThan(month.stays.length);
});

test('a level’s other errors are in proportion to its misreads', () => {
  expect(scaleErrors(0.04).missed).toBeCloseTo(2 * errorLevels.some.missed);
  const { lookAlike, otherCharacter, cutOff } = errorLevels.some;
  expect(lookAlike + otherCharacter + cutOff).toBeCloseTo(0.02);
});
