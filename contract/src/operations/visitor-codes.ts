import * as z from 'zod/mini';
import { adminAndEmployee, atSpot, ofSpotRecord } from '../kernel/access.ts';
import type { Instant, LocalDate, TimeZone } from '../kernel/calendar.ts';
import { addDays, instant, startOfDay } from '../kernel/calendar.ts';
import { dayMs, hourMs } from '../kernel/durations.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, oneLine, pk, pkOrUuidText, pkText, storable, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { namesOf, withShown } from '../kernel/shown.ts';
import { intervals } from './recurrence.ts';

/** How a code determines the end of its visitors' free parking, in the order of precedence. */
export const validityTypes = ['events', 'temporary', 'always', 'expiration'] as const;
export type ValidityType = (typeof validityTypes)[number];

export const codeMessages = {
  /** Errors shown at the missing field, by the selected kind. */
  missing: {
    events: 'Please select an event',
    temporary: 'Please choose amount of days or hours',
    always: 'Please select an option',
    expiration: 'Please select a date',
  },
  taken: 'Invalid code. Please try with a different one.',
  empty: 'Validation Codes will show up here',
  copied: 'Copied!',
  added: (code: string) => `Added validation code: ${code}`,
  changed: (code: string) => `Updated validation code: ${code}`,
  removed: (code: string) => `Deleted validation code: ${code}`,
  refreshed: 'Temporary codes refreshed',
  confirmRemove: (code: string) => `Delete ${code}?`,
} as const;

/** When a code's visitors stop parking for free; fields of other kinds are empty. */
export interface Validity {
  events: readonly number[];
  days_valid: number | null;
  hours_valid: number | null;
  always_valid: boolean;
  expiration_date: LocalDate | null;
}

/** An empty validity. */
export const noValidity: Validity = {
  events: [],
  days_valid: null,
  hours_valid: null,
  always_valid: false,
  expiration_date: null,
};

/** The kind of a code; null if its validity is empty. */
export function getValidityType(validity: Validity): ValidityType | null {
  if (validity.events.length > 0) return 'events';
  if ((validity.days_valid ?? 0) > 0 || (validity.hours_valid ?? 0) > 0) return 'temporary';
  if (validity.always_valid) return 'always';
  return validity.expiration_date === null ? null : 'expiration';
}

/** Reduces a validity to one kind: the fields of the others are cleared. */
export function validityAs(type: ValidityType, validity: Validity): Validity {
  if (type === 'events') return { ...noValidity, events: validity.events };
  if (type === 'always') return { ...noValidity, always_valid: true };
  if (type === 'expiration') return { ...noValidity, expiration_date: validity.expiration_date };
  const days_valid = validity.days_valid ?? 0;
  return { ...noValidity, days_valid, hours_valid: validity.hours_valid ?? 0 };
}

/** Whether visitors can still be added with a code: it has a validity, and its last day isn't over. */
export const isUsable = (code: Validity, today: LocalDate): boolean => {
  const type = getValidityType(code);
  if (type === 'expiration') return code.expiration_date !== null && code.expiration_date >= today;
  return type !== null;
};

/** The last second of a property's day, which is shown as 23:59. */
export const getLastSecond = (date: LocalDate, zone: TimeZone): Instant =>
  instant(startOfDay(addDays(date, 1), zone) - 1000);

/** Until when a code lets a visitor park who uses it at a given time; null for one of events, or without end. */
export function findCodeEnd(code: Validity, at: Instant, zone: TimeZone): Instant | null {
  const type = getValidityType(code);
  if (type === 'temporary')
    return instant(at + (code.days_valid ?? 0) * dayMs + (code.hours_valid ?? 0) * hourMs);
  return type === 'expiration' && code.expiration_date
    ? getLastSecond(code.expiration_date, zone)
    : null;
}

/** The field that shows the error of a missing validity. */
export const fieldOfType = {
  events: 'events',
  temporary: 'days_valid',
  always: 'always_valid',
  expiration: 'expiration_date',
} as const satisfies Record<ValidityType, keyof Validity>;

/** Maximum days of a code, and of a visitor without one. */
export const maxValidDays = 366;

const amount = (most: number) =>
  z.nullable(
    z
      .int({ error: codeMessages.missing.temporary })
      .check(z.minimum(0, 'Must not be negative.'), z.maximum(most, `Must be at most ${most}.`)),
  );

/** All optional: fields that aren't sent are empty in a new code, and unchanged in an existing one. */
const validityFields = {
  events: z.optional(z.array(pk).check(z.maxLength(100, 'At most 100 events.'))),
  days_valid: z.optional(amount(maxValidDays)),
  hours_valid: z.optional(amount(999)),
  always_valid: z.optional(z.boolean()),
  expiration_date: z.optional(z.nullable(localDateText)),
};
const validityNames = namesOf(validityFields);

/** What the form of a code shows. */
const shownOfCode = ['code', 'name', ...validityNames] as const;

type SentValidity = { [Name in keyof Validity]?: Validity[Name] | undefined };

/** Builds the whole validity from the fields that a request sent; null if it sent none. */
export function sentValidity(fields: SentValidity): Validity | null {
  const given = validityNames.filter((name) => fields[name] !== undefined);
  if (given.length === 0) return null;
  const validity = {
    ...noValidity,
    ...Object.fromEntries(given.map((name) => [name, fields[name]])),
  };
  const type = getValidityType(validity);
  return type && validityAs(type, validity);
}

