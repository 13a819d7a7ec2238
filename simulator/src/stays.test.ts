import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { OwnSpot } from '@lotkeeper/contract/platform/own-spots';
import { describe, expect, test } from 'vitest';
import { listArrivals } from './arrivals.ts';
import { errorLevels, misread, noErrors, usualErrors } from './cameras/errors.ts';
import { simulatedClock } from './clock.ts';
import type { Feed } from './connection.ts';
import { carsPerMinute, toLot } from './lots.ts';
import { readOptions } from './options.ts';
import { makeReadings } from './readings.ts';
import { listSteps } from './stays.ts';
import type { Step } from './steps.ts';
import { makeDriver } from './world/drivers.ts';
import { Random } from './world/random.ts';

const noon = fromIso('2026-06-16T19:00:00Z');

const spot: OwnSpot = {
  pk: 5,
  uuid: '00000000-0000-4000-8000-000000000005',
  name: 'Fifth Lot',
  city: 'Phoenix',
  state: 'AZ',
  timezone: 'America/Phoenix',
  classification: 'Surface Lot',
  quantity: 40,
  price_hourly: cents(400),
  price_daily: cents(1500),
  price_monthly: null,
  price_flat: null,
  daily_max: cents(1500),
};
const feed = (direction: Feed['direction']): Feed => ({
  spot: 5,
  format: 'frigate',
  direction,
  path: '/x',
  signing_secret: null,
});
const lot = toLot(spot, [feed('Entrance'), feed('Exit')]);
const driver = makeDriver(7, 'somebody', 'AZ', '602');

function comings(count: number, over: Partial<OwnSpot> = {}): Step[][] {
  return Array.from({ length: count }, (_, index) =>
    listSteps(
      new Random('coming', index),
      {
        id: `c-${index}`,
        spot: { ...spot, ...over },
        profile: 'neighborhood',
        driver,
        at: noon,
      },
      { seed: 7, rates: noErrors, seen: { entrance: true, exit: true } },
    ),
  );
}

describe('a car that comes', () => {
  const all = comings(2000);
  const count = (kind: Step['kind']) =>
    all.filter((steps) => steps.some((s) => s.kind === kind)).length;

  test('a simulated car is seen on arrival and departure by cameras that make no mistakes', () => {
    for (const steps of all) {
      const reads = steps.flatMap((step) => (step.kind === 'read' ? [step.reading] : []));
      expect(reads.map((reading) => reading.direction)).toEqual(['Entrance', 'Exit']);
      expect(reads[0]?.captured_at).toBe(noon);
      expect((reads[1]?.captured_at ?? 0) - noon).toBeGreaterThan(minuteMs);
      expect(reads.every((reading) => reading.plate === driver.plate)).toBe(true);
    }
  });

  test('about four in five simulated cars rent, with tax and fee within the amount paid', () => {
    expect(count('rental') / all.length).toBeGreaterThan(0.75);
    expect(count('rental') / all.length).toBeLessThan(0.86);
    for (const step of all.flat()) {
      if (step.kind !== 'rental') continue;
      const [charge] = step.item.charges;
      expect(charge?.amount).toBeGreaterThan(0);
      expect((charge?.tax ?? 0) + (charge?.processing_fee ?? 0)).toBeLessThan(charge?.amount ?? 0);
      expect(fromIso(step.item.end_date ?? '')).toBeGreaterThan(fromIso(step.item.start_date));
    }
  });

  test('a simulated rental is sometimes extended, ended early, refunded and reviewed', () => {
    for (const kind of ['change', 'payment', 'end', 'refund', 'review'] as const) {
      expect(count(kind), kind).toBeGreaterThan(10);
    }
  });

  test('a simulated rental is reported before it is changed, ended or paid', () => {
    for (const steps of all) {
      const created = steps.find((step) => step.kind === 'rental')?.at ?? 0;
      for (const step of steps) {
        if (['change', 'end', 'payment', 'refund'].includes(step.kind)) {
          expect(step.at).toBeGreaterThanOrEqual(created);
        }
      }
    }
  });

  test('a simulated car is only read, and rents nothing, where nothing is sold', () => {
    const free = comings(50, { price_hourly: null, price_daily: null });
    expect(new Set(free.flat().map((step) => step.kind))).toEqual(new Set(['read']));
  });
});

