export type { TicketRow } from './violations.queries.ts';
export { ticketColumns, ticketQueries, toTicket } from './violations.queries.ts';
