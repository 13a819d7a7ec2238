import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { VisitorCode } from '@lotkeeper/contract/operations/visitor-codes';
import { noValidity } from '@lotkeeper/contract/operations/visitor-codes';
import { expect, test } from 'vitest';
import { describeCodeUse, describeEnd } from '../../../shared/code-until.ts';
import { findEnd, toUntil } from './until.ts';

const zone = 'America/Phoenix';
/** 8:32 PM in Phoenix. */
const now = fromIso('2026-11-29T03:32:00Z');
const code = (validity: object) =>
  ({ ...noValidity, event_names: [], ...validity }) as unknown as VisitorCode;

test('a code says until when it lets a visitor park who gets it now', () => {
  const day = '2027-01-02' as LocalDate;
  expect(
    [
      { hours_valid: 4 },
      { days_valid: 1 },
      { expiration_date: day },
      { always_valid: true },
      { events: [1], event_names: ['Fair', 'Game'] },
    ].map((validity) => describeCodeUse(code(validity), now, zone)),
  ).toEqual([
    'Until Nov 29, 12:32 AM',
    'Until Nov 29, 8:32 PM',
    'Until Jan 2, 2027, 11:59 PM',
    'Always valid',
    'During Fair, Game',
  ]);
});

test('an end without a code is hours from now, the end of today at the property, or a time there', () => {
  const at = (until: object) => {
    const end = findEnd({ ...toUntil(null, zone), ...until }, now, zone);
    return end && describeEnd(end, now, zone);
  };
  expect([at({ until: '2' }), at({}), at({ until: 'time' })]).toEqual([
    'Until Nov 28, 10:32 PM',
    'Until Nov 28, 11:59 PM',
    null,
  ]);
  expect(at({ until: 'time', date: '2026-12-01', time: '07:15:00' })).toBe('Until Dec 1, 7:15 AM');
});

test('a visitor’s time is shown as it is, to the minute', () => {
  expect(toUntil(fromIso('2026-11-30T06:59:59Z') / 1000, zone)).toEqual({
    until: 'time',
    date: '2026-11-29',
    time: '23:59:00',
  });
});
