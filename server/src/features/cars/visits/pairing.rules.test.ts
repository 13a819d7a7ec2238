import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longestStayMs, pairReadings } from './pairing.rules.ts';
import type { Reading } from './passes.rules.ts';

let next = 1;
/** A reading of ABC123, in seconds after a start time. */
const seen = (
  seconds: number,
  direction: Reading['direction'],
  more: Partial<Reading> = {},
): Reading => {
  const pk = next++;
  const plate = more.plate ?? 'ABC123';
  return {
    pk,
    at: instant(seconds * 1000),
    source: 'test',
    external_id: String(pk),
    camera_pk: null,
    plate_key: plateKey(plate),
    state: 'AZ',
    country: 'US',
    sureness: 0.9,
    direction,
    image: null,
    plate_image: null,
    stay: null,
    ...more,
    plate,
  };
};

/** Each visit as [entrance, exit] in seconds, with ? if it's doubtful and ! if the exit was missed. */
const visitsOf = (...readings: Reading[]) =>
  pairReadings(readings).map((visit) => [
    visit.entrance_at === null ? null : visit.entrance_at / 1000,
    visit.exit_at === null ? null : visit.exit_at / 1000,
    `${visit.doubtful ? '?' : ''}${visit.exit_missed ? '!' : ''}`,
  ]);
const hour = 3600;
const inn = (seconds: number, more?: Partial<Reading>) => seen(seconds, 'Entrance', more);
const out = (seconds: number, more?: Partial<Reading>) => seen(seconds, 'Exit', more);

describe('entrances and exits', () => {
  test('an entrance and an exit make one visit', () => {
    expect(visitsOf(inn(0), out(hour))).toEqual([[0, hour, '']]);
  });

  test('two entrances with their exits make two visits', () => {
    expect(visitsOf(inn(0), out(hour), inn(2 * hour), out(3 * hour))).toEqual([
      [0, hour, ''],
      [2 * hour, 3 * hour, ''],
    ]);
  });

  test('an entrance alone or an exit alone makes a visit with one end', () => {
    expect(visitsOf(inn(0))).toEqual([[0, null, '']]);
    expect(visitsOf(out(0))).toEqual([[null, 0, '']]);
    expect(visitsOf(inn(0), inn(hour), out(2 * hour), out(3 * hour))).toEqual([
      [0, null, '!'],
      [hour, 2 * hour, ''],
      [null, 3 * hour, ''],
    ]);
  });

  test('an entrance and an exit make one stay when they are 30 days apart, and two visits a second later', () => {
    const limit = longestStayMs / 1000;
    expect(visitsOf(inn(0), out(limit))).toEqual([[0, limit, '']]);
    expect(visitsOf(inn(0), out(limit + 1))).toEqual([
      [0, null, ''],
      [null, limit + 1, ''],
    ]);
  });
});

describe('repeated readings', () => {
  test('repeated readings of a car that waits at the gate are one pass, from the first to the last reading', () => {
    expect(visitsOf(inn(0), inn(240), inn(480), out(hour), out(hour + 20))).toEqual([
      [0, hour + 20, ''],
    ]);
  });

  test('a car that turns around at the exit and comes back makes two visits', () => {
    expect(visitsOf(inn(0), out(100), inn(200), out(hour))).toEqual([
      [0, 100, ''],
      [200, hour, ''],
    ]);
  });

  test('entrances within half an hour are one entrance, and a later one begins another visit', () => {
    expect(visitsOf(inn(0), inn(1800), out(hour))).toEqual([[0, hour, '?']]);
    expect(visitsOf(inn(0), inn(1801), out(hour))).toEqual([
      [0, null, '!'],
      [1801, hour, ''],
    ]);
  });

  test('a parked car that a camera sees all day long makes one entrance, and a doubtful visit', () => {
    const all = Array.from({ length: 20 }, (_, index) => inn(index * 1500));
    expect(visitsOf(...all, out(10 * hour))).toEqual([[0, 10 * hour, '?']]);
    const often = Array.from({ length: 20_000 }, (_, index) => inn(index * 10));
    expect(pairReadings([...often, out(200_000)])).toHaveLength(1);
  });

  test('exits within five minutes are one exit, and a later one has no entrance', () => {
    expect(visitsOf(inn(0), out(hour), out(hour + 300))).toEqual([[0, hour + 300, '']]);
    expect(visitsOf(inn(0), out(hour), out(hour + 301))).toEqual([
      [0, hour, ''],
      [null, hour + 301, ''],
    ]);
  });

  test('a reading without a direction beside one with a direction belongs to the same pass', () => {
    expect(visitsOf(inn(0), seen(5, null), out(hour))).toEqual([[0, hour, '']]);
  });

  test('a reading in the other direction is another pass, of a car that turned around', () => {
    expect(visitsOf(inn(0), out(30))).toEqual([[0, 30, '']]);
  });
});

