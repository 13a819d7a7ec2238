import * as z from 'zod/mini';
import { adminEmployeeEnforcer, atSpot, byMachine } from '../kernel/access.ts';
import { plateCharacters, plateText } from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuid, pkOrUuidText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { states } from '../kernel/places.ts';
import { isPlaceholder } from '../kernel/plates.ts';
import { ticketStatusNames } from '../people/filter-words.ts';
import type { VisitOutcome } from './outcomes.ts';
import { ticket } from './violations.ts';

/**
 * What is known of a plate at a property, best for its driver first: it has a right there, came a moment ago, nothing is
 * charged now, its driver asked for free parking and waits for staff, it has a right at another property, a plate like it
 * has a right, its right is over, or nothing.
 */
export const plateAnswers = [
  'may_park',
  'grace',
  'unenforced',
  'waiting',
  'elsewhere',
  'alike',
  'expired',
  'unknown',
] as const;
export type PlateAnswer = (typeof plateAnswers)[number];

/** What gives a car the right to park; the names of outcomes. */
export const parkingRights = [
  'rental',
  'monthly',
  'tenant',
  'booking_site',
  'valet',
  'enforced',
  'visitor',
  'validated',
  'not_customer',
] as const satisfies readonly VisitOutcome[];
export type ParkingRight = (typeof parkingRights)[number];

/** Reads shown for a plate, newest first. */
export const readsOfPlate = 3;
/** Plates shown that differ by a character and have a right. */
export const alikePlates = 3;
/** Hours that a right that is over, and one that hasn't begun, are shown. */
export const nearRightHours = 24;

const time = z.nullable(z.int());
const property = z.object({ pk: z.int(), name: z.string() });

/** A right to park. Times are in ms since 1970. */
const right = z.object({
  kind: z.enum(parkingRights),
  from: z.int(),
  until: time,
  /** null = this property. */
  spot: z.nullable(property),
  /** null = the plate itself. */
  plate: z.nullable(z.object({ plate: z.string(), state: z.nullable(z.string()) })),
  /** When that car was last seen here; null where it wasn't, or hasn't a plate of its own. */
  seen_at: time,
});
export type PlateRight = z.infer<typeof right>;

const plateCheck = z.object({
  checked_at: z.int(),
  plate: z.string(),
  state: z.nullable(z.string()),
  answer: z.enum(plateAnswers),
  until: time,
  came_at: time,
  asked_at: time,
  grace_minutes: z.int(),
  rights: z.array(right),
  reads: z.array(
    z.object({
      captured_at: z.int(),
      direction: z.nullable(z.enum(['Entrance', 'Exit'])),
      camera: z.nullable(z.string()),
      image_url: z.nullable(z.string()),
    }),
  ),
  /** That of this stay. */
  violation: z.nullable(
    z.object({
      uuid: z.string(),
      code: z.string(),
      amount: centsField,
      status: z.enum(ticketStatusNames),
    }),
  ),
  /** What open violations of earlier stays add up to. */
  owes: centsField,
  /** What a violation would cost; null = there is nothing to write one for. */
  penalty: z.nullable(centsField),
});
export type PlateCheck = z.infer<typeof plateCheck>;

const checkedPlate = plateText.check(plateCharacters);
const stateNames = Object.values(states).flat() as readonly string[];
const plateState = z
  .string()
  .check(z.refine((state) => stateNames.includes(state), 'Must be the two letters of a state.'));

const checkQuery = z.strictObject({
  spot: pkOrUuidText,
  plate: checkedPlate,
  state: z.optional(plateState),
});

export const plateCheckMessages = {
  mayPark: 'This car may park here. Check the plate again.',
  written: (code: string) => `Violation ${code} is for this car and its stay already.`,
  alike:
    'A plate like this one has a right to park. Look again, and send looked_again if it’s this one.',
  waiting:
    'The driver asked for free parking and waits for staff. Look again, and send looked_again to write a violation anyway.',
  otherRequest: 'This request was sent for another plate, or at another property.',
  placeholder: 'This isn’t a plate.',
} as const;

export const checkPlate = endpoint({
  method: 'GET',
  path: '/api/plate_checks/',
  summary: 'Whether a car may park at a property now, why, and until when',
  access: atSpot('query.spot', adminEmployeeEnforcer),
  logs: { page: 'plate_checks', field: 'plate', exact: true },
  query: checkQuery,
  answer: plateCheck,
  failure: 'Could not check the plate',
});

export const checkPlateByKey = endpoint({
  method: 'GET',
  path: '/api/ingest/plate_checks/',
  summary: 'Whether a car may park at a property now, for handhelds',
  access: byMachine('checks'),
  query: checkQuery,
  answer: plateCheck,
  failure: 'Could not check the plate',
});

export const writeTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/',
  summary:
    'Opens a violation for a car that a person looked at, unless it may park there; the same `request` again opens no other',
  access: atSpot('body.spot', adminEmployeeEnforcer),
  logs: { page: 'violations_written', field: 'plate', exact: true },
  body: z.strictObject({
    spot: pkOrUuid,
    plate: checkedPlate.check(
      z.refine((plate) => !isPlaceholder(plate), plateCheckMessages.placeholder),
    ),
    state: z.optional(plateState),
    looked_again: z.optional(z.boolean()),
    request: z.uuid(),
  }),
  answer: ticket,
  failure: 'Could not write the violation',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  plate: ['The license plate, with or without spaces and dashes.', 'ABC 123'],
  state: ['The two letters of the plate’s state or province, if it is known.', 'AZ'],
  checked_at: 'When it was checked, in milliseconds since 1970.',
  answer: [
    'What is known: it may park (`may_park`), came within the grace period (`grace`), nothing is charged now (`unenforced`), its driver asked for free parking and waits for staff (`waiting`), it may park at another property (`elsewhere`), a car whose plate differs by a character may park (`alike`), its right is over (`expired`), or `unknown`.',
    'may_park',
  ],
  until:
    'Until when that holds, or since when it doesn’t, in milliseconds since 1970; null for no end.',
  came_at: 'When cameras saw the car come; null if they didn’t, or saw it leave.',
  asked_at: 'When its driver asked for free parking; null unless they wait for staff.',
  grace_minutes: 'How many minutes a car may stay before it has to be paid for.',
  rights: 'The rights that the answer rests on, and those that begin within a day.',
  kind: ['What gives the right.', 'rental'],
  from: 'From when it may park, in milliseconds since 1970.',
  'rights.until': 'Until when, in milliseconds since 1970; null for no end.',
  'rights.spot': 'The other property where it holds; null = the one asked for.',
  'rights.plate': 'The plate that it belongs to, where that is another.',
  seen_at: 'When cameras last saw that car at the property.',
  reads: 'The newest reads of the plate at the property.',
  captured_at: 'When the camera saw it, in milliseconds since 1970.',
  direction: 'The direction that it drove in.',
  camera: 'The name of the camera.',
  image_url: 'A URL of the image, which expires after 15 minutes; null for programs.',
  violation: 'The violation of the car’s stay, whatever became of it; null if there is none.',
  status: 'Whether it is open (`Created`), paid or waived.',
  looked_again: 'Whether somebody looked again: needed where the answer is `waiting` or `alike`.',
  'violation.amount': 'The penalty in cents.',
  owes: 'What open violations of the plate’s earlier stays at the property add up to, in cents.',
  penalty: 'What a violation would cost, in cents; null where none may be written.',
  request: 'A UUID that the sender makes: sending it again opens no second violation.',
};
