import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import { addDays, eachDay, fromIso, getWeekday, toIso, toLocalDate } from '../kernel/calendar.ts';
import type { Interval, Recurring } from './recurrence.ts';
import {
  eventAt,
  findFirstDay,
  intervals,
  lastWeek,
  listOccurrences,
  outranked,
} from './recurrence.ts';

const day = (text: string) => text as LocalDate;
const event = (more: Partial<Recurring>): Recurring => ({
  pk: 1,
  name: 'Game',
  interval: 'one_time',
  date: day('2026-06-15'),
  repeat_on_day: null,
  repeat_on_week: null,
  start_time: '18:00:00',
  end_time: '22:30:00',
  ...more,
});
const zone = 'America/New_York';
const nameAt = (iso: string, ...events: Recurring[]) =>
  eventAt(events, fromIso(iso), zone)?.name ?? null;
const daysOf = (event: Recurring, first: string, last: string, where = zone) =>
  listOccurrences([event], day(first), day(last), where).map((one) => one.day);
const timesOf = (event: Recurring, on: string, where = zone) =>
  listOccurrences([event], day(on), day(on), where).map(({ start, end }) => [
    toIso(start),
    toIso(end),
  ]);

describe('days', () => {
  test('the first day of an event is the next one that it takes place on, or none within two months', () => {
    const from = day('2026-06-16');
    expect(findFirstDay(event({}), from)).toBeNull();
    expect(findFirstDay(event({ interval: 'weekly', repeat_on_day: 0 }), from)).toBe('2026-06-22');
    const lastMonday = { interval: 'monthly', repeat_on_day: 0, repeat_on_week: lastWeek } as const;
    expect(findFirstDay(event(lastMonday), from)).toBe('2026-06-29');
    expect(findFirstDay(event({ date: day('2026-08-16') }), from)).toBe('2026-08-16');
    expect(findFirstDay(event({ date: day('2026-08-18') }), from)).toBeNull();
  });

  test('a one-time event takes place only on its day', () => {
    expect(daysOf(event({}), '2026-06-01', '2027-06-30')).toEqual(['2026-06-15']);
    expect(daysOf(event({}), '2026-06-16', '2026-06-30')).toEqual([]);
  });

  test('a daily event takes place every day from its first day on, or always without one', () => {
    const daily = event({ interval: 'daily' });
    expect(daysOf(daily, '2026-06-13', '2026-06-17')).toEqual([
      '2026-06-15',
      '2026-06-16',
      '2026-06-17',
    ]);
    expect(daysOf({ ...daily, date: null }, '2026-06-13', '2026-06-14')).toHaveLength(2);
  });

  test('a weekly event takes place on its weekday, where 0 is Monday, from its first day on', () => {
    const sundays = event({ interval: 'weekly', repeat_on_day: 6 });
    expect(daysOf(sundays, '2026-06-01', '2026-06-30')).toEqual(['2026-06-21', '2026-06-28']);
  });

  test('a monthly event takes place on the nth or the last weekday of the month', () => {
    const monthly = (repeat_on_week: number) =>
      event({ interval: 'monthly', date: day('2026-01-01'), repeat_on_day: 0, repeat_on_week });
    // June 2026 has five Mondays: 1, 8, 15, 22, 29.
    const inJune = [1, 2, 3, 4, lastWeek].map((week) =>
      daysOf(monthly(week), '2026-06-01', '2026-06-30'),
    );
    expect(inJune.flat()).toEqual([
      '2026-06-01',
      '2026-06-08',
      '2026-06-15',
      '2026-06-22',
      '2026-06-29',
    ]);
    // February 2027 begins on a Monday and has four of them: the fourth is the last.
    expect(daysOf(monthly(4), '2027-02-01', '2027-02-28')).toEqual(['2027-02-22']);
    expect(daysOf(monthly(lastWeek), '2027-02-01', '2027-02-28')).toEqual(['2027-02-22']);
  });

  test('a monthly event on the 31st takes place on the last day of shorter months, even in a leap year', () => {
    const monthly = event({ interval: 'monthly', date: day('2027-12-31') });
    expect(daysOf(monthly, '2028-01-01', '2028-06-30')).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
    ]);
  });
});

