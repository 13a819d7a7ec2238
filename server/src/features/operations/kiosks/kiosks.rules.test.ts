import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, toIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import type { RequestedValidity } from './kiosks.rules.ts';
import { computeValidation } from './kiosks.rules.ts';

const now = fromIso('2026-06-15T19:00:00Z');
const hours = { mode: 'hours', minutes: 240 } as const;
const calendar = { mode: 'calendar', minutes: 44_640 } as const;

function computeText(
  asked: RequestedValidity,
  kiosk: Parameters<typeof computeValidation>[1],
  at = now,
  zone = 'America/Phoenix',
) {
  const validation = computeValidation(asked, kiosk, at, zone);
  return 'until' in validation
    ? toIso(validation.until)
    : `${validation.field}: ${validation.message}`;
}
const day = (text: string) => ({ date: text as LocalDate });

test('minutes count from now, and zero or missing minutes mean the default time', () => {
  expect(computeText({ minutes: 45 }, hours)).toBe('2026-06-15T19:45:00.000Z');
  expect(computeText({}, hours)).toBe('2026-06-15T23:00:00.000Z');
  expect(computeText({ minutes: 0 }, hours)).toBe('2026-06-15T23:00:00.000Z');
  expect(computeText({}, null)).toBe('2026-06-15T21:00:00.000Z');
  expect(computeText({}, calendar)).toBe('2026-06-15T21:00:00.000Z');
});

test('more minutes than the kiosk grants are refused, but staff without a kiosk may give them', () => {
  expect(computeText({ minutes: 240 }, hours)).toBe('2026-06-15T23:00:00.000Z');
  expect(computeText({ minutes: 241 }, hours)).toBe('minutes: This kiosk validates for up to 4 h.');
  expect(computeText({ minutes: 241 }, null)).toBe('2026-06-15T23:01:00.000Z');
});

test('a validated day lasts until 23:59 at the property, even on days with a clock change', () => {
  expect(computeText(day('2026-06-15'), calendar)).toBe('2026-06-16T06:59:00.000Z');
  const before = fromIso('2026-10-31T12:00:00Z');
  expect(computeText(day('2026-10-31'), calendar, before, 'America/New_York')).toBe(
    '2026-11-01T03:59:00.000Z',
  );
  expect(computeText(day('2026-11-01'), calendar, before, 'America/New_York')).toBe(
    '2026-11-02T04:59:00.000Z',
  );
});

test('a day that is over, that is in its last minute, or that is more than 31 days away is refused', () => {
  const tooLate = 'date: Must be a day within the next 31 days.';
  expect(computeText(day('2026-06-14'), calendar)).toBe(tooLate);
  expect(computeText(day('2026-07-16'), calendar)).toBe('2026-07-17T06:59:00.000Z');
  expect(computeText(day('2026-07-17'), calendar)).toBe(tooLate);
  expect(computeText(day('2026-06-15'), calendar, fromIso('2026-06-16T06:59:00Z'))).toBe(tooLate);
});

test('a kiosk that grants hours refuses a date', () => {
  expect(computeText(day('2026-06-15'), hours)).toBe(
    'date: This kiosk grants a number of hours, not a date.',
  );
});
