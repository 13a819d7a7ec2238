import * as z from 'zod/mini';
import { adminAndEmployee, atSpot, ofSpotRecord, orKiosk } from '../kernel/access.ts';
import {
  acceptCarDetails,
  carDetails,
  carFields,
  plateCharacters,
  stateOfCountry,
  wholeCar,
} from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import {
  atMost,
  isObject,
  oneLine,
  pk,
  pkOrUuid,
  pkOrUuidText,
  pkText,
  storable,
} from '../kernel/fields.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { withShown } from '../kernel/shown.ts';
import { maxValidDays } from './visitor-codes.ts';

/** Visitors per page. */
export const visitorsPageSize = 20;
/** Maximum results of a search. */
export const foundVisitors = 1000;
/** Minimum length of a searched word. */
export const shortestSearch = 3;
/** A visitor whose time ends within this many hours expires soon. */
export const expiringHours = 24;

interface Plated {
  plate: string;
  state: string;
}
const plated = ({ plate, state }: Plated) => `${plate} - ${state}`;

export const visitorMessages = {
  added: (car: Plated) => `Added visitor with plate: ${plated(car)}`,
  edited: (car: Plated) => `Edited visitor with plate: ${plated(car)}`,
  removed: 'Deleted visitor successfully',
  required: 'This is required',
  phone: 'Invalid phone number',
  code: 'Invalid code. Please try with a different one.',
  past: 'Choose a time that is still to come.',
  tooLate: `Choose a time within the next ${maxValidDays} days.`,
  either: 'Send either codes or valid_until.',
  taken: 'There is already a visitor with this plate.',
  placeholder:
    'Cameras send this when they can’t read a plate, so they can’t recognize this visitor.',
  empty: 'No visitors found',
  confirmRemove: (car: Plated) => `Delete the visitor with plate ${plated(car)}?`,
} as const;

export const validationSources = ['dashboard', 'kiosk'] as const;

