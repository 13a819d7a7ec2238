import * as z from 'zod/mini';
import { readEmail } from './typed-text.ts';

/** A record's number in a body or a response. */
export const pk = z.int().check(z.positive());

/** A record's pk or uuid, as sent. */
export const pkOrUuidText = z
  .string()
  .check(
    z.regex(
      /^([1-9]\d{0,14}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/,
      'Must be a number or a uuid.',
    ),
  );

/** Like `pkOrUuidText`, for bodies, where a pk may also be a number. */
export const pkOrUuid = z.union([pk, pkOrUuidText]);

/** A record's number in a path or query string. */
export const pkText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Must be a number.')),
  z.transform(Number),
);

// Calendars and the database can work with these; years far away are typing errors.
// In milliseconds: the calendar would be 8 kB more for the login page.
const [firstTime, endOfTimes] = [946_684_800_000, 4_102_444_800_000];

/** The check of every time that a call names. */
export const isTime = z.refine<number>(
  (at) => at >= firstTime && at < endOfTimes,
  'Must be in 2000 to 2099.',
);

/** A time in milliseconds since 1970. */
export const timeField = (message?: string) =>
  z.int(message === undefined ? undefined : { error: message }).check(isTime);

/** Whole seconds since 1970 in a query string, up to 2099; ranges may begin before there were any records. */
export const epochSecondsText = z.pipe(
  z.string().check(
    z.regex(/^\d{1,10}$/, 'Must be a time in seconds since 1970.'),
    z.refine((text) => Number(text) * 1000 < endOfTimes, 'Must be before 2100.'),
  ),
  z.transform(Number),
);

/** Refuses what a database cannot store: NUL and other control characters, and lone surrogates. */
export const storable = z.regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]*$/u,
  'Contains characters that can’t be stored.',
);

// Marks that change the writing direction. They are invisible and affect adjacent text.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
// Joiners stay: emoji and several scripts need them. NUL stays, and is refused: text with it was read in a wrong encoding.
const invisible =
  /[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const isPlain = /^[ -~]*$/;

/** Removes the marks that would change the writing direction of adjacent text. */
export const withoutDirectionMarks = (text: string) => text.replace(directionMarks, '');

/** Makes text one line: line breaks and tabs become spaces, and invisible marks and control characters go. */
export const toOneLine = (text: string) =>
  isPlain.test(text)
    ? text
    : text.replace(lineBreaks, ' ').replaceAll('\t', ' ').replace(invisible, '');

/** The same for text of several lines, whose line breaks become `\n`. */
const toLines = (text: string) =>
  isPlain.test(text)
    ? text
    : text.replace(lineBreaks, '\n').replaceAll('\t', ' ').replace(invisible, '');

/** Checks that turn a string into one line, or into lines; first of a schema's checks. */
export const oneLine = z.overwrite(toOneLine);
export const severalLines = z.overwrite(toLines);

/** Refuses what `toOneLine` would change: in names that other systems use, where a change would be another name. */
export const isOneLine = z.refine<string>(
  (text) => toOneLine(text) === text,
  'Contains line breaks, or characters that can’t be seen.',
);

/** Refuses longer text before any other check looks at it: what a stranger sends may be as long as a body. */
export const atMost = (max: number, error = `At most ${max} characters.`) =>
  z.maxLength(max, { error, abort: true });

const textChecks = (max: number, required: string) => [
  z.trim(),
  z.minLength(1, required),
  atMost(max),
  storable,
];

const required = (message?: string) => ({
  error: ({ input }: { input: unknown }) => (input === undefined ? message : undefined),
});

/**
 * Text of one line, typed by a person or sent by a program: trimmed, 1 to `max` characters, none of them invisible.
 * `message` is for when it's empty or missing.
 */
export const text = (max: number, message?: string) =>
  z.string(required(message)).check(oneLine, ...textChecks(max, message ?? 'This is required'));

/** Text that may have several lines, such as an answer. */
export const longText = (max: number, message?: string) =>
  z
    .string(required(message))
    .check(severalLines, ...textChecks(max, message ?? 'This is required'));

/** A name that other systems know a record by. */
export const keyText = (max: number) =>
  z.string().check(...textChecks(max, 'This is required'), isOneLine);

/** An email address in a form, normalized by `readEmail`. */
export const emailField = (message: string) =>
  z.string({ error: message }).check(
    z.overwrite((text) => readEmail(text) ?? text),
    z.refine((text) => readEmail(text) !== null, message),
    storable,
  );

/** The `when` of a check over several fields: it runs despite invalid fields, so that a form shows all problems. */
export const isObject = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null;
