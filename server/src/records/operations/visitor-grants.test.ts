import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, toIso } from '@lotkeeper/contract/kernel/calendar';
import { noValidity } from '@lotkeeper/contract/operations/visitor-codes';
import { expect, test } from 'vitest';
import type { GrantingEvent } from './visitor-grants.ts';
import { toGrant } from './visitor-grants.ts';

const zone = 'America/New_York';

/** What a code grants at a given time: its kind and its end. */
function computeGrant(validity: object, at: string): [string, string | null] | null {
  const grant = toGrant({ pk: 1, ...noValidity, events: [], ...validity }, fromIso(at), zone);
  return grant && [grant.kind, grant.ends_at && toIso(grant.ends_at)];
}

const event = (date: string, more: Partial<GrantingEvent> = {}): GrantingEvent => ({
  pk: 1,
  interval: 'one_time',
  date: date as LocalDate,
  end_time: '17:30:00',
  ...more,
});

test('the days and hours of a code are elapsed time, even on the night of a clock change', () => {
  // On March 8, 2026, the clock goes from 2 to 3, so a day later it's 13:00 there.
  expect(computeGrant({ days_valid: 1, hours_valid: 2 }, '2026-03-07T17:00:00Z')).toEqual([
    'until',
    '2026-03-08T19:00:00.000Z',
  ]);
});

test('an expiration date lasts until its last second at the property, even on days of clock changes', () => {
  const until = (date: string) =>
    computeGrant({ expiration_date: date }, '2026-03-01T12:00:00Z')?.[1];
  expect(until('2026-03-07')).toBe('2026-03-08T04:59:59.000Z');
  expect(until('2026-03-08')).toBe('2026-03-09T03:59:59.000Z');
  expect(until('2026-11-01')).toBe('2026-11-02T04:59:59.000Z');
});

test('a past expiration date grants nothing, and today’s grants the rest of the day', () => {
  const validity = { expiration_date: '2026-06-15' };
  expect(computeGrant(validity, '2026-06-16T03:59:58Z')).toEqual([
    'until',
    '2026-06-16T03:59:59.000Z',
  ]);
  expect(computeGrant(validity, '2026-06-16T03:59:59Z')).toBeNull();
});

test('a code for events lasts until the last event ends, and one for a recurring event has no end', () => {
  const at = '2026-06-01T12:00:00Z';
  expect(computeGrant({ events: [event('2026-06-15'), event('2026-06-10')] }, at)).toEqual([
    'events',
    '2026-06-15T21:30:00.000Z',
  ]);
  expect(
    computeGrant(
      { events: [event('2026-06-10'), event('2026-01-01', { interval: 'weekly' })] },
      at,
    ),
  ).toEqual(['events', null]);
  expect(computeGrant({ events: [event('2026-05-31')] }, at)).toBeNull();
});

test('an always valid code has no end, and a code without validity grants nothing', () => {
  expect(computeGrant({ always_valid: true }, '2026-06-01T12:00:00Z')).toEqual(['always', null]);
  expect(computeGrant({}, '2026-06-01T12:00:00Z')).toBeNull();
  expect(computeGrant({ days_valid: 0, hours_valid: 0 }, '2026-06-01T12:00:00Z')).toBeNull();
});
