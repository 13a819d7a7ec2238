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

/** Whole seconds since 1970 in a query string. */
export const epochSecondsText = z.pipe(
  z.string().check(z.regex(/^\d{1,11}$/, 'Must be a time in seconds since 1970.')),
  z.transform(Number),
);

/** Refuses what a database cannot store: NUL and other control characters, and lone surrogates. */
export const storable = z.regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]*$/u,
  'Contains characters that can’t be stored.',
);

// Marks that change the writing direction. They are invisible and affect adjacent text.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Removes the marks that would change the writing direction of adjacent text. */
export const withoutDirectionMarks = (text: string) => text.replace(directionMarks, '');

const textChecks = (max: number, required: string) => [
  z.trim(),
  z.minLength(1, required),
  z.maxLength(max, `At most ${max} characters.`),
  storable,
];

/** Text typed by a person: trimmed, 1 to `max` characters, no control characters. `required` is the message when it's empty or missing. */
export const text = (max: number, required?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? required : undefined) })
    .check(...textChecks(max, required ?? 'This is required'));

/** Like `text`, for names and descriptions that others see: without marks that change the writing direction. */
export const shownText = (max: number, required = 'This is required') =>
  z.string().check(z.overwrite(withoutDirectionMarks), ...textChecks(max, required));

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