describe('disagreeing clocks', () => {
  test('an exit seconds before its entrance makes a visit of no length', () => {
    expect(visitsOf(out(0), inn(20))).toEqual([[20, 20, '']]);
  });

  test('an exit seconds before an entrance with a later exit is ignored, and the visit is doubtful', () => {
    expect(visitsOf(out(0), inn(20), out(hour))).toEqual([[20, hour, '?']]);
  });

  test('an exit up to five minutes before an entrance is its own, and one that is earlier a visit of its own', () => {
    expect(visitsOf(out(0), inn(300))).toEqual([[300, 300, '']]);
    expect(visitsOf(out(0), inn(301))).toEqual([
      [null, 0, ''],
      [301, null, ''],
    ]);
  });
});

describe('look-alike characters', () => {
  const alike = { plate: 'A8C123' };

  test('plates pair when one look-alike character differs, and are doubtful when two differ', () => {
    expect(visitsOf(inn(0), out(hour, alike))).toEqual([[0, hour, '']]);
    expect(visitsOf(inn(0), out(hour, { plate: 'A8CI23' }))).toEqual([[0, hour, '?']]);
  });

  test('when two look-alike cars are there at once, each exit goes to the same plate', () => {
    expect(visitsOf(inn(0), inn(hour, alike), out(2 * hour), out(3 * hour, alike))).toEqual([
      [0, 2 * hour, ''],
      [hour, 3 * hour, ''],
    ]);
  });

  test('two look-alike cars that come within a minute are two once both were read leaving', () => {
    expect(visitsOf(inn(0), inn(20, alike))).toEqual([[0, null, '']]);
    expect(visitsOf(inn(0), inn(20, alike), out(hour), out(2 * hour, alike))).toEqual([
      [0, hour, ''],
      [20, 2 * hour, ''],
    ]);
  });

  test('both visits are doubtful until they were read alike coming and going', () => {
    expect(visitsOf(inn(0), inn(hour, alike), out(2 * hour))).toEqual([
      [0, 2 * hour, ''],
      [hour, null, '?'],
    ]);
    expect(visitsOf(inn(0), inn(hour, alike))).toEqual([
      [0, null, '?'],
      [hour, null, '?'],
    ]);
  });

  test('another state counts as another differing character', () => {
    expect(visitsOf(inn(0), out(hour, { state: 'NV' }))).toEqual([[0, hour, '']]);
    expect(visitsOf(inn(0), out(hour, { ...alike, state: 'NV' }))).toEqual([[0, hour, '?']]);
  });

  test('a visit takes the plate of its most confident reading and a state that one of its readings had', () => {
    const [visit] = pairReadings([
      inn(0, { ...alike, sureness: 0.99, state: null }),
      out(hour, { sureness: 0.8, state: 'AZ' }),
      out(hour + 5, { ...alike, sureness: 0.7, state: 'NV' }),
    ]);
    expect(visit).toMatchObject({ plate: 'A8C123', state: 'NV' });
  });
});

describe('readings without a direction', () => {
  test('passes without a direction count as entrance and exit in turn, and are doubtful', () => {
    expect(visitsOf(seen(0, null), seen(hour, null), seen(2 * hour, null))).toEqual([
      [0, hour, '?'],
      [2 * hour, null, '?'],
    ]);
  });
});

