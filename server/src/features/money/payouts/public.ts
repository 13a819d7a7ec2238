export { earnedThrough, paidOut } from './payout-orders.queries.ts';
export { makeAccountFollower } from './payout-requirements.ts';
export { makePayoutFollower } from './payouts.jobs.ts';
export { readPayoutAccount } from './payouts.queries.ts';
