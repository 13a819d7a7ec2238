export { readUnremitted } from './bookings.queries.ts';