describe('which car an exit is of', () => {
  const alike = { plate: 'A8C123' };

  test('the one with its own plate, in whatever order they leave', () => {
    expect(visitsOf(inn(0), inn(2400, alike), out(hour, alike), out(2 * hour))).toEqual([
      [0, 2 * hour, ''],
      [2400, hour, ''],
    ]);
    expect(visitsOf(inn(0), inn(2400, alike), out(hour), out(2 * hour, alike))).toEqual([
      [0, hour, ''],
      [2400, 2 * hour, ''],
    ]);
  });

  test('the one that came last, if it looks as much like either', () => {
    const other = { plate: 'A8CI23' };
    expect(visitsOf(inn(0), inn(2400, other), out(hour, { plate: 'ABCI23' }))).toEqual([
      [0, null, '?'],
      [2400, hour, '?'],
    ]);
  });

  test('the one that just left, if only a look-alike is still in', () => {
    expect(visitsOf(inn(0, alike), inn(2400), out(hour), out(hour + 100))).toEqual([
      [0, null, '?'],
      [2400, hour + 100, ''],
    ]);
    expect(visitsOf(inn(0), out(100), inn(200), out(250))).toEqual([
      [0, 100, ''],
      [200, 250, ''],
    ]);
  });

  test('nobody’s for sure, if its direction is unknown or its pass has reads of two plates', () => {
    expect(visitsOf(inn(0), seen(hour, null))).toEqual([[0, hour, '?']]);
    expect(visitsOf(inn(0), inn(5, { plate: 'A8CI23' }), out(hour))).toEqual([[0, hour, '?']]);
  });

  test('just before an entrance, of the car that enters, if no more than one character differs', () => {
    expect(visitsOf(out(0, alike), inn(60))).toHaveLength(1);
    expect(visitsOf(out(0, { plate: 'A8CI23' }), inn(60))).toHaveLength(2);
  });
});

describe('a stay that a person put together', () => {
  const a = { stay: 'a' };

  test('lasts to its own exit, whatever was read meanwhile', () => {
    expect(visitsOf(inn(0, a), out(hour), out(2 * hour, a))).toEqual([
      [0, 2 * hour, ''],
      [null, hour, ''],
    ]);
    expect(visitsOf(inn(0, a), inn(600), out(hour, a))).toEqual([[0, hour, '']]);
  });

  test('that has no exit yet ends with the next one', () => {
    expect(visitsOf(inn(0, a), out(hour))).toEqual([[0, hour, '']]);
    expect(visitsOf(out(hour, a))).toEqual([[null, hour, '']]);
  });

  test('takes reads of the same pass with it', () => {
    expect(visitsOf(inn(0), inn(600, a), out(hour, a))).toEqual([[0, hour, '']]);
    expect(visitsOf(inn(0), inn(1801, a), out(hour, a))).toEqual([
      [0, null, '!'],
      [1801, hour, ''],
    ]);
    expect(visitsOf(inn(0, a), out(hour), out(hour + 60, a))).toEqual([[0, hour + 60, '']]);
  });

  test('begins and ends with reads without a direction, without a doubt', () => {
    const none = (seconds: number) => seen(seconds, null, a);
    expect(visitsOf(inn(0, a), none(hour))).toEqual([[0, hour, '']]);
    expect(visitsOf(none(0), none(hour))).toEqual([[0, hour, '']]);
  });
});

test('a visit has the images of both ends, and says whether its reads have one plate', () => {
  const images = (name: string) => ({ image: `${name}.jpg`, plate_image: `${name}-plate.jpg` });
  const [visit] = pairReadings([inn(0, images('in')), out(hour, images('out'))]);
  expect(visit).toMatchObject({
    entrance_image: 'in.jpg',
    entrance_plate_image: 'in-plate.jpg',
    exit_image: 'out.jpg',
    exit_plate_image: 'out-plate.jpg',
    reads_agree: true,
  });
  expect(pairReadings([inn(0), out(hour, { plate: 'A8C123' })])).toMatchObject([
    { entrance_image: null, exit_image: null, reads_agree: false },
  ]);
});

