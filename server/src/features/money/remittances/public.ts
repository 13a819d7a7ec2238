export type { SiteError } from './bookings.queries.ts';
export { readSiteErrors } from './bookings.queries.ts';
