import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Recorded, Recorder, Sourced } from '../recorder.ts';
import { insertSourced, listOutcomes, timestampCell } from '../recorder.ts';

/** A driver's review of a stay: 1 to 5 stars, a text, and the reasons they tapped. */
export interface ReviewInput extends Sourced {
  rating: number;
  comment: string | null;
  reasons: readonly string[];
  created_at: Instant;
}

export async function recordReviews(
  recorder: Recorder,
  reviews: readonly ReviewInput[],
): Promise<Recorded[]> {
  const rows = reviews.map((review) => ({
    spot_pk: review.spot_pk,
    rating: review.rating,
    comment: review.comment,
    reasons: review.reasons,
    created_at: timestampCell(review.created_at),
    source: review.source,
    external_id: review.external_id,
  }));
  return listOutcomes(recorder, 'reviews', reviews, await insertSourced(recorder, 'reviews', rows));
}
