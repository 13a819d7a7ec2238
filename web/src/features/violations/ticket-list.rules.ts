import type { TicketStatus } from '@lotkeeper/contract/violations';
import { ticketStatuses } from '@lotkeeper/contract/violations';

/** Violations of one status, or of all. */
export type ListedStatus = TicketStatus | 'all';

/** What is in the URL; absent = the open ones, the first page. */
export interface TicketListFilters {
  status?: ListedStatus;
  /** When they were created; open ones are listed whenever that was. */
  startDate?: string;
  endDate?: string;
  page?: number;
}

/** The statuses that the list offers, with their words. */
export const listedStatuses: { value: ListedStatus; label: string }[] = [
  ...Object.entries(ticketStatuses).map(([value, label]) => ({
    value: value as TicketStatus,
    label,
  })),
  { value: 'all', label: 'All' },
];

/** The status in the URL; absent = open, and anything that isn't one. */
export function readStatus({ status }: Record<string, unknown>): { status?: ListedStatus } {
  const listed = listedStatuses.find(({ value }) => value === status)?.value;
  return listed === undefined || listed === 'Created' ? {} : { status: listed };
}