describe('an event at a moment', () => {
  test('an event is on from its start to its end by the property’s clock', () => {
    const times = ['17:59:59', '18:00:00', '22:29:59', '22:30:00'];
    const names = times.map((time) => nameAt(`2026-06-15T${time}-04:00`, event({})));
    expect(names).toEqual([null, 'Game', 'Game', null]);
  });

  test('an event may last until midnight', () => {
    const late = event({ end_time: '24:00:00' });
    expect(nameAt('2026-06-15T23:59:59-04:00', late)).toBe('Game');
    expect(nameAt('2026-06-16T00:00:00-04:00', late)).toBeNull();
  });

  test('a one-time event outranks monthly, weekly and daily ones, and the newest outranks its equals', () => {
    const all = intervals.map((interval, pk) =>
      event({ interval, pk, name: interval, repeat_on_day: interval === 'weekly' ? 0 : null }),
    );
    const at = '2026-06-15T19:00:00-04:00';
    const winners = intervals.map((_, left) => nameAt(at, ...all.slice(left).reverse()));
    expect(winners).toEqual(['one_time', 'monthly', 'weekly', 'daily']);
    expect(nameAt(at, event({ pk: 7, name: 'Old' }), event({ pk: 8, name: 'New' }))).toBe('New');
  });
});

describe('on the night the clock goes forward', () => {
  const night = (start_time: string, end_time: string) =>
    timesOf(event({ date: day('2026-03-08'), start_time, end_time }), '2026-03-08');

  test('an event around the skipped hour is an hour shorter', () => {
    expect(night('01:00:00', '03:30:00')).toEqual([
      ['2026-03-08T06:00:00.000Z', '2026-03-08T07:30:00.000Z'],
    ]);
  });

  test('an event within the skipped hour is an hour later', () => {
    expect(night('02:15:00', '02:45:00')).toEqual([
      ['2026-03-08T07:15:00.000Z', '2026-03-08T07:45:00.000Z'],
    ]);
  });

  test('an event that the skipped hour leaves without any time does not take place', () => {
    expect(night('02:45:00', '03:15:00')).toEqual([]);
  });
});

test('when the clocks go back, an event begins and ends at the first of the two hours', () => {
  const night = (start_time: string, end_time: string) =>
    timesOf(event({ date: day('2026-11-01'), start_time, end_time }), '2026-11-01');
  // 1:30 is 05:30Z and again 06:30Z; 2:30 is 07:30Z.
  expect(night('01:30:00', '02:30:00')).toEqual([
    ['2026-11-01T05:30:00.000Z', '2026-11-01T07:30:00.000Z'],
  ]);
  expect(night('00:30:00', '01:30:00')).toEqual([
    ['2026-11-01T04:30:00.000Z', '2026-11-01T05:30:00.000Z'],
  ]);
});

describe('overlaps', () => {
  const daily = event({ pk: 1, name: 'Daily', interval: 'daily', start_time: '09:00:00' });
  const listOutranked = (...events: Recurring[]) => {
    const found = listOccurrences(events, day('2026-06-15'), day('2026-06-15'), zone);
    const names = outranked(found);
    return found.map((one, index) => [one.event.name, names[index]]);
  };

  test('an outranked event shows which event outranks it, and the other one shows none', () => {
    expect(listOutranked(daily, event({ pk: 2 }))).toEqual([
      ['Daily', ['Game']],
      ['Game', []],
    ]);
  });

  test('events that only touch do not overlap', () => {
    const early = event({ pk: 2, start_time: '07:00:00', end_time: '09:00:00' });
    expect(listOutranked(daily, early)).toEqual([
      ['Game', []],
      ['Daily', []],
    ]);
  });
});

