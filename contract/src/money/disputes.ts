/**
 * The state of a dispute: an inquiry, a response is due, the bank is deciding, or the outcome. `closed` ended
 * without a decision, and no money moved.
 */
export const disputeStates = [
  'inquiry',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'closed',
] as const;
export type DisputeState = (typeof disputeStates)[number];

const endStates: readonly DisputeState[] = ['won', 'lost', 'closed'];

/** Whether a dispute has reached a final state. */
export const hasDisputeEnded = (state: DisputeState): boolean => endStates.includes(state);
