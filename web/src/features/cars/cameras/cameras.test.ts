import { expect, test } from 'vitest';
import { findPublicOrigin } from '../../../shared/public-origin.ts';
import { describeTooLarge, isLoopback } from './camera-origin.ts';
import { clockNote, lagNote, readsText } from './camera-table.tsx';
import { describeVisibility } from './visibility-note.ts';

test.each([
  [null, null, '–'],
  [3, null, '3'],
  [3, 14.2, '3 of about 14'],
  [0, 0.25, '0 of about under 1'],
  [0, 0, '0'],
])(
  'a camera with %j reads where %j are usual is described as “%s”',
  (reads_this_hour, usual_reads, text) => {
    expect(readsText({ reads_this_hour, usual_reads, unread_this_hour: 0 })).toBe(text);
  },
);

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://localhost:3000', true],
  ['http://lots.localhost', true],
  ['http://[::1]:3000', true],
  ['http://0.0.0.0:3000', true],
  ['http://192.168.1.20:3000', false],
  ['https://lots.example', false],
  ['https://localhost.example', false],
])('a camera on another machine can’t reach %s: %j', (url, isAlone) => {
  expect(isLoopback(url)).toBe(isAlone);
});

test('cameras get the installation’s public URL, or else the page’s origin', () => {
  expect(findPublicOrigin('https://lots.example/', 'http://127.0.0.1:3000')).toBe(
    'https://lots.example',
  );
  expect(findPublicOrigin(null, 'http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
});

test.each([
  [1, 'A message over 12 MB was refused just now. Have the camera send smaller images.'],
  [
    3,
    '3 messages over 12 MB were refused, the last just now. Have the camera send smaller images.',
  ],
])('a note describes %j messages that were too large', (count, text) => {
  expect(describeTooLarge(count, 'just now')).toBe(text);
});

test('vehicles without a plate are counted beside the reads', () => {
  const camera = { reads_this_hour: 3, usual_reads: 14, unread_this_hour: 2 };
  expect(readsText(camera)).toBe('3 of about 14, 2 without a plate');
});

test.each([
  [0, false, null],
  [-59_000, false, null],
  [0, true, 'Its clock was set as right.'],
  [25 * 60_000, false, 'Its clock is 25 min ahead; we allow for it.'],
  [-3 * 3_600_000, false, 'Its clock is 3 h behind; we allow for it.'],
  [-365 * 86_400_000, true, 'Its clock was set as 365 days behind; we allow for it.'],
])('a clock that is %j ms off, set: %j, is described as %j', (clock_offset_ms, clock_set, note) => {
  expect(clockNote({ clock_offset_ms, clock_set })).toBe(note);
});

test.each([
  [599_000, null],
  [
    3 * 86_400_000,
    'Its newest read arrived 3 days after it was made. Enforcement at Bay Lot waits at that time until a live read comes.',
  ],
])('a camera that lags %j ms is described as %j', (lag_ms, note) => {
  expect(lagNote({ lag_ms, spot_name: 'Bay Lot' })).toBe(note);
});

test.each([
  ['all', false],
  ['cameras', false],
  ['stats', true],
  ['none', true],
] as const)(
  'a property with the visibility section %s notes that images are off: %j',
  (section, isOff) => {
    const contact_info_per_rental_type = { hourly: true, flat: true, daily: true };
    const lot = {
      name: 'Lagoon Park Lot',
      classification: 'Surface Lot',
      spot_config: {
        visibility_page_section: section,
        show_timeline: true,
        contact_info_per_rental_type,
      },
    } as const;
    const note =
      'Visibility is off at Lagoon Park Lot: visits are recorded, but nobody sees the camera images. To turn it on,';
    expect(describeVisibility(lot, 'support@lots.example')).toBe(
      isOff ? `${note} write to support@lots.example.` : null,
    );
    expect(describeVisibility(lot, null)).toBe(isOff ? `${note} ask support.` : null);
  },
);
