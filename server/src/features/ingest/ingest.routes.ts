import { ingestReviews } from '@lotkeeper/contract/ingest';
import type { Live } from '../../kernel/live.ts';
import type { Serve } from '../../kernel/serve.ts';
import { recordReviews } from '../../records/happenings.ts';
import { recordBatch } from './ingest.batch.ts';

/** What other systems send of bookings, payments and cameras. */
export function ingestRoutes(serve: Serve, parts: { tell: Live['tell'] }): void {
  serve(ingestReviews, async ({ scope, items }) =>
    recordBatch(scope, items, parts.tell, (recorder, reviews) => recordReviews(recorder, reviews)),
  );
}