describe('cameras', () => {
  const car = { driver, direction: 'Entrance' as const, at: noon, event: 'e' };
  const working = { isDown: false, clockMs: 0 };
  const readings = (rates: typeof noErrors) =>
    Array.from({ length: 1000 }, (_, index) =>
      makeReadings(new Random(index), rates, car, working),
    );

  test('simulated cameras confuse look-alike characters, and leave a plate without any as it is', () => {
    expect(misread(new Random(1), 'B')).toBe('8');
    expect(misread(new Random(1), 'ACE7')).toBe('ACE7');
    const wrong = misread(new Random(2), 'SB0123');
    expect(wrong).toHaveLength(6);
    expect(wrong.split('').filter((sign, at) => sign !== 'SB0123'[at])).toHaveLength(1);
  });

  test('simulated cameras miss, double and delay reads as often as they are set to', () => {
    const all = readings({ ...noErrors, lookAlike: 0.5, missed: 0.2, doubled: 0.5, late: 0.5 });
    const share = (count: number) => count / 1000;
    expect(share(all.filter((one) => one.length === 0).length)).toBeCloseTo(0.2, 1);
    expect(share(all.filter((one) => one.length === 2).length)).toBeCloseTo(0.4, 1);
    const first = all.flatMap(([one]) => (one ? [one] : []));
    const late = first.filter((one) => one.at - one.reading.captured_at >= minuteMs);
    expect(late.length / first.length).toBeCloseTo(0.5, 1);
  });

  test('simulated cameras read each car exactly once when no faults are configured', () => {
    for (const one of readings(noErrors)) expect(one).toHaveLength(1);
  });
});

describe('a day', () => {
  const play = { seed: 7, lots: [lot], rates: usualErrors };

  test('a simulated day is the same for the same seed, with the same ids', () => {
    const minute = instant(Math.floor(noon / minuteMs) * minuteMs);
    expect(listArrivals(play, minute)).toEqual(listArrivals(play, minute));
    expect(listArrivals({ ...play, seed: 8 }, minute)).not.toEqual(listArrivals(play, minute));
  });

  test('a simulated day has a car in every minute, at night too', () => {
    const night = fromIso('2026-06-16T10:00:00Z');
    expect(carsPerMinute(lot, night)).toBeLessThan(0.01);
    for (let minute = 0; minute < 60; minute++) {
      const steps = listArrivals({ ...play, rates: noErrors }, instant(night + minute * minuteMs));
      expect(steps.some((step) => step.kind === 'read')).toBe(true);
    }
  });

  test('a simulated day at speed 60 lasts 24 minutes and ends now', () => {
    let real = noon as number;
    const clock = simulatedClock({ speed: 60, hours: 24 }, () => real as Instant);
    const dayMs = 24 * 60 * minuteMs;
    expect(clock.until).toBe(noon + 24 * minuteMs);
    expect(clock.now()).toBe(noon + 24 * minuteMs - dayMs);
    real += 24 * minuteMs;
    expect(clock.now()).toBe(real);
    expect(clock.now()).toBe(clock.until);
  });

  test('a simulated day at speed 1 begins now and continues', () => {
    const clock = simulatedClock({ speed: 1, hours: null }, () => noon);
    expect([clock.now(), clock.until]).toEqual([noon, null]);
  });
});

describe('the options', () => {
  test('the defaults are a day at speed 60, and an endless run at speed 1', () => {
    expect(readOptions(['--speed', '60', '--lots', '3'], 'd')).toMatchObject({
      speed: 60,
      lots: 3,
      hours: 24,
      seed: 7,
    });
    expect(readOptions([], 'd').hours).toBeNull();
  });

  test('a level of errors sets all rates, and --misread its look-alikes', () => {
    expect(readOptions([], 'd').rates).toEqual(usualErrors);
    expect(readOptions(['--errors', 'many'], 'd').rates).toEqual(errorLevels.many);
    expect(readOptions(['--errors', 'none', '--misread', '0.1'], 'd').rates).toEqual({
      ...noErrors,
      lookAlike: 0.1,
    });
  });

  test.each([
    [['--speed', 'fast'], '--speed must be a number from 0.1 to 3600.'],
    [['--lots', '0'], '--lots must be a number from 1 to 10000.'],
    [['--misread', '2'], '--misread must be a number from 0 to 1.'],
    [['--errors', 'lots'], '--errors must be one of none, few, some, many.'],
    [['--tempo', '2'], "Unknown option '--tempo'"],
  ])('the options %s are refused with a message', (args, sentence) => {
    expect(() => readOptions(args, 'd')).toThrow(sentence);
  });
});
