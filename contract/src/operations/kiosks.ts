import * as z from 'zod/mini';
import {
  adminAndEmployee,
  atSpot,
  byKiosk,
  everybody,
  ofSpotRecord,
  orKiosk,
} from '../kernel/access.ts';
import { carDetails } from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText } from '../kernel/fields.ts';
import { formatStay } from '../kernel/format.ts';
import { localDateText } from '../kernel/local-date.ts';
import { pageSchema } from '../kernel/paging.ts';
import { validationSources } from './visitors.ts';

export const kioskModes = ['hours', 'calendar'] as const;
export type KioskMode = (typeof kioskModes)[number];

export const kioskRules = {
  /** Minutes of validation by default. */
  defaultMinutes: 120,
  /** Maximum duration of an hours kiosk: 31 days, as for a calendar kiosk. */
  maxMinutes: 31 * 24 * 60,
  calendarDays: 31,
  /** How long the ticket in a new kiosk's URL is valid. */
  ticketMinutes: 10,
  pinLength: 4,
  /** How long a correct PIN unlocks the kiosk. */
  unlockedSeconds: 60,
  /** How long the last validation can be taken back. */
  undoSeconds: 10,
  /** How long a guest can take back the plate they entered. */
  correctSeconds: 60,
  /** After this long without a touch, the screen is the next guest’s. */
  idleSeconds: 60,
  /** After this many wrong PINs in a row, PINs are refused for a while, and twice as long each time after. */
  wrongPins: 5,
  pinPauseMinutes: 15,
  /** Visitors who asked longer ago than this are considered gone. */
  waitingHours: 24,
  /** Maximum plates that one kiosk accepts per hour. */
  platesPerHour: 240,
  /** How often the live list retries its connection. */
  liveRetries: 3,
  liveRetryMs: 2000,
} as const;

export const kioskMessages = {
  empty: 'There are no visitors currently requesting validation',
  validated: (plate: string, period: { minutes: number } | { until: string }) =>
    'minutes' in period
      ? `Validated visitor with plate ${plate} for ${formatStay(period.minutes)}`
      : `Validated visitor with plate ${plate} until ${period.until}`,
  pin: 'Must be 4 digits.',
  weakPin: 'This PIN is easy to guess. Choose another one.',
  wrongPin: 'This PIN is wrong.',
  /** How often in a row, because the same words aren't heard again. */
  wrongAgain: (times: number) => `This PIN is wrong again: ${times} of ${kioskRules.wrongPins}.`,
  locked: 'Enter the staff PIN to validate.',
  pause: (minutes: number) =>
    `Too many wrong PINs. Try again in ${minutes} minutes, or accept PINs again in Validation Kiosk Setup.`,
  tooLateToUndo: 'This can’t be taken back here any more. Change the visitor on the Visitors page.',
  tooLateToCorrect: 'The plate can’t be corrected here any more. Ask our staff.',
  notWaiting: 'This visitor has already been validated, or has left.',
  deadTicket: 'This link has been used or has expired. Start the kiosk again.',
  tooLong: (minutes: number) => `This kiosk validates for up to ${formatStay(minutes)}.`,
  maxDuration: 'Must be at most 31 days (744 hours).',
  hoursOnly: 'This kiosk grants a number of hours, not a date.',
  tooLate: `Must be a day within the next ${kioskRules.calendarDays} days.`,
  plateOnly: 'A kiosk takes only the plate.',
  tooMany: 'Too many plates were entered here. Please ask the staff.',
} as const;

/** A kiosk that is active or waits to be opened; timestamps in ms since 1970. */
export const kiosk = z.object({
  pk: z.int(),
  mode: z.enum(kioskModes),
  minutes: z.int(),
  created_at: z.int(),
  created_by: z.string(),
  last_seen_at: z.nullable(z.int()),
  /** Until when PINs are refused after too many wrong ones, in ms since 1970. */
  pin_locked_until: z.nullable(z.int()),
});
export type Kiosk = z.infer<typeof kiosk>;

