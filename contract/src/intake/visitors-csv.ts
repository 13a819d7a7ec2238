import * as z from 'zod/mini';
import { adminAndEmployee, atSpot, ofSpotRecord, signedInAs } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, pk, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { importTexts } from './csv-reading.ts';

/** Maximum bytes of an uploaded file: 100,000 rows of 125 characters. */
export const maxUploadBytes = 12 * 1024 * 1024;
/** Maximum rows per file. */
export const maxCsvRows = 100_000;
/** How often the page polls the progress of a file, in milliseconds. */
export const progressPause = 2000;
/** How long the refused rows are kept, in days. */
export const refusedRowsDays = 7;
/** How long after it ends an upload can be undone, and how far back the list of recent uploads goes, in hours. */
export const undoHours = 24;

/** Maximum rows in a preview, and maximum refused rows listed in it. */
export const previewRows = 10;
/** Maximum columns of a file that are shown and can be chosen. */
export const maxCsvColumns = 200;

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
  tooManyColumns: `The file has more than ${maxCsvColumns} columns. Delete those that you don’t need.`,
  empty: 'The file is empty.',
  noRows: 'The file has no rows after its column names.',
  oldExcel:
    'This is an old or password-protected Excel file. Open it in Excel, remove the password, and save it as .xlsx or CSV.',
  binaryExcel: 'This is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV in Excel.',
  openDocument:
    'This is an OpenDocument spreadsheet. Save it as .xlsx or CSV and choose that file.',
  numbers: 'This is a Numbers file. In Numbers, export it to Excel or CSV and choose that file.',
  markup:
    'This is a web page or XML file, whatever its name says. Open it in Excel and save it as .xlsx or CSV.',
  workbook:
    'This Excel file can’t be read. Open it in Excel, and save it as a new .xlsx file or as CSV.',
  largeWorkbook:
    'The sheets of this Excel file are too large. Copy the visitors to a new workbook, or save the sheet as CSV.',
  twoNames:
    'A part of this Excel file has two names, so programs could read different contents. Open it in Excel, and save it as a new file.',
  sameName:
    'Two parts of this Excel file have the same name, so programs could read different contents. Open it in Excel, and save it as a new file.',
  overlappingParts:
    'Parts of this Excel file overlap, so programs could read different contents. Open it in Excel, and save it as a new file.',
  encryptedPart:
    'A part of this Excel file is encrypted. Remove the password, and save it as a new file.',
  noSheet: 'The workbook has no such sheet. Choose another one.',
  zip: 'This is a ZIP file. Extract the CSV file and choose that.',
  pdf: 'This is a PDF file. Choose the CSV file it was made from.',
  binary: 'This is not a text file. Choose a CSV file.',
  header: 'No line with column names can be read. The file needs columns such as plate,state.',
  missingColumns: (names: string) =>
    `No column is known to contain: ${names}. Choose it in the preview, or name it in the file, such as plate,state.`,
  doubledColumn: (field: string, names: string) =>
    `Several columns may be the ${field}: ${names}. Choose one.`,
  doubledChoice: 'Choose each field for one column only.',
  noHeader: 'The file has no column names. Check what each column contains.',
  guessedColumns: (names: string) =>
    `No column is named as: ${names}. Check the columns that were chosen by their content.`,
  addressState: (name: string) =>
    `“${name}” may be the state of the address. Check that it is the state of the plate.`,
  garbled: (names: string) =>
    `Names look garbled: ${names}. Choose the encoding that shows them correctly, or correct them in the file.`,
  severalEncodings: (names: string) =>
    `The encoding of the file is uncertain. Check these names: ${names}.`,
  hiddenDigits:
    'Some numbers in this workbook are stored differently from how Excel shows them, such as with leading zeros. Check the plates.',
  brokenQuotes: 'The quotation marks of this row are broken.',
  longRow: 'This row is longer than 16,000 characters.',
  moreCells: 'This row has more values than there are columns.',
  unreadable:
    'This row has characters that can’t be read. Type them again and save the file as UTF-8.',
  shortenedNumber:
    'A spreadsheet turned this plate into a number such as 1.23E+05. Format the cell as text and type the plate again.',
  date: 'A spreadsheet turned this plate into a date. Format the cell as text and type the plate again, without a dash.',
  placeholder:
    'This isn’t a plate. If the car really has this plate, add the visitor on the Visitors page.',
  undoRunning: 'This upload is still being added. Wait until it’s done, then undo it.',
  undoneAlready: 'This upload has already been undone.',
  undoExpired: 'Uploads can only be undone for 24 hours, and that time is over.',
} as const;

/** What a column of a file can contain. */
export const csvFields = [
  'plate',
  'state',
  'country',
  'name',
  'first_name',
  'last_name',
  'phone',
] as const;
export type CsvField = (typeof csvFields)[number];
export const requiredCsvFields: readonly CsvField[] = ['plate', 'state'];
const columnChoices = [...csvFields, 'ignore'] as const;
export type ColumnChoice = (typeof columnChoices)[number];

/** Encodings that files can have. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'ibm437',
  'ibm850',
  'windows-1250',
  'windows-1251',
  'x-mac-cyrillic',
  'koi8-r',
  'ibm866',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof encodings)[number];
/** Separators of a file's cells. */
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * Stores a file for a later call. The public API gives it no organization: anyone who is an Admin or Employee
 * anywhere, or a superuser, may call it, and the file belongs to that person. The call that takes the `url` checks
 * its own scope, and that the same person uploaded the file; nothing is ever fetched from the URL. A file that no
 * call uses is removed after a day; of each person's unused files, only the newest three are kept.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/upload',
  summary:
    'Keeps a file of up to 12 MB for a day, sent as base64 in the body; the header `filename` is its name, percent-encoded',
  access: signedInAs(adminAndEmployee),
  headers: z.looseObject({
    filename: z
      .string({ error: csvMessages.required })
      .check(z.minLength(1, csvMessages.required), atMost(1000)),
  }),
  raw: 'stream',
  // Base64 turns three bytes into four characters.
  bodyLimit: (maxUploadBytes / 3) * 4,
  answer: z.object({ url: z.string() }),
  failure: csvMessages.failed,
});

