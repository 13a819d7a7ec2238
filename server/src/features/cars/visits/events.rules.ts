import type { EventRow } from '../../../records/events.ts';

/** Whether an event switches enforcement off; a closed lot does. */
export const isEnforcementOff = (
  event: Pick<EventRow, 'spaceforce_multiplier' | 'is_lot_closed'> | null,
) => event !== null && (event.spaceforce_multiplier === 0 || event.is_lot_closed);
