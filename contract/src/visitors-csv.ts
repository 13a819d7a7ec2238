import * as z from 'zod/mini';
import { adminAndEmployee, atSpot, ofSpotRecord, signedIn } from './kernel/access.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText, text } from './kernel/fields.ts';

/** Maximum bytes that an uploaded file has: 100,000 rows of 125 signs. */
export const maxUploadBytes = 12 * 1024 * 1024;
/** Maximum rows that one file adds. */
export const maxCsvRows = 100_000;
/** How often the page asks how far a file is, in milliseconds. */
export const progressPause = 2000;
/** The rows that were refused are kept this long, in days. */
export const refusedRowsDays = 7;
/** How long after its end an upload can be undone, and how far back the list of recent uploads reaches, in hours. */
export const undoHours = 24;

export const csvMessages = {
  validated: 'Visitors validated successfully',
  started: 'The visitors are being added.',
  required: 'A CSV file is required',
  code: 'Invalid code. Please try with a different one.',
  upload: 'This file is no longer available. Choose it again.',
  busy: 'Another file is being added to this property. Wait until it’s done.',
  failed: 'Uploading visitors CSV failed.',
  base64: 'Send the file as base64.',
  cutOff: 'The file didn’t arrive completely. Try again.',
  tooLarge: 'The file is larger than 12 MB. Split it into smaller ones.',
  tooManyRows: 'The file has more than 100,000 rows. Split it into smaller ones.',
  empty: 'The file is empty.',
  noRows: 'The file has no rows after its first line.',
  excel: 'This is an Excel file. Save it as CSV in Excel and choose that file.',
  zip: 'This is a ZIP file. Extract the CSV file and choose that.',
  pdf: 'This is a PDF file. Choose the CSV file it was made from.',
  binary: 'This is not a text file. Choose a CSV file.',
  header: 'The first line can’t be read. It must contain the column names, such as plate,state.',
  missingColumns: (names: string) =>
    `The first line has no column for: ${names}. It must contain the column names, such as plate,state.`,
  doubledColumn: (name: string) => `The first line has two columns for: ${name}.`,
  brokenQuotes: 'The quotation marks of this row are broken.',
  longRow: 'This row is longer than 16,000 characters.',
  moreCells: 'This row has more values than the first line has columns.',
  unreadable:
    'This row has characters that can’t be read. Type them again and save the file as UTF-8.',
  undoRunning: 'This upload is still being added. Wait until it’s done, then undo it.',
  undoneAlready: 'This upload has already been undone.',
  undoExpired: 'Uploads can only be undone for 24 hours, and that time is over.',
} as const;

/**
 * Takes a file for a call that follows. It names no organization, as the specification has it: anyone who is an
 * Admin or Employee anywhere, or a superuser, may call it, and the file is that person's. The call that takes
 * the `url` checks its own scope, and that the file was uploaded by the same person; nothing is ever fetched
 * from it. A file that no call took is removed after a day, and a person's older ones when there are more than
 * three.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/upload',
  summary:
    'Keeps a file of up to 12 MB for a day, sent as base64 in the body; the header `filename` is its name, percent-encoded',
  access: signedIn,
  headers: z.looseObject({
    filename: z
      .string({ error: csvMessages.required })
      .check(z.minLength(1, csvMessages.required), z.maxLength(1000, 'At most 1000 characters.')),
  }),
  raw: 'stream',
  // Base64 makes four signs of three bytes.
  bodyLimit: (maxUploadBytes / 3) * 4,
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
    'Starts adding the visitors of an uploaded CSV file with one validation code; each property can have one import running',
  access: atSpot('body.spot', adminAndEmployee),
  events: [],
  body: z.strictObject({
    spot: z.union([pk, pkOrUuidText]),
    code: text(40),
    file: text(255, csvMessages.required),
    csv_url: z.string().check(z.regex(uploadUrlPattern, csvMessages.upload)),
  }),
  /** What cannot be begun is answered as an error with its sentence, so that a result is always 'success'. */
  answer: z.object({ result: z.literal('success'), message: z.string() }),
  failure: csvMessages.failed,
});

/** The encodings that files are read in. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

const visitorImport = z.object({
  pk: z.int(),
  state: z.enum(['running', 'done', 'failed']),
  file: z.string(),
  encoding: z.enum(encodings),
  code: z.string(),
  /** Rows by what became of them. A plate that comes again in the file counts as updated. */
  added: z.int(),
  updated: z.int(),
  refused: z.int(),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  refused_rows_until: z.nullable(z.string()),
});
export type VisitorImport = z.infer<typeof visitorImport>;

