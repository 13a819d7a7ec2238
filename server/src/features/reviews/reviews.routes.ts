import { getReviewReport } from '@lotkeeper/contract/reviews';
import type { Serve } from '../../kernel/http/call.ts';
import { readReviewReport } from './reviews.queries.ts';

/** What drivers say. */
export function reviewsRoutes(serve: Serve): void {
  serve(getReviewReport, async ({ scope, query, now }) => readReviewReport(scope, query.days, now));
}
