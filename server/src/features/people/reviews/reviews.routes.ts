import { getReviewReport, listReviews } from '@lotkeeper/contract/people/reviews';
import type { Serve } from '../../../kernel/http/call.ts';
import { readReviewPage, readReviewReport } from './reviews.queries.ts';

/** Drivers' reviews. */
export function reviewsRoutes(serve: Serve): void {
  serve(getReviewReport, async ({ scope, query, now }) => readReviewReport(scope, query.days, now));
  serve(listReviews, async ({ scope, query, now }) => readReviewPage(scope, query, now));
}