/** The identifier of an uploaded file: it can't be opened, and only the person who uploaded it can use it. */
export const uploadUrl = (uuid: string) => `upload:${uuid}`;
export const uploadUrlPattern =
  /^upload:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** How to read a file; whatever is missing is guessed from the file. */
const fileReading = z.strictObject({
  encoding: z.optional(z.enum(encodings)),
  delimiter: z.optional(z.enum(delimiters)),
  sheet: z.optional(z.string().check(atMost(255))),
  header_line: z.optional(z.int().check(z.minimum(0), z.maximum(maxCsvRows))),
  fields: z.optional(
    z.array(z.enum(columnChoices)).check(
      z.maxLength(maxCsvColumns),
      z.refine((fields) => {
        const chosen = fields.filter((field) => field !== 'ignore');
        return new Set(chosen).size === chosen.length;
      }, csvMessages.doubledChoice),
    ),
  ),
});
export type FileReading = z.infer<typeof fileReading>;

const previewRow = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  problem: z.nullable(z.string()),
});

const filePreview = z.object({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  sheet: z.nullable(z.string()),
  sheets: z.array(z.string()),
  header_line: z.int(),
  first_lines: z.array(z.object({ line: z.int(), text: z.string() })),
  columns: z.array(
    z.object({ name: z.string(), field: z.enum(columnChoices), samples: z.array(z.string()) }),
  ),
  missing: z.array(z.enum(csvFields)),
  questions: z.array(z.string()),
  rows: z.array(previewRow),
  good: z.int(),
  refused: z.int(),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })),
});
export type FilePreview = z.infer<typeof filePreview>;

export const previewVisitorFile = endpoint({
  method: 'POST',
  path: '/api/visitors_csv/preview/',
  summary:
    'How the visitors of an uploaded file would be read: encoding, columns, the first rows, and which rows would be refused. Records nothing',
  access: atSpot('body.spot', adminAndEmployee),
  events: [],
  body: z.strictObject({
    spot: z.union([pk, pkOrUuidText]),
    csv_url: z.string().check(z.regex(uploadUrlPattern, csvMessages.upload)),
    reading: z.optional(fileReading),
  }),
  answer: filePreview,
  failure: 'Could not read the file',
});

export const startVisitorImport = endpoint({
  method: 'POST',
  path: '/api/visitors_csv',
  summary:
    'Starts adding the visitors of an uploaded CSV or .xlsx file with one validation code; each property can have one import running. A file whose encoding or columns are uncertain is refused unless `reading` says how it is read',
  access: atSpot('body.spot', adminAndEmployee),
  events: [],
  body: z.strictObject({
    spot: z.union([pk, pkOrUuidText]),
    code: text(40),
    file: text(255, csvMessages.required),
    csv_url: z.string().check(z.regex(uploadUrlPattern, csvMessages.upload)),
    reading: z.optional(fileReading),
  }),
  /** Failures to start are error responses, so a result is always 'success'. */
  answer: z.object({ result: z.literal('success'), message: z.string() }),
  failure: csvMessages.failed,
});

const visitorImport = z.object({
  pk: z.int(),
  state: z.enum(['running', 'done', 'failed']),
  file: z.string(),
  encoding: z.enum(encodings),
  code: z.string(),
  /** Rows by outcome. A plate that occurs twice in the file counts as updated. */
  added: z.int(),
  updated: z.int(),
  refused: z.int(),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  refused_rows_until: z.nullable(z.string()),
  /** The first refused rows. */
  problems: z.array(z.object({ line: z.int(), reason: z.string() })),
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

const recentImport = z.extend(z.omit(visitorImport, { refused_rows_until: true, problems: true }), {
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
  confirmed: true,
  // The job that performs the undo sends an event for each step.
  events: [],
  params: byPk,
  answer: z.object({ total: z.int() }),
  failure: 'Could not undo the upload',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  ...importTexts,
  code: 'The validation code of the visitors.',
  'startVisitorImport.code': [
    'The validation code that the visitors get, in capital letters or not.',
    'STAFF',
  ],
  filename: ['The name of the file, percent-encoded.', 'visitors.csv'],
  url: 'What names the file in the next call. It opens nothing.',
  file: ['The name of the file.', 'visitors.csv'],
  result: 'Always `success`; otherwise the answer is an error.',
  message: 'A message for a person.',
  state: 'Whether it is still being added, is done, or failed.',
  missing: 'Required fields that no column is known to contain.',
  problem: 'Why the row would be refused; null if it would be added.',
  good: 'How many rows would be added.',
  problems: 'The first rows that would be refused.',
  reason: 'Why the row would be refused.',
  added: 'How many rows added a visitor.',
  updated: 'How many rows changed a visitor; a plate that comes again in the file counts here.',
  max: 'How many bytes there are.',
  progress: 'How far the newest file is, in bytes; both are 0 if there was none yet.',
  value: 'How many bytes are done.',
  latest: 'The newest file; null if there was none yet.',
  import: ['The upload, by its number.', '9'],
  total: 'How many visitors it is about.',
  removed: 'How many visitors are removed.',
  restored: 'How many visitors get the values that they had before.',
  kept: 'How many visitors stay, because they were changed or deleted after the upload.',
};
