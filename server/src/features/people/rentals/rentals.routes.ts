import { fromEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { getSlotOverview } from '@lotkeeper/contract/people/rentals';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { countSlots } from './rentals.queries.ts';

/** Rentals, called slots on the wire. */
export function rentalsRoutes(serve: Serve): void {
  serve(getSlotOverview, async ({ scope, query, now }) => {
    const from = fromEpochSeconds(query.start_date_from);
    const to = fromEpochSeconds(query.start_date_to);
    if (to < from) {
      const message = 'Must not be before start_date_from.';
      throw new Refusal('invalid_fields', `start_date_to: ${message}`, {
        start_date_to: message,
      });
    }
    return countSlots(scope, { from, to }, now);
  });
}
