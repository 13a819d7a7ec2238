import * as z from 'zod/mini';
import {
  adminAndEmployee,
  atSpot,
  atSpotOrDefaultOrganization,
  ofSpotRecord,
} from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, text } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { reportRangeFields } from '../money/report-range.ts';
import type { TicketStatus } from '../people/filter-words.ts';
import { ticketStatusNames } from '../people/filter-words.ts';

/** The only reason offered for waiving. */
export const waiverReason = 'Ownership or tenant request';
/** Minimum characters of a lookup. */
export const shortestLookup = 3;
/** Maximum violations returned for one plate, newest first. */
export const ticketsOfPlate = 50;

/** Labels of the violation statuses. */
export const ticketStatuses = {
  Created: 'Open',
  Paid: 'Paid',
  Waived: 'Waived',
} as const satisfies Record<TicketStatus, string>;
const ticketStatus = z.enum(ticketStatusNames);

export const violationMessages = {
  waived: 'Ticket has been waived.',
  missing: (searched: string) => `Could not find a violation for ${searched}`,
  alreadyWaived: 'This violation is already waived.',
  alreadyPaid: 'This violation is already paid, so there is nothing to waive.',
} as const;

const pictureLabels = ['Entrance', 'Entrance plate', 'Exit', 'Exit plate'] as const;

/** The evidence for a violation. Timestamps are ISO 8601. */
const evidence = z.object({
  rule: z.string(),
  unpaid_from: z.string(),
  grace_minutes: z.int(),
  price: z.nullable(z.object({ price: centsField, unit: z.enum(['hour', 'day', 'flat']) })),
  entrance_at: z.nullable(z.string()),
  exit_at: z.nullable(z.string()),
  pictures: z.array(z.object({ label: z.enum(pictureLabels), url: z.string() })),
});

/** A violation, called `ticket` on the wire. */
export const ticket = z.object({
  uuid: z.string(),
  code: z.string(),
  plate: z.string(),
  state: z.nullable(z.string()),
  status: ticketStatus,
  amount: centsField,
  created_at: z.int(),
  image_url: z.nullable(z.string()),
  waived_reason: z.nullable(z.string()),
  waived_by: z.nullable(z.string()),
  waived_at: z.nullable(z.int()),
  evidence: z.nullable(evidence),
});
export type Ticket = z.infer<typeof ticket>;

export const getTicketByCode = endpoint({
  method: 'GET',
  path: '/api/tickets/code/:code/',
  summary: 'The violation with this number at a property; without `spot`, in the organization',
  access: atSpotOrDefaultOrganization('query.spot', adminAndEmployee),
  params: z.strictObject({ code: text(40) }),
  query: z.strictObject({ spot: z.optional(pkOrUuidText) }),
  answer: ticket,
  failure: 'Could not find that violation',
});

export const listTicketsByPlate = endpoint({
  method: 'GET',
  path: '/api/tickets/plate/',
  summary:
    'The violations of a plate at a property, newest first; without `spot`, in the organization',
  access: atSpotOrDefaultOrganization('query.spot', adminAndEmployee),
  logs: { page: 'violations', field: 'plate', exact: true },
  query: z.strictObject({ spot: z.optional(pkOrUuidText), plate: text(40) }),
  answer: z.array(ticket),
  failure: 'Could not find ticket',
});

/** Violations per page. */
export const ticketsPageSize = 20;

const listedTicket = z.pick(ticket, {
  uuid: true,
  code: true,
  plate: true,
  state: true,
  status: true,
  amount: true,
  created_at: true,
});
export type ListedTicket = z.infer<typeof listedTicket>;

/** Open violations are few however long the history, so they need no date range. */
const daysUnlessOpen = z.refine<{ status?: string | undefined; start_date?: string | undefined }>(
  ({ status, start_date }) => status === 'Created' || start_date !== undefined,
  {
    error: 'Send start_date and end_date: only open violations are listed without them.',
    path: ['start_date'],
  },
);

const daysTogether = z.refine<{ start_date?: string | undefined; end_date?: string | undefined }>(
  ({ start_date, end_date }) => (start_date === undefined) === (end_date === undefined),
  { error: 'Send both start_date and end_date, or neither.', path: ['end_date'] },
);

const daysInOrder = z.refine<{ start_date?: string | undefined; end_date?: string | undefined }>(
  ({ start_date = '', end_date = '' }) => start_date <= end_date,
  { error: 'Must not be before start_date.', path: ['end_date'] },
);

const ticketFilter = z
  .strictObject({
    spot: pkOrUuidText,
    status: z.optional(ticketStatus),
    start_date: z.optional(reportRangeFields.start_date),
    end_date: z.optional(reportRangeFields.end_date),
    page: pageQuery,
  })
  .check(daysUnlessOpen, daysTogether, daysInOrder);
export type TicketFilter = z.infer<typeof ticketFilter>;

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/tickets/',
  summary: 'The violations of a property, newest first, with the sum of their penalties for Admins',
  access: atSpot('query.spot', adminAndEmployee),
  query: ticketFilter,
  answer: z.extend(pageSchema(listedTicket), {
    total_amount: z.nullable(centsField),
  }),
  freshFor: 60,
  failure: 'Could not fetch the violations',
});

export const waiveTicket = endpoint({
  method: 'PATCH',
  path: '/api/tickets/:id/waive/',
  summary: 'Waives an open violation, once',
  access: ofSpotRecord('violation', 'params.id', adminAndEmployee),
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ waived_reason: z.literal(waiverReason) }),
  answer: ticket,
  failure: 'Something went wrong',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  plate: 'The license plate.',
  'listTicketsByPlate.plate': ['The license plate, with or without spaces and dashes.', 'ABC 123'],
  rule: 'The rule that was broken, in words.',
  unpaid_from: 'From when the stay wasn’t paid for, in ISO 8601.',
  grace_minutes: 'How many minutes the car could stay before it had to be paid for.',
  'evidence.price': 'The price that was in force; null if none was.',
  entrance_at: 'When the car came in, in ISO 8601; null if no camera saw it.',
  exit_at: 'When the car left, in ISO 8601; null if no camera saw it.',
  pictures: 'The images of the visit.',
  label: 'What the image shows.',
  url: 'A URL that opens the image. It expires after 15 minutes.',
  'ticket.uuid': 'The UUID of the violation.',
  code: ['The number of the violation.', 'V7K2QX'],
  state: 'The two letters of the plate’s state; null if it isn’t known.',
  status: 'Whether the violation is open (`Created`), paid or waived.',
  'listTickets.status':
    'Only violations of this status. Without `start_date` it has to be `Created`.',
  amount: 'The penalty in cents.',
  created_at: 'When it was created, in seconds since 1970.',
  image_url: 'A URL of the car, which expires after 15 minutes; null if there is no image.',
  'waiveTicket.waived_reason': 'Why it is waived.',
  waived_at: 'When it was waived, in seconds since 1970; null if it wasn’t.',
  evidence: 'What the violation rests on; null for those from before that was kept.',
  start_date: ['Only violations from this day on. Send it with `end_date`.', '2026-06-01'],
  total_amount:
    'The sum of their penalties, in cents; null for Employees, who see no sums of money.',
};
