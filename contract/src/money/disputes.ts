/**
 * Where a dispute stands: the bank asks only, an answer is due, the bank decides, and how it ended. `closed` ended
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

/** Whether nothing more is expected of a dispute. */
export const hasDisputeEnded = (state: DisputeState): boolean => endStates.includes(state);
