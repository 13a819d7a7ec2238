import { expect, test } from 'vitest';
import { describeFigures } from './desk-figures.tsx';

test.each([
  [0, 0, 0, 'Nobody has decided about a car in the last 30 days.'],
  [
    50,
    42,
    12,
    'In the last 30 days, 42 of 50 suggestions were accepted (84%), and 12 cars were misread, 0.4 a day.',
  ],
  [
    2,
    0,
    1,
    'In the last 30 days, no suggestion was accepted in 2 decisions, and 1 car was misread, fewer than 0.1 a day.',
  ],
  [
    1,
    1,
    0,
    'In the last 30 days, 1 of 1 suggestions were accepted (100%), and no car was misread.',
  ],
])(
  '%i decisions, %i as suggested, and %i misread cars are said in words',
  (suggested, accepted, misread, text) => {
    expect(describeFigures({ days: 30, decided: suggested, suggested, accepted, misread })).toBe(
      text,
    );
  },
);
