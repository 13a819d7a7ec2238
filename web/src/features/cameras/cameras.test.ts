import { expect, test } from 'vitest';
import { clockNote, readsText } from './camera-table.tsx';
import { describeVisibility } from './visibility-note.ts';

test.each([
  [null, null, '–'],
  [3, null, '3'],
  [3, 14.2, '3 of about 14'],
  [0, 0.25, '0 of about under 1'],
  [0, 0, '0 of about 0'],
])(
  'a camera with %j reads where %j are usual is described as “%s”',
  (reads_this_hour, usual_reads, text) => {
    expect(readsText({ reads_this_hour, usual_reads })).toBe(text);
  },
);

test.each([
  [0, null],
  [-59_000, null],
  [25 * 60_000, 'Its clock is 25 min ahead; we allow for it.'],
  [-3 * 3_600_000, 'Its clock is 3 h behind; we allow for it.'],
])('a clock that is %j ms off is reported as %j', (offset, note) => {
  expect(clockNote(offset)).toBe(note);
});

test.each([
  ['all', false],
  ['cameras', false],
  ['stats', true],
  ['none', true],
] as const)(
  'a property with the visibility section %s says that images are off: %j',
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
    expect(describeVisibility(lot, 'support@lots.example')).toBe(
      isOff
        ? 'Visibility is off at Lagoon Park Lot: visits are recorded, but nobody sees the camera images. To turn it on, write to support@lots.example.'
        : null,
    );
  },
);
