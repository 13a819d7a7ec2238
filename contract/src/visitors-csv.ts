import * as z from 'zod/mini';
import { adminAndEmployee, atSpot, signedIn } from './kernel/access.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pk, pkOrUuidText, text } from './kernel/fields.ts';

/** Bytes that an uploaded file has at most: 100,000 rows of 125 signs. */
export const mostUploadBytes = 12 * 1024 * 1024;
/** Rows that one file adds at most. */
export const mostCsvRows = 100_000;
/** How often the page asks how far a file is, in milliseconds (operations spec §9). */
export const progressPause = 2000;
/** The rows that were refused are kept this long, in days. */
export const refusedRowsDays = 7;

export const csvMessages = {
  validated: 'Visitors validated successfully',
  started: 'The visitors are being added.',
  required: 'A CSV file is required',
  code: 'Invalid code. Please try with a different one.',
  upload: 'This file is not there any more. Choose it again.',
  busy: 'Another file is being added to this property. Wait until it is done.',
  failed: 'Uploading visitors CSV failed.',
  base64: 'Send the file as base64.',
  cutOff: 'The file did not arrive whole. Try again.',
  tooLarge: 'The file is larger than 12 MB. Split it into smaller ones.',
  tooManyRows: 'The file has more than 100,000 rows. Split it into smaller ones.',
  empty: 'The file is empty.',
  noRows: 'The file has no rows below its first line.',
  excel: 'This is an Excel file. Save it as CSV in Excel and choose that file.',
  zip: 'This is a ZIP file. Take the CSV file out of it and choose that one.',
  pdf: 'This is a PDF file. Choose the CSV file that it was made from.',
  binary: 'This is not a text file. Choose a CSV file.',
  header:
    'The first line cannot be read. It must hold the names of the columns, such as plate,state.',
  missingColumns: (names: string) =>
    `The first line names no column for: ${names}. It must hold the names of the columns, such as plate,state.`,
  doubledColumn: (name: string) => `The first line names two columns for: ${name}.`,
  brokenQuotes: 'The quotation marks of this row are broken.',
  longRow: 'This row is longer than 16,000 signs.',
  plateSigns: 'Only letters, digits, spaces and dashes.',
  moreCells: 'This row has more cells than the first line has columns.',
} as const;

/**
 * Takes a file for a call that follows. It names no organization, as the specification has it: whoever is an
 * Admin or Employee anywhere, or a superuser, may call it, and the file is that person's. The call that takes
 * the `url` checks its own scope, and that the file was uploaded by the same person; nothing is ever fetched
 * from it. A file that no call took is removed after a day, and a person's older ones when there are more than
 * three.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/upload',
  summary:
    'Keeps a file of at most 12 MB for a day, sent as base64 in the body; the header `filename` is its name, percent-encoded',
  access: signedIn,
  headers: z.looseObject({
    filename: z
      .string({ error: csvMessages.required })
      .check(z.minLength(1, csvMessages.required), z.maxLength(1000, 'At most 1000 characters.')),
  }),
  raw: 'stream',
  // Base64 makes four signs of three bytes.
  bodyLimit: (mostUploadBytes / 3) * 4,
  answer: z.object({ url: z.string() }),
  failure: csvMessages.failed,
});

/** How the address of an uploaded file looks: it opens nothing, and only its own person may hand it in. */
export const uploadUrl = (uuid: string) => `upload:${uuid}`;
const uploadUrlPattern = /^upload:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const startVisitorImport = endpoint({
  method: 'POST',
  path: '/api/visitors_csv',
  summary:
    'Begins to add the visitors of an uploaded CSV file, all by one validation code; one file at a time for each property',
  access: atSpot('body.spot', adminAndEmployee),
  events: [],
  body: z.strictObject({
    spot: z.union([pk, pkOrUuidText]),
    /** As it is written, in capital letters or not. */
    code: text(40),
    /** The name by which people know the file. */
    file: text(255, csvMessages.required),
    /** What the upload answered. */
    csv_url: z.string().check(z.regex(uploadUrlPattern, csvMessages.upload)),
  }),
  /** What cannot be begun is answered as an error with its sentence, so that a result is always 'success'. */
  answer: z.object({ result: z.literal('success'), message: z.string() }),
  failure: csvMessages.failed,
});

const visitorImport = z.object({
  pk: z.int(),
  state: z.enum(['running', 'done', 'failed']),
  file: z.string(),
  code: z.string(),
  /** Rows by what became of them. A plate that comes again in the file counts as updated. */
  added: z.int(),
  updated: z.int(),
  refused: z.int(),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Until when the refused rows can be downloaded; null when there are none, or none any more. */
  refused_rows_until: z.nullable(z.string()),
});
export type VisitorImport = z.infer<typeof visitorImport>;

export const getVisitorImport = endpoint({
  method: 'GET',
  path: '/api/visitors_csv',
  summary: 'How far the newest CSV file of a property is: done when value equals max',
  access: atSpot('query.spot', adminAndEmployee),
  events: [],
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.object({
    /** In bytes of the file's text; both are 0 when there was no file yet. */
    progress: z.object({ value: z.int(), max: z.int() }),
    latest: z.nullable(visitorImport),
  }),
  failure: 'Could not check progress of upload CSV',
});

export const downloadRefusedRows = endpoint({
  method: 'GET',
  path: '/api/downloads/refused_visitors/',
  summary:
    'The rows of a CSV file that were refused, as they were, each with its line and the reason',
  access: atSpot('query.spot', adminAndEmployee),
  query: z.strictObject({
    spot: pkOrUuidText,
    import: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Must be a number.')),
  }),
  file: 'text/csv',
  failure: 'Could not download the refused rows',
});
