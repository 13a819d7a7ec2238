export { makeViolationPaymentFollower } from './violation-orders.queries.ts';