/** A plate waiting for validation; `asked_at` is in ms since 1970. */
export const waitingVisitor = z.object({
  pk: z.int(),
  car_details: carDetails,
  asked_at: z.int(),
});
export type WaitingVisitor = z.infer<typeof waitingVisitor>;

/** Minutes that an hours kiosk can be set to. */
const minutes = z
  .int()
  .check(
    z.minimum(1, 'Must be at least 1.'),
    z.maximum(kioskRules.maxMinutes, kioskMessages.maxDuration),
  );
const pin = z.string().check(z.regex(/^\d{4}$/, kioskMessages.pin));

/** Whether each digit is as far from the one before as any other: 1111, 1234, 9876. */
function isSequence(digits: string): boolean {
  const numbers = Array.from(digits, Number);
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  return new Set(steps).size <= 1;
}
const newPin = pin.check(z.refine((digits) => !isSequence(digits), kioskMessages.weakPin));

export const listKiosks = endpoint({
  method: 'GET',
  path: '/api/kiosks/',
  summary: 'The running kiosks of a property, newest first',
  access: atSpot('query.spot', adminAndEmployee),
  events: [],
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.array(kiosk),
  failure: 'Could not fetch the kiosks',
});

export const createKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosks/',
  summary:
    'Starts a kiosk; the ticket in the answer can be exchanged once, within ten minutes, for the kiosk’s token',
  access: atSpot('body.spot', adminAndEmployee),
  confirmed: true,
  opens: true,
  events: [],
  body: z.strictObject({
    spot: z.union([pk, pkOrUuidText]),
    mode: z.enum(kioskModes),
    minutes: z._default(minutes, kioskRules.defaultMinutes),
    pin: newPin,
  }),
  answer: z.object({ ticket: z.string(), kiosk }),
  failure: 'Could not start the kiosk',
});

export const endKiosk = endpoint({
  method: 'DELETE',
  path: '/api/kiosks/:id/',
  summary: 'Ends a kiosk permanently',
  access: ofSpotRecord('kiosk', 'params.id', adminAndEmployee),
  events: [],
  params: z.strictObject({ id: pkText }),
  failure: 'Could not end the kiosk',
});

export const acceptPins = endpoint({
  method: 'POST',
  path: '/api/kiosks/:id/accept_pins/',
  summary: 'Accepts PINs again at a kiosk that refuses them after too many wrong ones',
  access: ofSpotRecord('kiosk', 'params.id', adminAndEmployee),
  events: [],
  params: z.strictObject({ id: pkText }),
  failure: 'Could not accept PINs again',
});

export const openKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosk/open/',
  summary: 'Exchanges the one-time ticket of a new kiosk for its token',
  access: everybody,
  body: z.strictObject({
    ticket: z.string().check(z.regex(/^lkt_[\w-]{43}$/, kioskMessages.deadTicket)),
  }),
  answer: z.object({ token: z.string() }),
  failure: 'Could not open the kiosk',
});

export const getKiosk = endpoint({
  method: 'GET',
  path: '/api/kiosk/',
  summary: 'What a kiosk’s screen shows about itself',
  access: byKiosk,
  answer: z.object({
    spot: z.int(),
    spot_name: z.string(),
    operator: z.string(),
    state: z.string(),
    timezone: z.string(),
    mode: z.enum(kioskModes),
    minutes: z.int(),
    /** The property's current day, and the last day that a calendar kiosk can validate. */
    today: localDateText,
    last_day: localDateText,
  }),
  failure: 'Could not open the kiosk',
});

export const unlockKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosk/unlock/',
  summary: 'Unlocks a kiosk for a minute with the staff PIN',
  access: byKiosk,
  body: z.strictObject({ pin }),
  answer: z.object({ seconds: z.int() }),
  failure: 'Could not check the PIN',
});

export const lockKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosk/lock/',
  summary: 'Locks a kiosk again before its minute is over',
  access: byKiosk,
  failure: 'Could not lock the kiosk',
});