/** A car that parks for free at a property for a time. */
export const visitor = z.object({
  pk: z.int(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  codes: z.array(z.object({ pk: z.int(), code: z.string() })),
  car_details: carDetails,
  validation_source: z.enum(validationSources),
  validity_reason: z.string(),
  is_always_valid: z.boolean(),
  valid_until: z.nullable(z.int()),
  visitor_sessions: z.array(z.object({ end_datetime: z.nullable(z.string()) })),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Visitor = z.infer<typeof visitor>;

/** An optional name or phone, which may be empty. */
const personText = (max: number) =>
  z.optional(z.nullable(z.string().check(oneLine, z.trim(), atMost(max), storable)));
/** What may be shown of the person behind a plate. */
export const person = { name: personText(120), phone: personText(40) };

const codes = z.array(pk, { error: visitorMessages.required }).check(
  z.minLength(1, visitorMessages.required),
  z.maxLength(10, 'At most 10 codes.'),
  z.refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each one once'),
);

/** The end for a visitor without a code, in whole seconds; the server checks that it's to come and not too far away. */
const validUntil = z.optional(
  z.int({ error: visitorMessages.past }).check(z.refine((at) => at > 0, visitorMessages.past)),
);
interface Validation {
  codes?: unknown;
  valid_until?: unknown;
}
const notBoth = z.refine<Validation>(
  ({ codes: chosen, valid_until }) => chosen === undefined || valid_until === undefined,
  { error: visitorMessages.either, path: ['valid_until'], when: isObject },
);

/** What the form of a visitor shows. */
const shownOfVisitor = ['name', 'phone', 'codes', 'valid_until', 'car_details'] as const;

const byPk = z.strictObject({
  id: pkText,
});

export const listVisitors = endpoint({
  method: 'GET',
  path: '/api/visitors',
  summary:
    'The visitors of a property who may park now, soonest end first; search covers plate, name and phone',
  access: atSpot('query.spot', adminAndEmployee),
  logs: { page: 'visitors', field: 'search' },
  events: ['server:newVisitor'],
  query: z.strictObject({
    spot: pkOrUuidText,
    page: pageQuery,
    expiring: z._default(z.enum(['true', 'false']), 'false'),
    search: z._default(z.string().check(oneLine, z.trim(), atMost(100), storable), ''),
  }),
  answer: pageSchema(visitor),
  failure: 'Fetching visitors failed.',
});

export const createVisitor = endpoint({
  method: 'POST',
  path: '/api/visitors/',
  summary:
    'Adds a visitor with a code, one without until a time, or one who waits at the kiosk; a plate that is already a visitor gets more time and keeps the later end; the car may also come as `car_details`, as answers have it',
  access: orKiosk(atSpot('body.spot', adminAndEmployee)),
  events: ['server:newVisitor'],
  body: acceptCarDetails(
    z
      .strictObject({
        spot: pkOrUuid,
        request: z.optional(z.uuid()),
        validation_source: z.enum(validationSources),
        codes: z.optional(codes),
        valid_until: validUntil,
        ...carFields,
        plate: carFields.plate.check(plateCharacters),
        ...person,
      })
      .check(
        stateOfCountry(),
        notBoth,
        z.refine(
          ({ validation_source, codes: chosen, valid_until }) =>
            chosen === undefined && valid_until === undefined
              ? validation_source !== 'dashboard'
              : validation_source !== 'kiosk',
          { error: visitorMessages.required, path: ['codes'], when: isObject },
        ),
      ),
  ),
  answer: visitor,
  failure: 'Could not add visitor',
});

export const updateVisitor = endpoint({
  method: 'PATCH',
  path: '/api/visitors/:id/',
  summary:
    'Changes a visitor; a new code or a new time replaces what was granted before; the car may also come as `car_details`',
  access: ofSpotRecord('visitor', 'params.id', adminAndEmployee),
  events: ['server:newVisitor'],
  params: byPk,
  shown: shownOfVisitor,
  body: acceptCarDetails(
    withShown(
      z
        .strictObject({
          codes: z.optional(codes),
          valid_until: validUntil,
          plate: z.optional(carFields.plate.check(plateCharacters)),
          state: z.optional(carFields.state),
          country: z.optional(carFields.country),
          ...person,
        })
        .check(stateOfCountry(), wholeCar(visitorMessages.required), notBoth),
      shownOfVisitor,
    ),
  ),
  answer: visitor,
  failure: 'Could not edit visitor',
});

export const removeVisitor = endpoint({
  method: 'DELETE',
  path: '/api/visitors/:id/',
  summary: 'Deletes a visitor: the right to park ends immediately',
  access: ofSpotRecord('visitor', 'params.id', adminAndEmployee),
  events: ['server:newVisitor'],
  params: byPk,
  failure: 'Could not delete visitor',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  phone: 'The phone number of the visitor; null if it isn’t known.',
  'createVisitor.phone': 'The phone number of the visitor; may be left out.',
  'updateVisitor.phone': 'The new phone number of the visitor.',
  name: 'The name of the visitor; null if it isn’t known.',
  'createVisitor.name': 'The name of the visitor; may be left out.',
  'updateVisitor.name': 'The new name of the visitor.',
  codes: 'The validation codes that allow the visitor to park now.',
  'createVisitor.codes':
    'The validation codes, by number, for `dashboard` unless `valid_until` is sent; none for `kiosk`.',
  'createVisitor.valid_until': `Until when a visitor without a code may park, in seconds since 1970: within ${maxValidDays} days. Only for \`dashboard\`, instead of \`codes\`.`,
  'updateVisitor.codes': 'The validation codes, by number. They replace those before.',
  'updateVisitor.valid_until':
    'Until when the visitor may park without a code, in seconds since 1970. It replaces the codes.',
  car_details: 'The car.',
  'createVisitor.validation_source':
    '`dashboard` adds a visitor with a code; `kiosk` adds one who waits for validation.',
  validity_reason: ['Why the visitor may park, in words.', 'During events'],
  is_always_valid: 'Whether the visitor may park without end.',
  valid_until:
    'Until when the visitor may park, in seconds since 1970; null for always, or while events are on.',
  visitor_sessions: 'The times that the visitor was validated for.',
  end_datetime: 'When the time ends, in ISO 8601; null for no end.',
  created_at: 'When the visitor was added, in ISO 8601.',
  updated_at: 'When it was last changed, in ISO 8601.',
  expiring: '`true` lists only visitors whose time ends within 24 hours.',
  search: 'Only visitors with this text in plate, name or phone.',
};
