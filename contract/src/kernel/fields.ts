import * as z from 'zod/mini';
import { readEmail } from './typed-text.ts';

/** A row's number in a body or an answer. */
export const pk = z.int().check(z.positive());

/** A row named by its pk or its uuid, as it came. */
export const pkOrUuidText = z
  .string()
  .check(
    z.regex(
      /^([1-9]\d{0,14}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/,
      'Must be a number or a uuid.',
    ),
  );

/** The same in a body, where a pk may be a number too. */
export const pkOrUuid = z.union([pk, pkOrUuidText]);

/** A row named by its number in a path or query string. */
export const pkText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Must be a number.')),
  z.transform(Number),
);

/** Whole seconds since 1970 in a query string. */
export const epochSecondsText = z.pipe(
  z.string().check(z.regex(/^\d{1,11}$/, 'Must be a time in seconds since 1970.')),
  z.transform(Number),
);

/** Refuses what a database cannot store: NUL and its kin, and half characters. */
export const storable = z.regex(
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]*$/u,
  'Contains characters that can’t be stored.',
);

// Marks that turn the direction of writing. They reach into what is beside a text, and nobody sees them.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text without the marks that would turn around what is beside it. */
export const withoutDirectionMarks = (text: string) => text.replace(directionMarks, '');

const textChecks = (max: number, required: string) => [
  z.trim(),
  z.minLength(1, required),
  z.maxLength(max, `At most ${max} characters.`),
  storable,
];

/** Text that a person typed: trimmed, 1 to `max` characters, no control characters. `required` is also said where it's missing. */
export const text = (max: number, required?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? required : undefined) })
    .check(...textChecks(max, required ?? 'This is required'));

/** As `text`, of a name or description that others see: without marks that turn the direction of writing. */
export const shownText = (max: number, required = 'This is required') =>
  z.string().check(z.overwrite(withoutDirectionMarks), ...textChecks(max, required));

/** An email address in a form, kept as `readEmail` reads it. */
export const emailField = (message: string) =>
  z.string({ error: message }).check(
    z.overwrite((text) => readEmail(text) ?? text),
    z.refine((text) => readEmail(text) !== null, message),
    storable,
  );

/** The `when` of a check over several fields that runs beside a wrong field too, so that a form shows all problems at once. */
export const isObject = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null;
