export type { TicketRow } from './violations.queries.ts';
export { ticketColumns, toTicket } from './violations.queries.ts';
