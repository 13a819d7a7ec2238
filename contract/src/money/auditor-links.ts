import * as z from 'zod/mini';
import { adminOnly, everybody, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { closeAnswer, closeMonthField } from './close.ts';
import { entryKinds } from './ledger.ts';

/** The longest validity of a link, in days. */
export const maxAuditorDays = 366;
/** Links that an organization may have in use at once. */
export const maxAuditorLinks = 50;
/** Opened pages that a list has. */
export const maxAuditorViews = 100;
/** Ledger entries per page. */
export const auditorEntriesPerPage = 100;
/** Calls with an unknown link per hour from one network, and all calls with a known one. */
export const auditorTries = 60;
export const auditorCalls = 2000;

export const auditorMessages = {
  dead: 'This link has expired or was revoked. Ask the operator for a new one.',
  outside: 'This link doesn’t cover that month or property.',
  packetOutside:
    'The packet of this month also names entries of earlier months that this link doesn’t cover. Ask the operator for a link that covers them too.',
  order: 'Must not be before first_month.',
  spots: 'Choose properties of this organization.',
  tooMany: `There are ${maxAuditorLinks} links in use. Revoke one first.`,
} as const;

/** What an auditor can open. */
export const auditorViewKinds = ['link', 'month', 'entries', 'packet'] as const;
export type AuditorViewKind = (typeof auditorViewKinds)[number];

const auditorSpot = z.object({ pk: z.int(), name: z.string() });

const auditorLink = z.object({
  pk: z.int(),
  auditor: z.string(),
  first_month: localDateText,
  last_month: localDateText,
  only_spots: z.nullable(z.array(auditorSpot)),
  expires_at: z.int(),
  created_at: z.int(),
  created_by: z.string(),
  revoked_at: z.nullable(z.int()),
  views: z.int(),
  last_viewed_at: z.nullable(z.int()),
});
export type AuditorLink = z.infer<typeof auditorLink>;

const byOrganization = z.strictObject({ orgId: pkOrUuidText });
const byLink = z.strictObject({ orgId: pkOrUuidText, link: pkText });
const access = inOrganization('params.orgId', adminOnly);

export const listAuditorLinks = endpoint({
  method: 'GET',
  path: '/api/close/:orgId/auditor_links/',
  summary: 'The links that were given to auditors, newest first, with how often each was used',
  access,
  events: [],
  params: byOrganization,
  answer: z.array(auditorLink),
  failure: 'Could not fetch the auditor links',
});

export const createAuditorLink = endpoint({
  method: 'POST',
  path: '/api/close/:orgId/auditor_links/',
  summary:
    'Creates a link that lets an auditor read the close, ledger and packets of chosen months without an account; its token is shown once',
  access,
  confirmed: true,
  opens: true,
  events: [],
  params: byOrganization,
  body: z
    .strictObject({
      auditor: text(100, 'Please enter a name'),
      first_month: closeMonthField,
      last_month: closeMonthField,
      spots: z.array(pk).check(z.maxLength(500)),
      days: z
        .int('Must be a whole number.')
        .check(
          z.minimum(1, 'Must be 1 or more.'),
          z.maximum(maxAuditorDays, `Must be ${maxAuditorDays} or less.`),
        ),
    })
    .check(
      z.refine<{ first_month: string; last_month: string }>(
        ({ first_month, last_month }) => first_month <= last_month,
        { error: auditorMessages.order, path: ['last_month'] },
      ),
    ),
  answer: z.object({ pk: z.int(), token: z.string() }),
  failure: 'Could not create the link',
});

export const revokeAuditorLink = endpoint({
  method: 'DELETE',
  path: '/api/close/:orgId/auditor_links/:link/',
  summary: 'Revokes a link at once',
  access,
  events: [],
  params: byLink,
  answer: z.object({ revoked: z.boolean() }),
  failure: 'Could not revoke the link',
});

const auditorView = z.object({
  viewed_at: z.int(),
  opened: z.enum(auditorViewKinds),
  month: z.nullable(localDateText),
  property: z.nullable(z.object({ pk: z.int(), name: z.string() })),
});
export type AuditorView = z.infer<typeof auditorView>;

export const listAuditorViews = endpoint({
  method: 'GET',
  path: '/api/close/:orgId/auditor_links/:link/views/',
  summary:
    'What was opened with a link, newest first, up to 100; pages of entries after the first, and the link itself, once an hour',
  access,
  events: [],
  params: byLink,
  answer: z.array(auditorView),
  failure: 'Could not fetch what was opened',
});

const byToken = {
  access: everybody,
  params: z.strictObject({
    token: z.string().check(z.regex(/^[\w-]{20,64}$/, auditorMessages.dead)),
  }),
} as const;

const openedLink = z.object({
  organization: z.string(),
  auditor: z.string(),
  first_month: localDateText,
  last_month: localDateText,
  covers_all: z.boolean(),
  covered: z.array(auditorSpot),
  expires_at: z.int(),
});
export type OpenedAuditorLink = z.infer<typeof openedLink>;

export const openAuditorLink = endpoint({
  ...byToken,
  method: 'GET',
  path: '/api/auditor/:token/',
  summary: 'What an auditor’s link covers',
  answer: openedLink,
  failure: 'Could not open the link',
});

const monthQuery = { month: closeMonthField, spot: z.optional(pkText) };

export const getAuditorMonth = endpoint({
  ...byToken,
  method: 'GET',
  path: '/api/auditor/:token/close/',
  summary: 'A month as the page Close has it, for an auditor',
  query: z.strictObject(monthQuery),
  answer: closeAnswer,
  failure: 'Could not fetch the month',
});

const auditorEntry = z.object({
  pk: z.int(),
  local_date: localDateText,
  kind: z.enum(entryKinds),
  source: z.string(),
  external_id: z.string(),
  gross: centsField,
  refund: centsField,
  tax: centsField,
  processing_fee: centsField,
  commission: centsField,
  net: centsField,
});
export type AuditorEntry = z.infer<typeof auditorEntry>;

export const listAuditorEntries = endpoint({
  ...byToken,
  method: 'GET',
  path: '/api/auditor/:token/entries/',
  summary:
    'The ledger entries of a property in a month, the earliest first, 100 a page, without drivers',
  query: z.strictObject({ month: closeMonthField, spot: pkText, after: z.optional(pkText) }),
  answer: z.object({ results: z.array(auditorEntry), next: z.nullable(z.int()) }),
  failure: 'Could not fetch the ledger',
});

export const downloadAuditorPacket = endpoint({
  ...byToken,
  method: 'GET',
  path: '/api/auditor/:token/packet/',
  summary: 'The packet of a closed month, if the link covers all properties',
  query: z.strictObject({ month: closeMonthField }),
  file: 'application/zip',
  failure: 'Could not make the packet',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  auditor: ['Who it is for.', 'Jordan Blake, Blake & Partners'],
  first_month: ['The first day of the first month.', '2026-01-01'],
  last_month: ['The first day of the last month.', '2026-06-01'],
  only_spots: 'The properties that it covers; null = all.',
  spots: 'The properties that it covers; none = all, also those that come later.',
  days: ['How many days it is valid.', 30],
  expires_at: 'When it expires.',
  created_by: 'Who created it.',
  revoked_at: 'When it was revoked; null if it wasn’t.',
  views: 'How often something was opened with it.',
  last_viewed_at: 'When something was last opened with it; null if nothing was.',
  revoked: 'Whether it was revoked.',
  viewed_at: 'When.',
  opened: ['What was opened: the link itself, a month, its entries, or its packet.', 'month'],
  'listAuditorViews.month': 'The first day of the month; null for the link itself.',
  name: ['The name of the property.', 'Main Street Garage'],
  property: 'The property; null for all of them together.',
  kind: ['Charge, refund or penalty.', 'charge'],
  tax: 'The tax in it; negative when a refund returns it.',
  processing_fee: 'What the payment processor kept.',
  link: ['The link, by its number.', 3],
  token: 'The secret at the end of the link, which anyone who has it can use.',
  covers_all: 'Whether it covers all properties, and so the organization.',
  covered: 'The properties that it covers.',
  after: ['The last entry of the page before, by its number.', 165599],
};
