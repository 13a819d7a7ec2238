import * as z from 'zod/mini';
import { adminAndEmployee, atSpot } from './kernel/access.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pkOrUuidText } from './kernel/fields.ts';

/** Days of reviews that the rating figures cover. */
export const ratingWindowDays = 90;

export const reviewReport = z.object({
  /** Star level '1' to '5' → how many drivers gave it. */
  rating_report: z.record(z.string(), z.int()),
  last_positive_comments: z.array(z.string()),
  top_3_reasons: z.array(z.string()),
});
export type ReviewReport = z.infer<typeof reviewReport>;

export const getReviewReport = endpoint({
  method: 'GET',
  path: '/api/reports/reviews/',
  summary: 'Recent reviews of a property',
  access: atSpot('query.spot', adminAndEmployee),
  query: z.strictObject({
    spot: pkOrUuidText,
    days: z.pipe(
      z.string().check(z.regex(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/, 'Must be 1 to 365.')),
      z.transform(Number),
    ),
  }),
  answer: reviewReport,
  freshFor: 10 * 60,
  failure: 'Something went wrong',
});

/** Mean stars to one decimal and the number of ratings; null without any. */
export function averageRating(report: ReviewReport): { stars: number; count: number } | null {
  const levels = Object.entries(report.rating_report);
  const count = levels.reduce((total, [, ratings]) => total + ratings, 0);
  if (count === 0) return null;
  const stars = levels.reduce((total, [level, ratings]) => total + Number(level) * ratings, 0);
  return { stars: Math.round((stars / count) * 10) / 10, count };
}
