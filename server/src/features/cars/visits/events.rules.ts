import type { EventRow } from '../../../records/operations/events.ts';

/** Whether an event turns enforcement off; a closed property does. */
export const isEnforcementOff = (
  event: Pick<EventRow, 'spaceforce_multiplier' | 'is_lot_closed'> | null,
) => event !== null && (event.spaceforce_multiplier === 0 || event.is_lot_closed);
