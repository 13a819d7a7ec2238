import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, daysBetween, eachDay, getWeekday } from '@lotkeeper/contract/kernel/calendar';
import type { UpcomingDay } from '@lotkeeper/contract/operations/local-intelligence';
import { describe, expect, test } from 'vitest';
import { listHolidays } from '../../../records/operations/holidays.ts';
import type { Measured } from './chance.rules.ts';
import { computeChance, computeConfidence } from './chance.rules.ts';
import { buildLocalIntelligence } from './local-intelligence.rules.ts';
import type { LotEvent } from './occasions.rules.ts';
import { occasionsIn, regularNames } from './occasions.rules.ts';

const day = (date: string) => date as LocalDate;
const today = day('2026-11-22');
const span = { from: day('2023-11-22'), to: day('2027-01-20') };
const holidays = await listHolidays(span, { state: 'AZ', timezone: 'America/Phoenix' });
const at = { today, holidays, money: true };

/** The days before today with 10 rentals each, or the given number for a day, and a dollar for each rental. */
const history = (from: string, rentals: (date: LocalDate) => number) =>
  eachDay(day(from), addDays(today, -1)).map((local_date) => ({
    local_date,
    rentals: rentals(local_date),
    net: rentals(local_date) * 100,
  }));

let pk = 0;
function event(overrides: Partial<LotEvent>): LotEvent {
  pk += 1;
  return {
    pk,
    name: 'Game',
    interval: 'one_time',
    date: null,
    repeat_on_day: null,
    repeat_on_week: null,
    start_time: '10:00:00',
    end_time: '22:00:00',
    is_lot_closed: false,
    ...overrides,
  };
}

describe('chance', () => {
  const ordinary = Array.from({ length: 99 }, (_, index) => 0.51 + index / 100);
  const times = (...multiples: number[]): Measured[] =>
    multiples.map((multiple) => ({ multiple, ordinary }));

  test('one day beyond 99 ordinary ones, above or below them, has a chance of 2 in 100', () => {
    expect(computeChance(times(2))).toBeCloseTo(0.02, 10);
    expect(computeChance(times(0.1))).toBeCloseTo(0.02, 10);
  });

  test('two days beyond 99 ordinary ones have a chance of 2 × 0.0001 × (1 − ln 0.0001)', () => {
    expect(computeChance(times(2, 2))).toBeCloseTo(2 * 0.0001 * (1 - Math.log(0.0001)), 10);
  });

  test('a day in the middle of the ordinary days has a chance of 1, and so do days without ordinary days', () => {
    expect(computeChance(times(1))).toBe(1);
    expect(computeChance([{ multiple: 9, ordinary: [] }])).toBe(1);
    expect(computeChance([])).toBe(1);
  });

  test('the chance stays a number for hundreds of days', () => {
    expect(computeChance(times(...Array.from({ length: 400 }, () => 3)))).toBe(0);
    expect(computeChance(times(...Array.from({ length: 400 }, () => 1)))).toBe(1);
  });

  test('two clear days make a sure effect, one a likely one, three unclear ones none, and two unclear ones an early one', () => {
    expect(computeConfidence(times(2, 2))).toBe('sure');
    expect(computeConfidence(times(2))).toBe('likely');
    expect(computeConfidence(times(1, 1.1, 0.9))).toBe('none');
    expect(computeConfidence(times(1, 1.1))).toBe('early');
    expect(computeConfidence(times(2, 0.1, 2, 0.1))).toBe('none');
  });
});

