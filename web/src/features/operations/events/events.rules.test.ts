import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { EventOccurrence } from '@lotkeeper/contract/operations/events';
import { newEvent } from '@lotkeeper/contract/operations/events';
import { expect, test } from 'vitest';
import { timeLabel, timeOptions } from '../../../shared/time-options.ts';
import { codesAfterDelete, findReadDays, isInSight, toItem } from './events.rules.ts';

const day = (text: string) => text as LocalDate;
const occurrence = (more: Partial<EventOccurrence>): EventOccurrence => ({
  ...newEvent(day('2026-06-20')),
  pk: 4,
  spot: 1,
  name: 'Fair',
  date_string: day('2026-06-20'),
  start: '2026-06-20T16:00:00.000Z',
  end: '2026-06-21T00:00:00.000Z',
  outranked_by: [],
  ...more,
});
const code = (pk: number, text: string, events: number) => ({ pk, code: text, name: '', events });

test('codes that belong only to this event are listed as losing validity, and the others as staying', () => {
  const event = occurrence({ codes: [1, 2, 3] });
  const codes = [code(1, 'FAIR', 1), code(2, 'BOTH', 2), code(3, 'PRESS', 1), code(9, 'NO', 1)];
  expect(codesAfterDelete(event, codes)).toBe(
    'Validation codes FAIR and PRESS will lose validity: they are for this event alone. Validation code BOTH will stay valid for other events.',
  );
  expect(codesAfterDelete({ ...event, codes: [1] }, codes)).toBe(
    'Validation code FAIR will lose validity: it is for this event alone.',
  );
  expect(codesAfterDelete(occurrence({}), codes)).toBe('No validation codes are for this event.');
});

test('an occurrence shows its spaces, or that the property is closed', () => {
  const open = { is_lot_closed: false, quantity: 1200 };
  expect(toItem(occurrence({})).note).toBe('Lot closed');
  expect(toItem(occurrence({ ...open, spaceforce_multiplier: 1 })).note).toBe('1,200 spaces');
  const priced = { ...open, display_price: cents(4000), spaceforce_multiplier: 1 };
  expect(toItem(occurrence(priced)).note).toBe('1,200 spaces, $40 flat');
  expect(toItem(occurrence({ ...open, quantity: 1 })).note).toBe('1 space, not enforced');
});

test('an outranked occurrence is faded and names what outranks it to screen readers', () => {
  const item = toItem(occurrence({ interval: 'daily', outranked_by: ['Final', 'Parade'] }));
  expect(item.faded).toBe(true);
  expect(item.spoken).toBe(', Daily. Outranked by Final and Parade');
  expect(toItem(occurrence({}))).toMatchObject({ faded: false, spoken: ', One time' });
});

test('an occurrence before five in the morning belongs to the previous day, but to its date in a month', () => {
  const days = { start: '2026-06-14', end: '2026-06-20' };
  const at = (date_string: string, start_time: string, end_time: string) =>
    occurrence({ date_string: day(date_string), start_time, end_time });
  const inWeek = (one: EventOccurrence) => isInSight(one, days, 'week');
  expect(inWeek(at('2026-06-14', '02:00:00', '05:00:00'))).toBe(false);
  expect(inWeek(at('2026-06-14', '02:00:00', '05:15:00'))).toBe(true);
  expect(inWeek(at('2026-06-21', '04:45:00', '06:00:00'))).toBe(true);
  expect(inWeek(at('2026-06-21', '05:00:00', '06:00:00'))).toBe(false);
  expect(isInSight(at('2026-06-21', '02:00:00', '03:00:00'), days, 'month')).toBe(false);
});

test('an occurrence that lasts all day belongs to its own date alone, in every view', () => {
  const whole = { start_time: '00:00:00', end_time: '24:00:00' };
  const days = { start: '2026-06-14', end: '2026-06-20' };
  const on = (date: string, view: 'week' | 'month') =>
    isInSight(occurrence({ ...whole, date_string: day(date) }), days, view);
  for (const view of ['week', 'month'] as const) {
    expect(
      ['2026-06-13', '2026-06-14', '2026-06-20', '2026-06-21'].map((d) => on(d, view)),
    ).toEqual([false, true, true, false]);
  }
  const item = toItem(occurrence(whole));
  expect(item.start).toBe('2026-06-20');
  expect(item).not.toHaveProperty('end');
});

test('the time options are the quarter hours of the day, and an end may be midnight', () => {
  const starts = timeOptions('09:00:00', 'start');
  expect(starts).toHaveLength(96);
  expect(starts[1]).toEqual({ value: '00:15:00', label: '12:15 AM' });
  expect(timeOptions('09:00:00', 'end').at(-1)).toEqual({
    value: '24:00:00',
    label: 'Midnight, end of day',
  });
});

test('the time options include the time that an event already has', () => {
  const values = timeOptions('18:40:00', 'start').map(({ value }) => value);
  expect(values.slice(74, 77)).toEqual(['18:30:00', '18:40:00', '18:45:00']);
  expect(timeLabel('18:40:00')).toBe('6:40 PM');
});

test('whatever is in sight of a week is read', () => {
  const days = { start: day('2026-06-14'), end: day('2026-06-20') };
  const read = findReadDays(days);
  for (const date_string of ['2026-06-13', '2026-06-14', '2026-06-20', '2026-06-21'].map(day)) {
    const night = occurrence({ date_string, start_time: '01:00:00', end_time: '03:00:00' });
    const isRead = date_string >= read.start && date_string <= read.end;
    if (isInSight(night, days, 'week')) expect([date_string, isRead]).toEqual([date_string, true]);
  }
  expect(
    isInSight(
      occurrence({ date_string: day('2026-06-21'), start_time: '01:00:00', end_time: '03:00:00' }),
      days,
      'week',
    ),
  ).toBe(true);
});
