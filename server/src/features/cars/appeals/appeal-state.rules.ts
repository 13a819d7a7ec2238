import type { AppealDecision, AppealState } from '@lotkeeper/contract/cars/appeals';
import type { TicketStatus } from '@lotkeeper/contract/people/filter-words';

/** The state of an appeal of a violation: without a decision it is closed once the violation isn't open any more. */
export function determineAppealState(
  decision: AppealDecision | null,
  violation: TicketStatus,
): AppealState {
  if (decision !== null) return decision;
  return violation === 'Created' ? 'open' : 'closed';
}
