import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { describePage, describePurpose, describeTime } from './search-words.ts';

const at = (time: string) => fromIso(`2026-06-15T${time}-07:00`);

test('a search shows its time in the reader’s zone, and the time of its last repetition', () => {
  const typed = { searched_at: at('09:30:05'), last_searched_at: at('09:30:40') };
  expect(describeTime(typed, 'America/Phoenix')).toBe('Jun 15, 2026, 9:30 AM');
  const repeated = { ...typed, last_searched_at: at('10:05:00') };
  expect(describeTime(repeated, 'UTC')).toBe(
    'Jun 15, 2026, 4:30 PM, again until Jun 15, 2026, 5:05 PM',
  );
});

test('a purpose is shown in words, and “other” in the person’s own', () => {
  expect(describePurpose({ purpose: null, note: null })).toBe('–');
  expect(describePurpose({ purpose: 'police', note: null })).toBe('Request from the police');
  expect(describePurpose({ purpose: 'other', note: 'Insurance' })).toBe('Insurance');
});

test('names that this release doesn’t know are shown as they are', () => {
  expect(describePage('driver_log')).toBe('Driver Log');
  expect(describePage('kiosk')).toBe('kiosk');
  expect(describePurpose({ purpose: 'audit', note: null })).toBe('audit');
});
