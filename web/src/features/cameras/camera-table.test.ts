import { expect, test } from 'vitest';
import { clockNote, readsText } from './camera-table.tsx';

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