describe('effects', () => {
  test('Labor Day with 5 rentals among Mondays of 10, twice, has a sure effect of −50%', () => {
    const labor = ['2025-09-01', '2026-09-07'];
    const rows = history('2025-03-03', (date) => (labor.includes(date) ? 5 : 10));
    const { holidays } = buildLocalIntelligence(rows, [], at);
    expect(holidays[0]).toEqual({
      name: 'Labor Day',
      times: 2,
      same_way: 2,
      change: -0.5,
      low: -0.5,
      high: -0.5,
      ordinary: 0,
      confidence: 'sure',
      last_date: '2026-09-07',
      net_change: -0.5,
    });
    expect(holidays.find(({ name }) => name === 'Veterans Day')?.change).toBe(0);
  });

  test('days with a holiday or an event do not count as ordinary days of another holiday', () => {
    // Halloween of 2026 is a Saturday; five of the Saturdays around it have games with 40 rentals. The remaining
    // Saturdays are Oct 24 before and Nov 21 after: two are too few.
    const games = ['2026-10-03', '2026-10-10', '2026-10-17', '2026-11-07', '2026-11-14'];
    const rows = history('2026-06-01', (date) =>
      games.includes(date) ? 40 : date === '2026-10-31' ? 20 : 10,
    );
    const events = games.map((date) => event({ date: day(date) }));
    const { holidays } = buildLocalIntelligence(rows, events, at);
    // Saturdays left around it: Oct 24 before, Nov 21 after. Two are too few to say.
    expect(holidays.map(({ name }) => name)).not.toContain('Halloween');
    const fewer = buildLocalIntelligence(rows, events.slice(0, 4), at);
    // Nov 14 is ordinary now: 40, 10, and 10 have the median 10, so 20 is twice as many.
    expect(fewer.holidays.find(({ name }) => name === 'Halloween')?.change).toBe(1);
  });

  test('a day with a holiday and an event counts for neither, unless the event takes place only on holidays', () => {
    const rows = history('2025-03-03', () => 10);
    const both = [event({ date: day('2026-07-04') }), event({ date: day('2026-08-08') })];
    const found = buildLocalIntelligence(rows, both, at);
    expect(found.holidays.find(({ name }) => name === 'Independence Day')?.times).toBe(1);
    expect(found.events.map(({ times, last_date }) => [times, last_date])).toEqual([
      [1, '2026-08-08'],
    ]);
    const fireworks = buildLocalIntelligence(rows, [event({ date: day('2026-07-04') })], at);
    expect(fireworks.events.map(({ last_date }) => last_date)).toEqual(['2026-07-04']);
  });

  test('a weekly event is reported as regular and does not make its days special', () => {
    const weekly = event({ name: 'Market', interval: 'weekly', repeat_on_day: 5 });
    const { events, regular_events, weekdays } = buildLocalIntelligence(
      history('2026-06-01', () => 10),
      [weekly],
      at,
    );
    expect(events).toEqual([]);
    expect(regular_events).toEqual(['Market']);
    expect(weekdays.every(({ rentals }) => rentals === 10)).toBe(true);
    expect(regularNames([weekly, weekly])).toEqual(['Market']);
  });

  test('weeks without rentals do not count as ordinary, and a closure by an event has an effect of −100%', () => {
    const closed = (date: LocalDate) => date >= '2026-09-10' && date <= '2026-09-30';
    const rows = history('2026-06-01', (date) => (closed(date) ? 0 : 10));
    const { weekdays } = buildLocalIntelligence(rows, [], at);
    expect(weekdays.map(({ low }) => low)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const paving = event({ name: 'Paving', date: day('2026-11-04'), is_lot_closed: true });
    const once = history('2026-06-01', (date) => (date === '2026-11-04' ? 0 : 10));
    const { events } = buildLocalIntelligence(once, [paving], at);
    expect(events[0]).toMatchObject({ name: 'Paving', change: -1, times: 1 });
  });

  test('Good Friday and Easter Sunday of 2026 fall on April 3 and 5', () => {
    const april = [...occasionsIn(span, holidays, [])].filter(([date]) =>
      date.startsWith('2026-04'),
    );
    expect(april.map(([date, one]) => [date, one.holidays[0]])).toEqual([
      ['2026-04-03', 'Good Friday'],
      ['2026-04-05', 'Easter Sunday'],
    ]);
  });
});

test('the expectation for Thanksgiving is a usual Thursday with the effect of previous years', () => {
  const rows = history('2023-11-01', (date) =>
    ['2023-11-23', '2024-11-28', '2025-11-27'].includes(date) ? 4 : 10,
  );
  const { upcoming } = buildLocalIntelligence(rows, [], at);
  expect(upcoming[0]).toEqual({
    date: '2026-11-26',
    holidays: ['Thanksgiving Day'],
    events: [],
    closed: false,
    usual: 10,
    expected: 4,
    low: 4,
    high: 4,
    confidence: 'sure',
    estimated: false,
  });
  // Sixty days from November 22 end on January 20.
  expect(upcoming.at(-1)?.date).toBe('2027-01-18');
});

const findDay = (upcoming: readonly UpcomingDay[], date: string) =>
  upcoming.find((coming) => coming.date === date);

test('what a holiday or event brings is not known while its effect may be chance, nor at a closed property', () => {
  const paving = event({ name: 'Paving', date: day('2026-12-02'), is_lot_closed: true });
  const concert = event({ name: 'First concert', date: day('2026-12-05') });
  const { upcoming } = buildLocalIntelligence(
    history('2026-08-01', () => 10),
    [paving, concert],
    at,
  );
  for (const date of ['2026-11-26', '2026-12-05', '2026-12-25'])
    expect(findDay(upcoming, date)).toMatchObject({
      usual: 10,
      expected: null,
      low: null,
      confidence: 'early',
      estimated: false,
    });
  const closed = findDay(upcoming, '2026-12-02');
  expect(closed).toMatchObject({ closed: true, usual: 10, expected: null, low: null });
});

test('a holiday that was measured often and changes nothing is expected to be as usual', () => {
  const rows = history('2023-09-01', (date) => 10 + (daysBetween(day('2023-09-01'), date) % 3));
  const { upcoming } = buildLocalIntelligence(rows, [], at);
  expect(findDay(upcoming, '2026-12-25')).toMatchObject({ confidence: 'none', estimated: false });
  expect(findDay(upcoming, '2026-12-25')?.expected).toBe(findDay(upcoming, '2026-12-25')?.usual);
});

test('a first Christmas is expected to be like the other days off, from their lowest to their highest change', () => {
  // Memorial Day −60%, Juneteenth −60%, Independence Day −40%, and Labor Day −80% are −60% in the middle. Columbus Day
  // and Veterans Day are public holidays too, but most people work.
  const quiet: Record<string, number> = {
    '2026-05-25': 4,
    '2026-06-19': 4,
    '2026-07-04': 6,
    '2026-09-07': 2,
  };
  const rows = history('2026-03-02', (date) => quiet[date] ?? 10);
  const { upcoming } = buildLocalIntelligence(rows, [], at);
  expect(findDay(upcoming, '2026-12-25')).toMatchObject({
    usual: 10,
    expected: 4,
    low: 2,
    high: 6,
    confidence: 'early',
    estimated: true,
  });
  // Christmas Eve is a day of work for most people.
  expect(findDay(upcoming, '2026-12-24')).toMatchObject({ expected: null, estimated: false });
  const party = event({ name: 'First party', date: day('2026-12-25') });
  const withParty = buildLocalIntelligence(rows, [party], at);
  expect(findDay(withParty.upcoming, '2026-12-25')).toMatchObject({ expected: null });
});

test('a holiday that was measured once is expected to be like that time where days off are known to matter', () => {
  const quiet: Record<string, number> = {
    '2025-11-27': 1,
    '2025-12-25': 8,
    '2026-01-01': 3,
    '2026-05-25': 4,
    '2026-06-19': 4,
    '2026-07-04': 6,
    '2026-09-07': 2,
  };
  // Ordinary days have 8 to 12 rentals, so 8 on one Christmas may be chance.
  const rows = history(
    '2025-10-06',
    (date) => quiet[date] ?? 8 + (daysBetween(day('2025-10-06'), date) % 5),
  );
  const { upcoming, holidays } = buildLocalIntelligence(rows, [], at);
  const christmas = holidays.find(({ name }) => name === 'Christmas Day');
  expect(christmas).toMatchObject({ times: 1, confidence: 'early' });
  const { usual, expected, estimated } = findDay(upcoming, '2026-12-25') ?? {};
  expect(estimated).toBe(true);
  expect(expected).toBe(Math.round((usual ?? 0) * (1 + (christmas?.change ?? 0))));
});

test('a property without rentals, or with a single day of them, gets no numbers', () => {
  for (const rows of [[], history('2026-11-21', () => 3), history('2026-08-01', () => 0)]) {
    const found = buildLocalIntelligence(rows, [event({ date: day('2026-12-05') })], at);
    expect(found.holidays).toEqual([]);
    expect(found.events).toEqual([]);
    expect(found.weekdays.every(({ rentals, change }) => rentals === null && change === null)).toBe(
      true,
    );
    expect(found.upcoming.every(({ expected }) => expected === null)).toBe(true);
  }
});

test('a property with no rentals on most days gets no comparison with zero', () => {
  const rows = history('2026-06-01', (date) => (getWeekday(date) === 1 ? 1 : 0));
  const found = buildLocalIntelligence(rows, [event({ date: day('2026-10-14') })], at);
  expect(found.events).toEqual([]);
  // The mean of one Monday and six weekdays of 0 is a seventh.
  expect(found.weekdays[0]?.change).toBe(6);
  expect(JSON.stringify(found)).not.toMatch(/NaN|Infinity/);
});

test('a negative net is reported, and a usual net of zero or less has no net change', () => {
  const rows = history('2026-06-01', () => 10).map((row) => ({ ...row, net: -500 }));
  const found = buildLocalIntelligence(rows, [], at);
  expect(found.weekdays[0]?.net).toBe(-500);
  expect(found.holidays.every(({ net_change }) => net_change === null)).toBe(true);
});

test('money is left out for anyone who may not see it', () => {
  const found = buildLocalIntelligence(
    history('2026-06-01', () => 10),
    [],
    { ...at, money: false },
  );
  expect(JSON.stringify(found)).not.toContain('"net');
});

test('the clearest twenty of many events are reported, and the others are counted', () => {
  const dates = eachDay(day('2026-07-10'), day('2026-08-30')).filter((_, index) => index % 2 === 0);
  const events = dates.map((date) => event({ name: `Show ${date}`, date }));
  const found = buildLocalIntelligence(
    history('2026-03-01', () => 10),
    events,
    at,
  );
  expect(found.events).toHaveLength(20);
  expect(found.more_events).toBe(6);
});