export const getVisitorImport = endpoint({
  method: 'GET',
  path: '/api/visitors_csv',
  summary: 'The progress of a property’s newest CSV file: done when value equals max',
  access: atSpot('query.spot', adminAndEmployee),
  events: [],
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.object({
    progress: z.object({ value: z.int(), max: z.int() }),
    latest: z.nullable(visitorImport),
  }),
  failure: 'Could not check progress of upload CSV',
});

export const downloadRefusedRows = endpoint({
  method: 'GET',
  path: '/api/downloads/refused_visitors/',
  summary: 'The refused rows of a CSV file, unchanged, each with its line and the reason',
  access: atSpot('query.spot', adminAndEmployee),
  query: z.strictObject({
    spot: pkOrUuidText,
    import: pkText,
  }),
  file: 'text/csv',
  failure: 'Could not download the refused rows',
});

/** An undo of an upload, counted in visitors. */
const undo = z.object({
  state: z.enum(['running', 'done']),
  person: z.string(),
  started_at: z.string(),
  total: z.int(),
  removed: z.int(),
  restored: z.int(),
  kept: z.int(),
});
export type Undo = z.infer<typeof undo>;

const recentImport = z.extend(z.omit(visitorImport, { refused_rows_until: true }), {
  person: z.string(),
  undo_until: z.nullable(z.string()),
  undo: z.nullable(undo),
});
export type RecentImport = z.infer<typeof recentImport>;

export const listRecentImports = endpoint({
  method: 'GET',
  path: '/api/visitors_csv/recent/',
  summary: 'A property’s CSV files of the last 24 hours, newest first, and which can be undone',
  access: atSpot('query.spot', adminAndEmployee),
  events: ['server:newVisitor'],
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.object({ results: z.array(recentImport) }),
  failure: 'Could not fetch recent uploads',
});

const byPk = z.strictObject({
  id: pkText,
});

export const previewImportUndo = endpoint({
  method: 'GET',
  path: '/api/visitors_csv/:id/undo/',
  summary: 'What undoing an upload would do now, in numbers of visitors',
  access: ofSpotRecord('visitor upload', 'params.id', adminAndEmployee),
  events: ['server:newVisitor'],
  params: byPk,
  answer: z.object({ removed: z.int(), restored: z.int(), kept: z.int() }),
  failure: 'Could not find out what undoing this would do',
});

export const undoVisitorImport = endpoint({
  method: 'POST',
  path: '/api/visitors_csv/:id/undo/',
  summary:
    'Starts undoing an upload of the last 24 hours: removes the visitors it added and restores the values it replaced, except visitors changed since',
  access: ofSpotRecord('visitor upload', 'params.id', adminAndEmployee),
  // The job that undoes it reports each step.
  events: [],
  params: byPk,
  answer: z.object({ total: z.int() }),
  failure: 'Could not undo the upload',
});

/** @public What the fields mean, for the API reference. */
export const fieldTexts = {
  code: 'The validation code of the visitors.',
  'startVisitorImport.code': [
    'The validation code that the visitors get, in capital letters or not.',
    'STAFF',
  ],
  filename: ['The name of the file, percent-encoded.', 'visitors.csv'],
  url: 'What names the file in the next call. It opens nothing.',
  file: ['The name of the file.', 'visitors.csv'],
  csv_url: 'The `url` that the upload answered.',
  result: 'Always `success`; otherwise the answer is an error.',
  message: 'A message for a person.',
  state: 'Whether it is still being added, is done, or failed.',
  'undo.state': 'Whether it still runs.',
  encoding: 'How the bytes of the file were read.',
  added: 'How many rows added a visitor.',
  updated: 'How many rows changed a visitor; a plate that comes again in the file counts here.',
  refused: 'How many rows were refused.',
  started_at: 'When it was started, in ISO 8601.',
  finished_at: 'When it was done, in ISO 8601; null while it runs.',
  refused_rows_until:
    'Until when the refused rows can be downloaded, in ISO 8601; null if there are none.',
  max: 'How many bytes there are.',
  progress: 'How far the newest file is, in bytes; both are 0 if there was none yet.',
  value: 'How many bytes are done.',
  latest: 'The newest file; null if there was none yet.',
  import: ['The upload, by its number.', '9'],
  total: 'How many visitors it is about.',
  removed: 'How many visitors are removed.',
  restored: 'How many visitors get the values that they had before.',
  kept: 'How many visitors stay, because they were changed or deleted after the upload.',
  undo_until: 'Until when it can be undone, in ISO 8601; null if it can’t be.',
  undo: 'The undo; null if nobody undid it.',
};
