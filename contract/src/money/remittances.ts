import * as z from 'zod/mini';
import { csvForm, lineProblem, readingFields } from '../intake/csv-reading.ts';
import { adminAndAccountant, adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuid, pkOrUuidText, pkText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { cursorPageSchema } from '../kernel/paging.ts';
import type { BookingList } from './booking-lists.ts';
import { bookingListNames, bookingSites } from './booking-lists.ts';
import { closeMonthField } from './close.ts';

/** Maximum bytes of a remittance file: 50,000 bookings of 160 bytes. */
export const maxRemittanceBytes = 8 * 1024 * 1024;
/** Maximum bookings of a remittance file. */
export const maxRemittanceLines = 50_000;
/** Maximum characters of a booking reference. */
export const maxReference = 64;
/** Bookings per page of a list. */
export const bookingsPerPage = 50;

export const remittanceMessages = {
  pdf: 'This is a PDF file. Download the remittance as CSV from the booking site.',
  binary: 'This isn’t a remittance file. Choose a CSV file from the booking site.',
  noLines: 'The file has no bookings.',
  tooManyLines: 'The file has more than 50,000 bookings. Export a shorter period.',
  currency: (code: string) =>
    `This file is in ${code}. Only remittances in US dollars can be matched.`,
  columns: (names: string) => `Choose the column that contains: ${names}.`,
  cursor: 'Must be a cursor of a page.',
} as const;

/** What a column of a remittance file can contain. */
export const remittanceColumns = [
  'reference',
  'property',
  'start',
  'end',
  'gross',
  'commission',
  'remitted',
  'status',
  'currency',
  'ignore',
] as const;
export type RemittanceColumn = (typeof remittanceColumns)[number];

const remittanceReading = z.strictObject({
  source: z.enum(bookingSites),
  ...readingFields(remittanceColumns),
});
export type RemittanceReading = Omit<z.output<typeof remittanceReading>, 'source'>;

const remittanceLine = z.object({
  line: z.int(),
  reference: z.string(),
  start: localDateText,
  gross: centsField,
  commission: z.nullable(centsField),
  remitted: centsField,
  cancelled: z.boolean(),
});

const remittanceForm = csvForm(remittanceColumns);
export type RemittanceForm = z.infer<typeof remittanceForm>;

const remittancePreview = z.object({
  lines: z.int(),
  refused: z.int(),
  problems: z.array(lineProblem),
  first_date: z.nullable(localDateText),
  last_date: z.nullable(localDateText),
  remitted: centsField,
  first: z.array(remittanceLine),
  csv: remittanceForm,
});
export type RemittancePreview = z.infer<typeof remittancePreview>;

const access = inOrganization('params.orgId', adminOnly);
const readAccess = inOrganization('params.orgId', adminAndAccountant);
const params = z.strictObject({ orgId: pkOrUuidText });
const fileCall = {
  access,
  params,
  query: remittanceReading,
  raw: true,
  bodyLimit: maxRemittanceBytes,
} as const;

export const previewRemittance = endpoint({
  method: 'POST',
  path: '/api/remittances/:orgId/preview/',
  summary:
    'How a booking site’s remittance file would be read: its columns, the first bookings, and the lines that can’t be read. Records nothing',
  ...fileCall,
  events: [],
  answer: remittancePreview,
  failure: 'Could not read the file',
});

export const importRemittance = endpoint({
  method: 'POST',
  path: '/api/remittances/:orgId/files/',
  summary:
    'Adds the bookings of a remittance file that aren’t there yet, and matches them with rentals. Names, email addresses and plates aren’t kept',
  ...fileCall,
  answer: z.object({
    lines: z.int(),
    added: z.int(),
    known: z.int(),
    refused: z.int(),
    problems: z.array(lineProblem),
    matched: z.int(),
    first_date: z.nullable(localDateText),
  }),
  failure: 'Could not add the remittance file',
});

export const removeRemittance = endpoint({
  method: 'DELETE',
  path: '/api/remittances/:orgId/files/:file/',
  summary: 'Takes a remittance file back, with the bookings that no other file has',
  access,
  params: z.extend(params, { file: pkText }),
  answer: z.object({ removed: z.int() }),
  failure: 'Could not remove the file',
});

/** Minutes after the booked end that a car may leave without having stayed longer. */
export const graceMinutes = 15;
/** What a booking is: exactly one of these. */
const bookingStates = {
  paid_came: { label: 'Paid and came', hint: 'Remitted by the site, for a car that came.' },
  paid_no_show: {
    label: 'Paid, didn’t come',
    hint: 'Remitted by the site, and no car came for it.',
  },
  paid_unseen: {
    label: 'Paid, not seen',
    hint: 'Remitted by the site, at a property where no cars were seen in the month.',
  },
  came_unpaid: {
    label: 'Came, not paid',
    hint: 'The car came, and the site remitted nothing, though its file covers these days. The sum is our price.',
  },
  not_paid: {
    label: 'Not paid, not seen',
    hint: 'Booked here and not remitted, though the site’s file covers these days; no car was seen. The sum is our price.',
  },
  cancelled: { label: 'Cancelled', hint: 'Cancelled at the site, and no car came for it.' },
  unknown: {
    label: 'Unknown here',
    hint: 'Lines of the site’s files that belong to no rental.',
  },
} as const;
/** What a booking may be beside its state. */
export const bookingNotes = {
  stayed_longer: {
    label: 'Stayed longer',
    hint: `The car left more than ${graceMinutes} minutes after the booked end. The sum is what was remitted for these bookings.`,
  },
  kept_more: {
    label: 'Commission too high',
    hint: 'The site kept more than the agreed rate. The sum is what it kept too much.',
  },
  kept_less: {
    label: 'Commission too low',
    hint: 'The site kept less than the agreed rate. The sum is what it kept too little.',
  },
  paid_less: {
    label: 'Below our price',
    hint: 'The site’s price is lower than ours. The sum is the difference.',
  },
  paid_more: {
    label: 'Above our price',
    hint: 'The site’s price is higher than ours, or it paid a booking twice. The sum is the difference.',
  },
  other_property: {
    label: 'For another property',
    hint: 'The site’s line names another property than the booking. The sum is the site’s price.',
  },
} as const;
export const bookingLists = { ...bookingStates, ...bookingNotes } satisfies Record<
  BookingList,
  object
>;

const siteRate = z.object({
  pk: z.int(),
  source: z.enum(bookingSites),
  property: z.nullable(z.object({ pk: z.int(), name: z.string() })),
  start_date: localDateText,
  rate: z.int(),
});
export type SiteRate = z.infer<typeof siteRate>;

export const getRemittances = endpoint({
  method: 'GET',
  path: '/api/remittances/:orgId/',
  summary:
    'What booking sites remitted for the bookings that start in a month: the count and sum of each kind, the files that cover it, and the agreed rates',
  access: readAccess,
  events: [],
  params,
  query: z.strictObject({ month: closeMonthField, source: z.optional(z.enum(bookingSites)) }),
  answer: z.object({
    lists: z.array(z.object({ list: z.enum(bookingListNames), count: z.int(), amount: z.int() })),
    files: z.array(
      z.object({
        pk: z.int(),
        source: z.enum(bookingSites),
        first_date: localDateText,
        last_date: localDateText,
        lines: z.int(),
        added: z.int(),
        refused: z.int(),
        imported_at: z.int(),
        person: z.string(),
      }),
    ),
    rates: z.array(siteRate),
  }),
  failure: 'Could not fetch the booking sites',
});

const siteBooking = z.object({
  key: z.string(),
  source: z.enum(bookingSites),
  reference: z.string(),
  property: z.nullable(z.object({ pk: z.int(), name: z.string() })),
  rental: z.nullable(z.object({ uuid: z.string() })),
  local_date: localDateText,
  ours: z.nullable(centsField),
  gross: z.nullable(centsField),
  commission: z.nullable(centsField),
  agreed: z.nullable(centsField),
  remitted: z.nullable(centsField),
  late_minutes: z.nullable(z.int()),
});
export type SiteBooking = z.infer<typeof siteBooking>;

export const listSiteBookings = endpoint({
  method: 'GET',
  path: '/api/remittances/:orgId/bookings/',
  summary: 'The bookings of one kind that start in a month, the earliest first',
  access: readAccess,
  events: [],
  params,
  query: z.strictObject({
    month: closeMonthField,
    source: z.optional(z.enum(bookingSites)),
    list: z.enum(bookingListNames),
    cursor: z.optional(
      z.string().check(z.regex(/^\d{4}-\d\d-\d\d\.[rl]\d{1,15}$/, remittanceMessages.cursor)),
    ),
  }),
  answer: cursorPageSchema(siteBooking),
  failure: 'Could not fetch the bookings',
});

export const setSiteRate = endpoint({
  method: 'POST',
  path: '/api/remittances/rates/',
  summary:
    'Sets the commission, in basis points, that a booking site takes from a day on, at one property or all; null removes it',
  access: inOrganization('body.organization', adminOnly),
  events: [],
  body: z.strictObject({
    organization: pkOrUuid,
    source: z.enum(bookingSites),
    spot: z.nullable(pk),
    start_date: localDateText,
    rate: z.nullable(z.int().check(z.gte(0, 'At least 0 %.'), z.lte(10_000, 'At most 100 %.'))),
  }),
  failure: 'Could not save the rate',
});

const forSite = z.strictObject({
  organization: pkOrUuidText,
  month: closeMonthField,
  source: z.enum(bookingSites),
});

export const downloadSiteBookings = endpoint({
  method: 'GET',
  path: '/api/downloads/site_bookings',
  summary: 'All bookings of a booking site that start in a month, with what they are, as CSV',
  access: inOrganization('query.organization', adminAndAccountant),
  query: forSite,
  file: 'text/csv',
  failure: 'Could not make the file',
});

export const downloadSiteLetter = endpoint({
  method: 'GET',
  path: '/api/downloads/site_letter',
  summary: 'A letter to a booking site about what doesn’t match in a month, as PDF',
  access: inOrganization('query.organization', adminAndAccountant),
  query: forSite,
  file: 'application/pdf',
  failure: 'Could not make the letter',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  source: ['The booking site, as in the source of its rentals.', 'spothero'],
  columns: [
    'What each column of the file contains, from the left, with commas between them.',
    'reference,start,end,gross,commission,remitted',
  ],
  'csv.columns': 'The columns of the file, from the left.',
  date_order: 'Which number of a date such as 4/5/2026 comes first.',
  header_line: 'The line that names the columns; 0 if the file has none.',
  lines: 'The number of bookings.',
  added: 'How many of them are new.',
  known: 'How many of them were here already.',
  file: ['The file, by its number.', '12'],
  removed: 'How many bookings went with it.',
  refused: 'How many lines can’t be read.',
  problems: 'The first lines that can’t be read, each with the reason.',
  matched: 'How many of the site’s lines belong to a rental now.',
  first_date: 'The first day that a booking of the file starts; null without any.',
  last_date: 'The last day that a booking of the file starts; null without any.',
  first: 'The first bookings, as they are read.',
  csv: 'How the file is read.',
  first_lines: 'The first lines of the file; one of them may name the columns.',
  needs_date_order: 'Whether the order of its dates has to be chosen.',
  questions: 'What somebody has to decide.',
  line: 'The line of the file.',
  name: 'What it is called.',
  column: 'What the column contains.',
  samples: 'The first values of the column.',
  text: 'The text of the line.',
  reference: ['The site’s reference of the booking.', 'SH-48213377'],
  start: 'The day the booking starts.',
  gross: 'What the driver paid to the site, in cents; null without a line of a file.',
  commission: 'What the site kept, in cents; null if its file doesn’t show it.',
  agreed: 'The commission by the agreed rate, in cents; null without a rate.',
  remitted: 'What the site remitted, in cents; null without a line of a file.',
  cancelled: 'Whether it was cancelled at the site.',
  month: ['The first day of the month that bookings start in.', '2026-06-01'],
  lists: 'The count and sum of each kind of bookings.',
  list: 'A kind of bookings: what happened, or what is noted beside it.',
  count: 'How many.',
  amount: 'The sum in cents: what was remitted, or else what the kind describes.',
  files: 'The files with bookings of the month, the newest first.',
  imported_at: 'When it was added, in milliseconds since 1970.',
  person: 'Who added it.',
  rates: 'The agreed commission of each site, and of properties with their own.',
  property: 'The property; null for all, or if it isn’t known.',
  spot: 'The number of the property; null for all.',
  start_date: 'The day from which the rate is agreed.',
  rate: 'The agreed commission in basis points; null removes it.',
  key: 'What it is known by in this list.',
  rental: 'The rental; null if it isn’t known here.',
  local_date: 'The day it starts.',
  ours: 'The price in the ledger less refunds, in cents; null if it isn’t known here.',
  late_minutes:
    'How many minutes after the booked end the car left; null if it didn’t stay longer.',
} as const;