/** The field that a request left empty, with its error; null if the validity is complete or absent. */
function findMissingField(fields: SentValidity): [keyof Validity, string] | null {
  if (sentValidity(fields)) return null;
  const type = validityTypes.find(
    (validityType) => fields[fieldOfType[validityType]] !== undefined,
  );
  if (type) return [fieldOfType[type], codeMessages.missing[type]];
  return fields.hours_valid === undefined ? null : ['days_valid', codeMessages.missing.temporary];
}

const tellMissing =
  (orNothing: boolean) =>
  (context: { value: unknown; issues: z.core.$ZodRawIssue[] }): void => {
    const fields = context.value as SentValidity;
    const isEmpty = validityNames.every((name) => fields[name] === undefined);
    const missing = isEmpty
      ? orNothing
        ? null
        : (['always_valid', codeMessages.missing.always] as const)
      : findMissingField(fields);
    if (!missing) return;
    const [field, message] = missing;
    context.issues.push({ code: 'custom', path: [field], message, input: fields[field] });
  };

/** A code as staff see it. `custom` = chosen by a person instead of generated. */
export const visitorCode = z.object({
  pk: z.int(),
  code: z.string(),
  name: z.string(),
  always_valid: z.boolean(),
  days_valid: z.nullable(z.int()),
  hours_valid: z.nullable(z.int()),
  expiration_date: z.nullable(localDateText),
  events: z.array(z.int()),
  event_names: z.array(z.string()),
  custom: z.boolean(),
  spot: z.int(),
});
export type VisitorCode = z.infer<typeof visitorCode>;

/** An event that a code can apply to; `date` is its first day, or null. */
export const codeEvent = z.object({
  pk: z.int(),
  name: z.string(),
  interval: z.enum(intervals),
  date: z.nullable(localDateText),
});
export type CodeEvent = z.infer<typeof codeEvent>;

const name = z.string().check(oneLine, z.trim(), atMost(120), storable);
const byPk = z.strictObject({
  id: pkText,
});

export const listVisitorCodes = endpoint({
  method: 'GET',
  path: '/api/codes/',
  summary: 'The validation codes of a property by code, and the events they can be for',
  access: atSpot('query.spot', adminAndEmployee),
  events: [],
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.object({
    results: z.array(visitorCode),
    count: z.int(),
    events: z.array(codeEvent),
  }),
  freshFor: 300,
  failure: 'Could not fetch visitor codes',
});

export const createVisitorCode = endpoint({
  method: 'POST',
  path: '/api/codes/',
  summary: 'Creates a validation code; codes at a property must differ in more than capitalization',
  access: atSpot('body.spot', adminAndEmployee),
  events: [],
  body: z
    .strictObject({
      spot: z.union([pk, pkOrUuidText]),
      code: text(40),
      name: z._default(name, ''),
      custom: z._default(z.boolean(), true),
      ...validityFields,
    })
    .check(tellMissing(false)),
  answer: visitorCode,
  failure: 'Could not add visitor code',
});

export const updateVisitorCode = endpoint({
  method: 'PATCH',
  path: '/api/codes/:id/',
  summary:
    'Changes a validation code; sending one validity field replaces all of them. Visitors keep the time they have',
  access: ofSpotRecord('visitor code', 'params.id', adminAndEmployee),
  events: ['server:newVisitor'],
  params: byPk,
  shown: shownOfCode,
  body: withShown(
    z
      .strictObject({ code: z.optional(text(40)), name: z.optional(name), ...validityFields })
      .check(tellMissing(true)),
    shownOfCode,
  ),
  answer: visitorCode,
  failure: 'Could not update visitor code',
});

export const removeVisitorCode = endpoint({
  method: 'DELETE',
  path: '/api/codes/:id/',
  summary: 'Deletes a validation code; visitors keep the time they have',
  access: ofSpotRecord('visitor code', 'params.id', adminAndEmployee),
  events: ['server:newVisitor'],
  params: byPk,
  failure: 'Could not delete visitor code',
});

export const refreshVisitorCodes = endpoint({
  method: 'GET',
  path: '/api/refreshCodes',
  summary:
    'Replaces each temporary code of a property with a new random one; visitors keep the time they have',
  access: atSpot('query.spot', adminAndEmployee),
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.array(visitorCode),
  failure: 'Could not update visitor code',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  events: 'The events during which visitors with the code may park, by number.',
  'listVisitorCodes.events':
    'The events that a code can be for: those on today or later, or again and again.',
  date: 'The first day of the event; null if it has none.',
  days_valid: 'For how many days visitors with the code may park; null for codes of another kind.',
  hours_valid: 'For how many more hours; null for codes of another kind.',
  always_valid: 'Whether visitors with the code may park without end.',
  expiration_date:
    'Until which day, included, visitors with the code may park; null for codes of another kind.',
  name: 'The name of the event.',
  'visitorCode.name': 'The name of the code; may be empty.',
  'createVisitorCode.name': 'A name for the code; may be empty.',
  'updateVisitorCode.name': 'The new name of the code.',
  custom: 'Whether a person chose the code; otherwise it was drawn.',
  event_names: 'The names of these events.',
  'visitorCode.spot': 'The number of the property.',
};