const zones = [
  'America/New_York',
  'America/Phoenix',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
];
const someDay = fc.integer({ min: 0, max: 1500 }).map((days) => addDays(day('2025-01-01'), days));
const someTimes = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 2 })
  .map((quarters) => {
    const text = (quarter: number) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}:00`;
    const [a = 0, b = 1] = quarters.toSorted((x, y) => x - y);
    return { start_time: text(a), end_time: text(b) };
  });
const someEvent = fc
  .record({
    interval: fc.constantFrom<Interval>(...intervals),
    date: someDay,
    weekday: fc.integer({ min: 0, max: 6 }),
    week: fc.constantFrom(1, 2, 3, 4, lastWeek, null),
    times: someTimes,
    pk: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ interval, date, weekday, week, times, pk }) => {
    const monthly = interval === 'monthly' && week !== null;
    const repeat_on_day = interval === 'weekly' || monthly ? weekday : null;
    const repeat_on_week = monthly ? week : null;
    return event({ pk, name: `${pk}`, interval, date, repeat_on_day, repeat_on_week, ...times });
  });

/** Counts off the days of a month when the events would take place if they had no first day. */
function monthOf(event: Recurring, month: LocalDate[]): LocalDate[] {
  const weekdays = month.filter((one) => getWeekday(one) - 1 === event.repeat_on_day);
  if (event.interval === 'daily') return month;
  if (event.interval === 'weekly') return weekdays;
  if (event.interval === 'one_time') return month.filter((one) => one === event.date);
  if (event.repeat_on_week !== null) {
    const nth =
      event.repeat_on_week === lastWeek ? weekdays.at(-1) : weekdays[event.repeat_on_week - 1];
    return nth ? [nth] : [];
  }
  const expectedDay = Number(event.date?.slice(8));
  return [month[expectedDay - 1] ?? (month.at(-1) as LocalDate)];
}

function oracle(event: Recurring, first: LocalDate, last: LocalDate): LocalDate[] {
  const whole = eachDay(addDays(first, -31), addDays(last, 31));
  const months = Map.groupBy(whole, (one) => one.slice(0, 7));
  const found = [...months.keys()].flatMap((month) => {
    const start = day(`${month}-01`);
    const days = eachDay(start, addDays(start, 30)).filter((one) => one.startsWith(month));
    return monthOf(event, days);
  });
  return found.filter(
    (one) => one >= first && one <= last && (event.date === null || one >= event.date),
  );
}

describe('whatever the events, zone and days', () => {
  test('events take place on the days found by counting through each month', () => {
    fc.assert(
      fc.property(someEvent, someDay, fc.integer({ min: 0, max: 70 }), (event, first, length) => {
        const last = addDays(first, length);
        expect(
          daysOf({ ...event, start_time: '12:00:00', end_time: '13:00:00' }, first, last),
        ).toEqual(oracle(event, first, last));
      }),
      { numRuns: 150 },
    );
  });

  test('occurrences are in order, last some time, and begin on their own day', () => {
    fc.assert(
      fc.property(
        fc.array(someEvent, { maxLength: 4 }),
        someDay,
        fc.constantFrom(...zones),
        (events, first, where) => {
          const found = listOccurrences(events, first, addDays(first, 9), where);
          for (const { start, end, day: on } of found) {
            expect(end).toBeGreaterThan(start);
            expect(toLocalDate(start, where)).toBe(on);
          }
          expect(found.map((one) => one.start)).toEqual(
            found.map((one) => one.start).toSorted((a, b) => a - b),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the event at a timestamp is the highest-ranking occurrence at that time', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(someEvent, { maxLength: 5, selector: (one) => one.pk }),
        someDay,
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 10 * 96 }),
        (events, first, where, quarter) => {
          const last = addDays(first, 9);
          const at = fromIso(`${first}T12:00:00Z`) + quarter * 15 * 60_000;
          const there = listOccurrences(events, addDays(first, -1), addDays(last, 3), where).filter(
            ({ start, end }) => at >= start && at < end,
          );
          const rank = ({ event }: (typeof there)[number]) => intervals.indexOf(event.interval);
          const best = there.toSorted((a, b) => rank(a) - rank(b) || b.event.pk - a.event.pk)[0];
          expect(eventAt(events, at as never, where)?.pk).toBe(best?.event.pk);
        },
      ),
      { numRuns: 300 },
    );
  });
});
