export { makePaymentFollower } from './valet.jobs.ts';
export { valetLotOrder } from './valet.queries.ts';
