import { fromEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { recordHandPayment, recordHandRental } from '@lotkeeper/contract/people/hand-entries';
import { getSlotOverview } from '@lotkeeper/contract/people/rentals';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { addPayment, addRental } from './hand-entries.ts';
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

  serve(recordHandRental, ({ scope, body, now }) => addRental(scope, body, now));
  serve(recordHandPayment, ({ scope, params, body, now }) =>
    addPayment(scope, params.id, body, now),
  );
}