describe('readings in any order', () => {
  const anyReading = fc.record({
    seconds: fc.oneof(fc.nat({ max: 600 }), fc.nat({ max: 40 * (dayMs / 1000) })),
    direction: fc.constantFrom('Entrance' as const, 'Exit' as const, null),
    plate: fc.constantFrom('ABC123', 'A8C123', 'A8CI23'),
    state: fc.constantFrom('AZ', 'NV', null),
    sureness: fc.constantFrom(null, 0.5, 0.9),
    camera_pk: fc.constantFrom(null, 1, 2),
    stay: fc.option(fc.constantFrom('1', '2'), { freq: 3 }),
  });
  const anyReadings = fc
    .array(anyReading, { minLength: 1, maxLength: 14 })
    .map((list) => list.map(({ seconds, direction, ...more }) => seen(seconds, direction, more)));
  const shuffled = anyReadings.chain((readings) =>
    fc.tuple(
      fc.constant(readings),
      fc.shuffledSubarray(readings, { minLength: readings.length, maxLength: readings.length }),
    ),
  );

  test('readings in any order make the same visits', () => {
    fc.assert(
      fc.property(shuffled, ([readings, other]) => {
        expect(pairReadings(other)).toEqual(pairReadings(readings));
      }),
      { numRuns: 500 },
    );
  });

  test('readings that a person said are one stay make one visit, and no other stay’s are in it', () => {
    fc.assert(
      fc.property(anyReadings, (readings) => {
        const visits = pairReadings(readings);
        const stayOf = new Map(readings.map(({ pk, stay }) => [pk, stay]));
        const staysOf = (pks: readonly number[]) =>
          new Set(pks.flatMap((pk) => stayOf.get(pk) ?? []));
        for (const stay of ['1', '2']) {
          const count = visits.filter((visit) => staysOf(visit.readings).has(stay)).length;
          expect(count).toBe(readings.some((reading) => reading.stay === stay) ? 1 : 0);
        }
        for (const visit of visits) expect(staysOf(visit.readings).size).toBeLessThan(2);
      }),
    );
  });

  test('every reading is part of exactly one visit, and no visit ends before it begins', () => {
    fc.assert(
      fc.property(anyReadings, (readings) => {
        const visits = pairReadings(readings);
        const parts = visits.flatMap((visit) => visit.readings);
        expect(parts.toSorted((a, b) => a - b)).toEqual(readings.map((one) => one.pk));
        const said = new Set(readings.flatMap(({ pk, stay }) => (stay === null ? [] : [pk])));
        for (const visit of visits) {
          const { entrance_at, exit_at } = visit;
          if (entrance_at === null || exit_at === null) continue;
          expect(exit_at - entrance_at).toBeGreaterThanOrEqual(0);
          if (visit.readings.some((pk) => said.has(pk))) continue;
          expect(exit_at - entrance_at).toBeLessThanOrEqual(longestStayMs + 20 * 300_000);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('cameras that repeat a plate', () => {
  const everyTwentySeconds = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + index * 20);

  test('a plate that the entrance repeats for more than half an hour makes no visit', () => {
    const repeated = everyTwentySeconds(600, 100).map((at) => inn(at));
    expect(visitsOf(inn(0), out(300), ...repeated)).toEqual([[0, 300, '']]);
  });

  test('a car that is read for more than ten minutes makes a doubtful visit', () => {
    expect(visitsOf(...everyTwentySeconds(0, 32).map((at) => inn(at)))).toEqual([[0, null, '?']]);
    expect(visitsOf(...everyTwentySeconds(0, 28).map((at) => inn(at)))).toEqual([[0, null, '']]);
  });

  test('when the exit repeats a plate for hours, the car left at its first reading', () => {
    const repeated = everyTwentySeconds(hour, 400).map((at) => out(at));
    expect(visitsOf(inn(0), ...repeated)).toEqual([[0, hour, '']]);
  });

  test('a car that enters again within half an hour, with no exit seen, makes one doubtful visit', () => {
    expect(visitsOf(inn(0), inn(1200), out(1800))).toEqual([[0, 1800, '?']]);
    expect(visitsOf(inn(0), inn(240), out(1800))).toEqual([[0, 1800, '']]);
  });
});
