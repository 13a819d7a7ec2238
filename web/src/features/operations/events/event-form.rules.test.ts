import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { newEvent } from '@lotkeeper/contract/operations/events';
import { expect, test } from 'vitest';
import type { EventDraft } from './event-form.rules.ts';
import {
  newEventAt,
  toChange,
  toDraft,
  toSettings,
  validateEvent,
  withDate,
  withEnforcement,
  withLot,
} from './event-form.rules.ts';

// June 20, 2026 is a Saturday.
const saturday = '2026-06-20' as LocalDate;
const fresh = toDraft(newEvent(saturday));
const open: EventDraft = { ...fresh, name: 'Fair', lotClosed: false, spaces: '20' };

test('a new event is one-time, closes the property, has no enforcement, and lasts from nine to five', () => {
  expect(toSettings(fresh)).toEqual({
    name: '',
    date: saturday,
    start_time: '09:00:00',
    end_time: '17:00:00',
    interval: 'one_time',
    repeat_on_day: null,
    repeat_on_week: null,
    quantity: 0,
    codes: [],
    is_lot_closed: true,
    spaceforce_multiplier: 0,
    display_price: null,
    price_unit: 'flat',
  });
});

test('an event that lasts all day is sent from midnight to midnight, and gets hours when it no longer does', () => {
  const whole = { start_time: '00:00:00', end_time: '24:00:00' };
  expect(toSettings({ ...open, start_time: '12:00:00', allDay: true })).toMatchObject(whole);
  const stored = toDraft({ ...toSettings(open), ...whole });
  expect(stored.allDay).toBe(true);
  expect(toSettings(stored)).toMatchObject(whole);
  const hours = { start_time: '09:00:00', end_time: '17:00:00' };
  expect(toSettings({ ...stored, allDay: false })).toMatchObject(hours);
  expect(toDraft({ ...toSettings(open), ...whole, end_time: '23:45:00' }).allDay).toBe(false);
});

test.each([cents(0), cents(1550), null])(
  'an event with a price of %s keeps it',
  (display_price) => {
    const settings = { ...toSettings(open), display_price };
    expect(toSettings(toDraft(settings))).toEqual(settings);
  },
);

const enforced: EventDraft = { ...open, enforcementOff: false };

test.each([
  [
    'closing the property disables enforcement and removes the spaces',
    withLot(enforced, true),
    true,
    true,
    '0',
  ],
  ['opening the property leaves enforcement disabled', withLot(fresh, false), false, true, ''],
  ['enabling enforcement opens the property', withEnforcement(fresh, false), false, false, ''],
  [
    'disabling enforcement leaves the property open',
    withEnforcement(enforced, true),
    false,
    true,
    '20',
  ],
])('%s', (_, draft, lotClosed, enforcementOff, spaces) => {
  expect(draft).toMatchObject({ lotClosed, enforcementOff, spaces });
});

test.each(['', '0', '-1', '1.5', 'x', '1234567'])(
  'an event with %j spaces at an open property can’t be saved',
  (spaces) => {
    expect(validateEvent({ ...open, spaces }).quantity).toBeDefined();
    expect(validateEvent({ ...open, spaces, lotClosed: true }).quantity).toBeUndefined();
  },
);

test('a price is sent in cents with what it is for, and not while the lot is closed', () => {
  const priced: EventDraft = { ...open, price: '19.99', priceUnit: 'hour' };
  const price = { display_price: 1999, price_unit: 'hour' };
  expect(toSettings(priced)).toMatchObject(price);
  expect(toDraft(toSettings(priced))).toMatchObject({ price: '19.99', priceUnit: 'hour' });
  expect(toChange(withLot(priced, true), toSettings(priced)).display_price).toBeNull();
  expect(toSettings({ ...priced, price: '' })).toMatchObject({ price_unit: 'flat' });
  expect(validateEvent({ ...priced, price: 'x' }).display_price).toBeDefined();
});

test('the weekday follows the date until another one is chosen', () => {
  const sunday = '2026-06-21' as LocalDate;
  expect(withDate(open, sunday).weekday).toBe(6);
  expect(withDate({ ...open, weekday: 2 }, sunday).weekday).toBe(2);
});

test('fields that an interval doesn’t need aren’t sent', () => {
  const on = (more: Partial<EventDraft>) => {
    const { repeat_on_day, repeat_on_week } = toSettings({ ...open, ...more });
    return [repeat_on_day, repeat_on_week];
  };
  expect(on({ interval: 'daily', week: 2 })).toEqual([null, null]);
  expect(on({ interval: 'weekly', week: 2 })).toEqual([5, null]);
  expect(on({ interval: 'monthly', week: null })).toEqual([null, null]);
  expect(on({ interval: 'monthly', week: -1 })).toEqual([5, -1]);
});

test('a change sends enforcement only when it changes', () => {
  const before = { ...toSettings(open), spaceforce_multiplier: 2 };
  const draft = toDraft(before);
  expect(toChange({ ...draft, name: 'Market' }, before)).toEqual({ name: 'Market' });
  expect(toChange({ ...draft, enforcementOff: true }, before).spaceforce_multiplier).toBe(0);
  const off = { ...before, spaceforce_multiplier: 0 };
  expect(toChange({ ...toDraft(off), enforcementOff: false }, off).spaceforce_multiplier).toBe(1);
});

test('name and start date are required, and an end before the start is reported', () => {
  expect(validateEvent(open)).toEqual({});
  const draft = { ...open, name: ' ', date: null, end_time: '08:00:00' };
  expect(validateEvent(draft)).toEqual({
    name: 'This is required',
    date: 'This is required',
    end_time: 'End time cannot be before start time.',
  });
});

test('an hour of the calendar becomes the hour of a new event, with the last one ending at midnight', () => {
  const date = '2026-11-25' as LocalDate;
  const hour = { date, start_time: '11:00:00', end_time: '12:00:00' };
  expect(newEventAt(date, 11)).toMatchObject(hour);
  expect(newEventAt(date, 23).end_time).toBe('24:00:00');
  expect(newEventAt(date, null)).toMatchObject({ start_time: '09:00:00', end_time: '17:00:00' });
});
