import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import type { EventRow } from './events.rules.ts';
import { eventAt, isEnforcementOff } from './events.rules.ts';

const event = (more: Partial<EventRow>): EventRow => ({
  pk: 1,
  name: 'Game',
  interval: 'one_time',
  date: '2026-06-15' as LocalDate,
  start_time: '18:00:00',
  end_time: '22:30:00',
  is_lot_closed: false,
  spaceforce_multiplier: 1,
  display_price: null,
  ...more,
});
const zone = 'America/New_York';
const nameAt = (iso: string, ...events: EventRow[]) =>
  eventAt(events, fromIso(iso), zone)?.name ?? null;

test('an event is on from its start to its end by the wall clock of the property', () => {
  const times = ['17:59:59', '18:00:00', '22:29:59', '22:30:00'];
  const names = times.map((time) => nameAt(`2026-06-15T${time}-04:00`, event({})));
  expect(names).toEqual([null, 'Game', 'Game', null]);
});

test('daily ones are on every day from their first, weekly ones on its weekday, monthly ones on its day', () => {
  const days = ['2026-06-08', '2026-06-15', '2026-06-16', '2026-06-22', '2026-07-15'];
  const on = (more: Partial<EventRow>) =>
    days.filter((day) => nameAt(`${day}T19:00:00-04:00`, event(more)) !== null);
  expect(on({ interval: 'one_time' })).toEqual(['2026-06-15']);
  expect(on({ interval: 'daily' })).toEqual(days.slice(1));
  expect(on({ interval: 'weekly' })).toEqual(['2026-06-15', '2026-06-22']);
  expect(on({ interval: 'monthly' })).toEqual(['2026-06-15', '2026-07-15']);
  expect(on({ interval: 'daily', date: null })).toEqual(days);
  expect(on({ interval: 'weekly', date: null })).toEqual([]);
});

test('of events at the same time the one time one counts, then monthly, weekly, daily', () => {
  const intervals = ['daily', 'weekly', 'monthly', 'one_time'] as const;
  const all = intervals.map((interval, pk) => event({ interval, pk, name: interval }));
  const winners = intervals.map((_, count) =>
    nameAt('2026-06-15T19:00:00-04:00', ...all.slice(0, count + 1)),
  );
  expect(winners).toEqual(intervals);
});

test('on the night the clock goes forward an event in the skipped hour is as long as the clock says', () => {
  const night = event({
    date: '2026-03-08' as LocalDate,
    start_time: '01:00:00',
    end_time: '03:30:00',
  });
  const times = ['05:59', '06:00', '07:00', '07:29', '07:30'];
  // 1:00 is 06:00Z, 2:00 does not exist, 3:30 is 07:30Z.
  expect(times.map((time) => nameAt(`2026-03-08T${time}:00Z`, night) !== null)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('on the night the clock goes back an event begins at the first of the two hours', () => {
  const night = event({
    date: '2026-11-01' as LocalDate,
    start_time: '01:30:00',
    end_time: '02:30:00',
  });
  const times = ['05:29', '05:30', '06:30', '07:29', '07:30'];
  // 1:30 is 05:30Z and again 06:30Z; 2:30 is 07:30Z.
  expect(times.map((time) => nameAt(`2026-11-01T${time}:00Z`, night) !== null)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('an event without enforcement, or of a closed lot, switches enforcement off; none leaves it on', () => {
  expect(isEnforcementOff(null)).toBe(false);
  expect(isEnforcementOff(event({}))).toBe(false);
  expect(isEnforcementOff(event({ spaceforce_multiplier: 0 }))).toBe(true);
  expect(isEnforcementOff(event({ is_lot_closed: true }))).toBe(true);
});
