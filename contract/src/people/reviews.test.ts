import { expect, test } from 'vitest';
import { averageRating } from './reviews.ts';

const stars = (rating_report: Record<string, number>) =>
  averageRating({ rating_report, last_positive_comments: [], top_3_reasons: [] });

test.each([
  ['5 + 4 over 2 is 4.5', { '5': 1, '4': 1 }, { stars: 4.5, count: 2 }],
  ['(2×5 + 1) over 3 = 3.67 is 3.7', { '5': 2, '1': 1 }, { stars: 3.7, count: 3 }],
  ['nobody makes no rating', { '1': 0, '5': 0 }, null],
  ['no levels are no rating', {}, null],
])('%s', (_, report, average) => {
  expect(stars(report as Record<string, number>)).toEqual(average);
});
