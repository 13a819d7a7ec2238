import * as z from 'zod/mini';
import { adminAndEmployee, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';

/** Days covered by the rating figures. */
export const ratingWindowDays = 90;

export const reviewReport = z.object({
  rating_report: z.record(z.string(), z.int()),
  last_positive_comments: z.array(z.string()),
  top_3_reasons: z.array(z.string()),
});
export type ReviewReport = z.infer<typeof reviewReport>;

const reviewedDays = z.pipe(
  z.string().check(z.regex(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/, 'Must be 1 to 365.')),
  z.transform(Number),
);

/** How long the reviews stay fresh, in seconds. */
const reviewsFreshFor = 10 * 60;

export const getReviewReport = endpoint({
  method: 'GET',
  path: '/api/reports/reviews/',
  summary: 'Recent reviews of a property',
  access: atSpot('query.spot', adminAndEmployee),
  query: z.strictObject({
    spot: pkOrUuidText,
    days: reviewedDays,
  }),
  answer: reviewReport,
  freshFor: reviewsFreshFor,
  failure: 'Something went wrong',
});

/** Reviews per page. */
export const reviewsPageSize = 20;

const review = z.object({
  pk: z.int(),
  rating: z.int(),
  comment: z.nullable(z.string()),
  reasons: z.array(z.string()),
  created_at: z.int(),
});
export type Review = z.infer<typeof review>;

const reviewFilter = z.strictObject({
  spot: pkOrUuidText,
  days: reviewedDays,
  rating: z.optional(
    z.pipe(z.string().check(z.regex(/^[1-5]$/, 'Must be 1 to 5 stars.')), z.transform(Number)),
  ),
  page: pageQuery,
});
export type ReviewFilter = z.output<typeof reviewFilter>;

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/reviews/',
  summary: 'The reviews that the rating figures count, newest first',
  access: atSpot('query.spot', adminAndEmployee),
  query: reviewFilter,
  answer: pageSchema(review),
  freshFor: reviewsFreshFor,
  failure: 'Could not fetch the reviews',
});

/** The mean rating to one decimal and the number of ratings; null without any. */
export function averageRating(report: ReviewReport): { stars: number; count: number } | null {
  const levels = Object.entries(report.rating_report);
  const count = levels.reduce((total, [, ratings]) => total + ratings, 0);
  if (count === 0) return null;
  const stars = levels.reduce((total, [level, ratings]) => total + Number(level) * ratings, 0);
  return { stars: Math.round((stars / count) * 10) / 10, count };
}

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  rating_report: 'How many drivers gave each number of stars, `1` to `5`.',
  last_positive_comments:
    'The latest comments of drivers who gave 4 or 5 stars, up to five; the same one is listed once.',
  top_3_reasons: 'The reasons that drivers who gave 4 or 5 stars tapped most.',
  days: ['How many days back, from 1 to 365.', '90'],
  rating: ['Only reviews with so many stars, from 1 to 5.', '5'],
  'results.rating': 'Stars, from 1 to 5.',
  reasons: 'What the driver tapped as the reasons for the rating.',
};