export const withdrawPlate = endpoint({
  method: 'POST',
  path: '/api/kiosk/withdraw/',
  summary:
    'Takes a waiting plate off the list: by the request that entered it, within a minute, or any while the kiosk is unlocked',
  access: byKiosk,
  events: ['server:newVisitor'],
  body: z.union([z.strictObject({ request: z.uuid() }), z.strictObject({ visitor_pk: pk })]),
  failure: 'Could not take back the plate',
});

export const undoValidation = endpoint({
  method: 'POST',
  path: '/api/kiosk/undo/',
  summary: 'Takes back the kiosk’s last validation within ten seconds; the visitor waits again',
  access: byKiosk,
  events: ['server:newVisitor'],
  answer: z.object({ plate: z.string() }),
  failure: 'Could not take back the validation',
});

export const listWaitingVisitors = endpoint({
  method: 'GET',
  path: '/api/spots/:id/visitors/',
  summary: 'Plates waiting for validation at a property, oldest first',
  access: orKiosk(atSpot('params.id', adminAndEmployee)),
  events: ['server:newVisitor'],
  params: z.strictObject({ id: pkOrUuidText }),
  answer: pageSchema(waitingVisitor),
  failure: 'Fetching visitors failed.',
});

export const validateVisitor = endpoint({
  method: 'POST',
  path: '/api/validate',
  summary:
    'Validates a waiting visitor for some minutes or until 23:59 on a day; of two simultaneous calls, one is refused',
  access: orKiosk(ofSpotRecord('visitor', 'body.visitor_pk', adminAndEmployee)),
  events: ['server:newVisitor'],
  body: z
    .strictObject({
      visitor_pk: pk,
      minutes: z.optional(
        z
          .int()
          .check(
            z.minimum(0, 'Must not be negative.'),
            z.maximum(kioskRules.maxMinutes, kioskMessages.maxDuration),
          ),
      ),
      date: z.optional(localDateText),
      validation_source: z.enum(validationSources),
    })
    .check(
      z.refine(({ minutes, date }) => minutes === undefined || date === undefined, {
        error: 'Name minutes or a date, not both.',
        path: ['date'],
      }),
    ),
  /** `valid_until` is in seconds since 1970; `minutes` is null if a date was sent. */
  answer: z.object({
    plate: z.string(),
    valid_until: z.int(),
    minutes: z.nullable(z.int()),
    /** Whether nobody else waits, which locks the kiosk again; false for staff. */
    is_locked: z.boolean(),
  }),
  failure: 'Could not edit visitor',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  minutes: 'For how many minutes the kiosk validates visitors.',
  'validateVisitor.minutes':
    'For how many minutes the visitor may park; left out or null if `date` is sent.',
  pin: ['The staff PIN of the kiosk, 4 digits.', '4711'],
  mode: '`hours` gives visitors a number of hours, `calendar` a day.',
  last_seen_at:
    'When the kiosk last called, in milliseconds since 1970; null if nobody has opened it yet.',
  'getKiosk.state': 'The two letters of the property’s state, where most plates are from.',
  car_details: 'The car.',
  asked_at: 'When the visitor asked, in milliseconds since 1970.',
  'getKiosk.spot': 'The number of the property.',
  token: 'The token of the kiosk, to send as `Authorization: Token {token}`.',
  ticket: 'A ticket that opens the kiosk once, within 10 minutes.',
  'openKiosk.ticket': 'The ticket of the new kiosk.',
  kiosk: 'The kiosk.',
  pin_locked_until:
    'Until when the kiosk refuses PINs after too many wrong ones, in milliseconds since 1970; null if it doesn’t.',
  request: 'The `request` that added the plate.',
  is_locked: 'Whether nobody else waits, so that the kiosk is locked again.',
  today: ['The day at the property.', '2026-06-15'],
  last_day: ['The last day that a `calendar` kiosk gives.', '2026-07-16'],
  seconds: 'For how many seconds the kiosk is unlocked.',
  visitor_pk: 'The number of the waiting visitor.',
  date: [
    'The last day that the visitor may park, until 23:59. Send either `minutes` or `date`.',
    '2026-06-20',
  ],
  valid_until: 'Until when the visitor may park, in seconds since 1970.',
};
