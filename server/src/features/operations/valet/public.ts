export { makePaymentFollower } from './valet.jobs.ts';
