import type { TicketStatus } from '@lotkeeper/contract/filter-words';
import { ticketStatuses } from '@lotkeeper/contract/violations';

/** Violations of one status, or of all. */
export type ListedStatus = TicketStatus | 'all';

/** The statuses that the list offers, with their words. */
export const listedStatuses: { value: ListedStatus; label: string }[] = [
  ...Object.entries(ticketStatuses).map(([value, label]) => ({
    value: value as TicketStatus,
    label,
  })),
  { value: 'all', label: 'All' },
];
