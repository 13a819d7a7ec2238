import * as z from 'zod/mini';
import {
  adminAndEmployee,
  atSpot,
  atSpotOrFirst,
  everybody,
  inOrganization,
  ofSpotRecord,
  valetRoles,
} from '../kernel/access.ts';
import {
  carDetails,
  carFields,
  carMessages,
  stateOfCountry,
  wholeCar,
} from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, oneLine, pk, pkOrUuidText, storable, text, timeField } from '../kernel/fields.ts';
import { amountField, centsField } from '../kernel/money.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { withShown } from '../kernel/shown.ts';
import { confirmMinutes } from '../money/processor.ts';
import { valetStatuses } from '../people/filter-words.ts';
import { rentalTypes } from '../people/rentals.ts';

/** Sessions per page. */
export const valetPageSize = 25;

export const valetRules = {
  codeLength: 6,
  /** How long a quoted balance stays valid. */
  quoteMinutes: 2,
  /** How long the meter stops after a payment, while the car is being brought. */
  leaveMinutes: 15,
  /** As long as the meter stops after its quote. */
  confirmMinutes,
  /** How long a session may be checked in or out after the driver's code was entered. */
  verifiedMinutes: 30,
  /** Maximum wrong codes of one person at one lot within the window; then they have to wait. */
  wrongCodes: 10,
  wrongCodesWindowMinutes: 15,
  maxPhotos: 8,
  maxPhotoBytes: 5 * 1024 * 1024,
  /** Maximum text messages with a code per hour: to one phone, and from one person. */
  codesPerPhone: 5,
  codesPerPerson: 120,
  /** A decline of the same card is texted again after this time only. */
  declineTextMinutes: 15,
  /** How long a driver's link shows the receipt. */
  receiptDays: 30,
} as const;

export const valetMessages = {
  /** Messages fixed by the public API. */
  invalidCode: 'Invalid code',
  invalidPhone: 'invalid phone number',
  invalidPhoneForSession: 'No valet session has this phone number',
  addPaymentMethod: 'Ask the driver to add a payment method with the manage rental link',
  failed: 'Something went wrong!',
  retry: 'Please retry later',
  enterCode: 'Enter the driver’s code first.',
  tooManyCodes: 'Too many wrong codes. Wait 15 minutes, or ask someone else to enter it.',
  tooManyTexts: 'Too many text messages were sent to this number. Wait an hour.',
  payFirst: 'The balance must be paid first.',
  balanceChanged: 'The balance has changed. Please check it again.',
  payingNow: 'A payment is in progress. Wait a moment.',
  confirmPayment:
    'The driver’s bank wants them to confirm this payment. They do it with their link.',
  nothingToConfirm: 'There’s no payment to confirm.',
  checkedIn: 'Someone else has already checked in this car.',
  notActive: 'Only an active session can be edited.',
  ended: 'This session has ended.',
  notCheckedIn: 'This car has not been checked in.',
  tooManyPhotos: 'There are already 8 photos.',
  deadLink: 'This link has expired.',
  noPlate: 'A car without a plate needs its make and color.',
  notRequested: 'Nobody has asked for this car.',
} as const;

/** Why a key tag or a plate can't be taken: another car that is here has it, `since` a time of day. */
export const tagInUse = (tag: string, car: string, since: string) =>
  `Tag ${tag} is with ${car} since ${since}.`;
export const plateIsHere = (plate: string, since: string) =>
  `${plate} is here already, since ${since}.`;

/** Whether a check-in was refused because the plate is here: it may be sent again with `despite_plate`. */
export const isPlateHere = (message: string) => message.includes(' is here already, since ');

/** The path of a driver's page, with the token from the link in their text message. */
export const driverPagePath = (token: string) => `/car/${token}`;

/** A payment that the driver's bank requires them to confirm. */
const confirmablePayment = z.object({
  amount: centsField,
  state: z.enum(['confirming', 'not_confirmed']),
  confirm_by: z.int(),
});
export type ConfirmablePayment = z.infer<typeof confirmablePayment>;

/**
 * What a driver couldn't be texted, for staff to hand over: their code, and the path of their page. Only where nothing
 * is set to send texts; elsewhere no answer has a code, since knowing it proves who the driver is.
 */
const untexted = z.object({ code: z.string(), link: z.string() });
export type Untexted = z.infer<typeof untexted>;

/** The last payment, if its card was declined and no other card has been put on file. */
const declinedPayment = z.object({
  amount: centsField,
  reason: z.string(),
  card: z.nullable(z.object({ brand: z.string(), last_four: z.string() })),
});
export type DeclinedPayment = z.infer<typeof declinedPayment>;

/** Timestamps in ms since 1970. Never includes the driver's code. */
export const valetSession = z.object({
  pk: z.int(),
  uuid: z.string(),
  status: z.enum(valetStatuses),
  phone: z.string(),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  color: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  key_tag: z.nullable(z.string()),
  car_details: z.nullable(carDetails),
  outstanding_balance: centsField,
  rental_type: z.enum(rentalTypes),
  rental: z.nullable(z.string()),
  created_at: z.int(),
  booked_for: z.nullable(z.int()),
  checked_in_at: z.nullable(z.int()),
  checked_out_at: z.nullable(z.int()),
  requested_at: z.nullable(z.int()),
  fetching: z.nullable(z.object({ by: z.string(), since: z.int() })),
  payment: z.nullable(confirmablePayment),
  decline: z.nullable(declinedPayment),
  photos: z.array(z.object({ url: z.string() })),
});
export type ValetSession = z.infer<typeof valetSession>;

/** A lot in the valet dashboard's selector; the first one that isn't hidden is the default. */
export const valetLot = z.object({
  pk: z.int(),
  uuid: z.string(),
  name: z.string(),
  quantity: z.int(),
  active_rentals: z.int(),
  hidden: z.boolean(),
});
export type ValetLot = z.infer<typeof valetLot>;

export const valetSummary = z.object({
  here_now: z.int(),
  checked_in_today: z.int(),
  checked_out_today: z.int(),
  outstanding_balance: centsField,
  requests: z.array(valetSession),
});
export type ValetSummary = z.infer<typeof valetSummary>;

/** What a driver owes at `quoted_at`; the amount can be paid until `holds_until`. Timestamps in ms since 1970. */
export const valetQuote = z.object({
  balance: centsField,
  quoted_at: z.int(),
  holds_until: z.int(),
});
export type ValetQuote = z.infer<typeof valetQuote>;

/** Optional text: empty clears it, absent keeps it. */
const optionalText = (max: number) =>
  z.optional(
    z.pipe(
      z.nullable(z.string().check(oneLine, z.trim(), atMost(max), storable)),
      z.transform((text) => text || null),
    ),
  );

const described = {
  ...carFields,
  make: optionalText(60),
  model: optionalText(60),
  color: optionalText(40),
  notes: optionalText(1000),
  key_tag: optionalText(20),
};

/** Whether a phone number may be sent: digits and an optional decimal point. */
export const isValetPhone = (text: string) => /^(\d+(\.\d*)?|\.\d+)$/.test(text);

const phoneFields = {
  phone: z
    .string({ error: valetMessages.invalidPhone })
    .check(
      oneLine,
      z.trim(),
      atMost(20, valetMessages.invalidPhone),
      z.refine(isValetPhone, valetMessages.invalidPhone),
    ),
  phone_country_code: z._default(
    z.string().check(z.regex(/^\+?\d{1,3}$/, valetMessages.invalidPhone)),
    '+1',
  ),
};

const spot = z.union([pk, pkOrUuidText]);
const ofSession = {
  access: ofSpotRecord('valet session', 'params.id', valetRoles),
  events: [],
  params: z.strictObject({ id: pkOrUuidText }),
  answer: valetSession,
  failure: valetMessages.failed,
} as const;

export const listValetLots = endpoint({
  method: 'GET',
  path: '/api/valet/lots/',
  summary:
    'The properties of an organization for the valet dashboard: those with valet sessions first, then by name',
  access: inOrganization('query.organization', valetRoles),
  events: [],
  query: z.strictObject({ organization: pkOrUuidText }),
  answer: z.array(valetLot),
  failure: valetMessages.failed,
});

export const getValetSummary = endpoint({
  method: 'GET',
  path: '/api/valet/summary/',
  summary: 'The cars with the valet of a property now, today’s counts, and what is owed',
  access: atSpot('query.spot', valetRoles),
  events: ['server:valet'],
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: valetSummary,
  failure: valetMessages.failed,
});

export const listValetSessions = endpoint({
  method: 'GET',
  path: '/api/valet/valet-sessions/',
  summary:
    'The valet sessions of a property: active, then pending, then ended ones, newest first in each',
  access: atSpotOrFirst('query.spot', valetRoles),
  logs: { page: 'valet', field: 'search' },
  events: ['server:valet'],
  query: z.strictObject({
    spot: z.optional(pkOrUuidText),
    search: z._default(z.string().check(oneLine, z.trim(), atMost(60), storable), ''),
    status: z._default(z.enum(['', ...valetStatuses]), ''),
    page: pageQuery,
    code: z.optional(z.string().check(atMost(40))),
  }),
  answer: pageSchema(valetSession),
  failure: valetMessages.failed,
});

export const getValetSessionByCode = endpoint({
  method: 'GET',
  path: '/api/valet/valet-sessions/code/:code/',
  summary:
    'A driver’s session by its code, and what is owed; the caller may then check it in or out for a while',
  access: atSpotOrFirst('query.spot', valetRoles),
  events: ['server:valet'],
  /** Text that can't be a code is treated like an unknown code. */
  params: z.strictObject({ code: z.string().check(atMost(40)) }),
  query: z.strictObject({ spot: z.optional(pkOrUuidText) }),
  // The public API makes it a GET, but it records who knows the code, so pages never cache its response.
  freshFor: 0,
  answer: z.extend(valetSession, { quote: valetQuote }),
  failure: valetMessages.failed,
});

export const createValetSession = endpoint({
  method: 'POST',
  path: '/api/valet/valet-sessions/',
  summary:
    'Starts a session for a driver without a booking, and texts them a code and a link, or returns them where nothing is set to send texts',
  access: atSpot('body.spot', valetRoles),
  events: [],
  body: z.strictObject({
    spot,
    ...phoneFields,
    request: z.uuid(),
  }),
  answer: z.extend(valetSession, { untexted: z.array(untexted) }),
  failure: valetMessages.failed,
});

export const checkInValetSession = endpoint({
  ...ofSession,
  method: 'PUT',
  path: '/api/valet/valet-sessions/:id/check_in/',
  summary: 'Checks a car in, after its driver’s code was entered; repeating it changes nothing',
  body: z
    .strictObject({
      ...described,
      plate: z.optional(carFields.plate),
      state: z.optional(carFields.state),
      country: z.optional(carFields.country),
      no_plate: z.optional(z.literal(true)),
      despite_plate: z.optional(z.literal(true)),
      rental_type: z._default(z.literal('hourly'), 'hourly'),
    })
    .check(
      stateOfCountry(),
      z.refine(({ no_plate, state }) => no_plate || state !== undefined, {
        error: carMessages.state,
        path: ['state'],
      }),
      z.refine(({ no_plate, country }) => no_plate || country !== undefined, {
        error: carMessages.country,
        path: ['country'],
      }),
      z.refine(({ plate, no_plate }) => (plate === undefined) === (no_plate === true), {
        error: 'Send a plate, or no_plate.',
        path: ['plate'],
      }),
      z.refine(({ no_plate, make }) => !no_plate || Boolean(make), {
        error: valetMessages.noPlate,
        path: ['make'],
      }),
      z.refine(({ no_plate, color }) => !no_plate || Boolean(color), {
        error: valetMessages.noPlate,
        path: ['color'],
      }),
    ),
});

export const checkOutValetSession = endpoint({
  ...ofSession,
  method: 'PUT',
  path: '/api/valet/valet-sessions/:id/check_out/',
  summary: 'Checks a car out when nothing is owed, after its driver’s code was entered',
});

const quoteFields = z
  .strictObject({
    balance: z.optional(amountField),
    quoted_at: z.optional(timeField()),
  })
  .check(
    z.refine(({ balance, quoted_at }) => (balance === undefined) === (quoted_at === undefined), {
      error: 'Send both balance and quoted_at, or neither.',
      path: ['quoted_at'],
    }),
  );

/** The quote to pay; nothing at all is what is owed now. */
const paidQuote = z.pipe(
  z.transform((input: z.input<typeof quoteFields> | null) => input ?? {}),
  quoteFields,
);

export const payValetSession = endpoint({
  ...ofSession,
  method: 'POST',
  path: '/api/valet/valet-sessions/:id/pay/',
  summary:
    'Charges the driver’s card with the quoted balance, once, however often it’s called; without a quote, with the balance of the moment',
  body: paidQuote,
});

export const takeValetCash = endpoint({
  ...ofSession,
  method: 'POST',
  path: '/api/valet/valet-sessions/:id/cash/',
  summary: 'Records that the driver paid the quoted balance in cash, once for each quote',
  body: z.strictObject({ balance: amountField, quoted_at: timeField() }),
});

export const releaseValetSession = endpoint({
  ...ofSession,
  access: ofSpotRecord('valet session', 'params.id', adminAndEmployee),
  method: 'POST',
  path: '/api/valet/valet-sessions/:id/release/',
  summary:
    'Forgives what is owed, with a reason, and lets the caller check the car out without the driver’s code',
  body: z.strictObject({ reason: text(200, 'Please enter a reason') }),
});

export const changeValetPhone = endpoint({
  ...ofSession,
  method: 'PUT',
  path: '/api/valet/valet-sessions/:id/phone/',
  summary:
    'Gives a session another phone number and texts a new code and link to it; the old ones are dead',
  body: z.strictObject(phoneFields),
  answer: z.extend(valetSession, { untexted: z.array(untexted) }),
});

export const fetchValetCar = endpoint({
  ...ofSession,
  method: 'PUT',
  path: '/api/valet/valet-sessions/:id/fetch/',
  summary: 'Reports that the caller fetches a car that its driver has asked for',
});

export const resendValetCode = endpoint({
  method: 'POST',
  path: '/api/valet/valet-sessions/resend_code/',
  summary:
    'Texts a driver the codes of their active sessions at a property, or returns them where nothing is set to send texts',
  access: atSpotOrFirst('body.spot', valetRoles),
  events: [],
  body: z.strictObject({ spot: z.optional(spot), ...phoneFields }),
  answer: z.object({ untexted: z.array(untexted) }),
  failure: valetMessages.failed,
});

/** What the form of a car shows. */
const shownOfCar = ['make', 'model', 'color', 'notes', 'key_tag', 'car_details'] as const;

export const updateValetSession = endpoint({
  ...ofSession,
  method: 'PATCH',
  path: '/api/valet/valet-sessions/:id/',
  summary: 'Changes the details of a car that is here',
  shown: shownOfCar,
  body: withShown(
    z
      .partial(z.strictObject(described))
      .check(stateOfCountry(), wholeCar('Send plate, state and country together.')),
    shownOfCar,
  ),
});

export const addValetPhoto = endpoint({
  ...ofSession,
  method: 'POST',
  path: '/api/valet/valet-sessions/:id/photos/',
  summary:
    'Adds a photo of the car, a JPEG, PNG or WebP of up to 5 MB; sending it twice adds it once',
  raw: true,
  bodyLimit: valetRules.maxPhotoBytes,
});

const byLink = {
  access: everybody,
  params: z.strictObject({ token: z.string().check(z.regex(/^[\w.-]{20,120}$/)) }),
  failure: valetMessages.failed,
} as const;

/** A driver's view of their session. Timestamps in ms since 1970. */
export const driverRequest = z.object({
  lot: z.string(),
  operator: z.string(),
  status: z.enum(valetStatuses),
  car: z.nullable(carDetails),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  color: z.nullable(z.string()),
  requested_at: z.nullable(z.int()),
  is_fetched: z.boolean(),
  outstanding_balance: centsField,
  payment: z.nullable(z.object({ amount: centsField, confirm_by: z.int() })),
  decline: z.nullable(declinedPayment),
  card: z.nullable(z.object({ brand: z.string(), last_four: z.string() })),
  receipt: z.nullable(
    z.object({
      timezone: z.string(),
      checked_in_at: z.nullable(z.int()),
      checked_out_at: z.nullable(z.int()),
      payments: z.array(
        z.object({
          paid_at: z.int(),
          amount: z.int(),
          tax: z.int(),
          by: z.enum(['card', 'cash']),
          last_four: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});
export type DriverRequest = z.infer<typeof driverRequest>;

export const getDriverRequest = endpoint({
  ...byLink,
  method: 'GET',
  path: '/api/valet/requests/:token/',
  summary: 'What drivers see of their car, with the link from the text message',
  answer: driverRequest,
});

export const requestCar = endpoint({
  ...byLink,
  method: 'POST',
  path: '/api/valet/requests/:token/',
  summary: 'Requests the car with the driver’s link; repeating it keeps the first time',
  answer: driverRequest,
});

export const startCardSetup = endpoint({
  ...byLink,
  method: 'POST',
  path: '/api/valet/requests/:token/card/setup/',
  summary: 'Begins to put a card on file in the payment processor’s own fields',
  /** null with the sandbox, which takes a card number instead of the processor's fields. */
  answer: z.object({ client_secret: z.nullable(z.string()) }),
});

export const putCardOnFile = endpoint({
  ...byLink,
  method: 'POST',
  path: '/api/valet/requests/:token/card/',
  summary:
    'Puts a card on file with a token or a confirmed setup from the payment processor and the driver’s link',
  body: z.strictObject({ token: z.string().check(z.minLength(1), atMost(200), storable) }),
  answer: driverRequest,
});

export const startPaymentConfirmation = endpoint({
  ...byLink,
  method: 'POST',
  path: '/api/valet/requests/:token/payment/confirm/',
  summary: 'Begins to confirm a payment at the driver’s bank, where the bank wants that',
  /** The parameters for the payment processor's script in the browser. */
  answer: z.object({ client_secret: z.string(), payment_method: z.string() }),
});

export const checkDriverPayment = endpoint({
  ...byLink,
  method: 'POST',
  path: '/api/valet/requests/:token/payment/',
  summary:
    'Asks the payment processor whether the driver has confirmed their payment, and records it',
  answer: driverRequest,
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  code: ['The code that the driver was texted.', 'K7M2QX'],
  untexted:
    'What nothing was set to text, for staff to hand to the driver; empty where texts are sent.',
  'untexted.code': ['The driver’s code.', 'K7M2QX'],
  link: ['The path of the driver’s page.', '/car/1.204.q0Zx…'],
  phone: ['The driver’s phone number, without its dial code.', '6025550147'],
  'valetSession.phone': ['The driver’s phone number in E.164.', '+16025550147'],
  token: 'The token of the payment processor for the card.',
  ':path.token': 'The token in the link that the driver was texted.',
  amount: 'What is to be paid, in cents.',
  'payment.state':
    'Whether the driver can still confirm it (`confirming`), or it was canceled because they didn’t or their bank declined it (`not_confirmed`).',
  confirm_by: 'Until when it can be confirmed, in milliseconds since 1970.',
  status: 'Whether the car is expected (`pending`), here (`active`) or gone (`ended`).',
  'listValetSessions.status': 'Only sessions of this status; empty for all.',
  'listValetSessions.code':
    'Only the session with this code; empty for all. Wrong codes count as at the stand.',
  no_plate: 'True for a car without a plate, which needs its make and color.',
  despite_plate: 'True to check the car in although a car with its plate is here.',
  key_tag: 'The tag of the key; null if there is none.',
  car_details: 'The car; null if nobody has reported it yet.',
  outstanding_balance: 'What the driver still has to pay now, in cents.',
  'valetSummary.outstanding_balance': 'What all drivers together still have to pay, in cents.',
  rental_type: 'How the stay is sold.',
  'checkInValetSession.rental_type': 'How the stay is sold: always by the hour.',
  rental: 'The UUID of the rental; null until the car is checked in.',
  booked_for: 'When the driver is expected, in milliseconds since 1970; null if that isn’t known.',
  checked_in_at: 'When the car was checked in, in milliseconds since 1970; null if it wasn’t yet.',
  checked_out_at:
    'When the car was checked out, in milliseconds since 1970; null if it wasn’t yet.',
  requested_at:
    'When the driver asked for the car, in milliseconds since 1970; null if they didn’t.',
  payment: 'A payment that the driver’s bank wants them to confirm; null if there is none.',
  'valetSession.payment':
    'The last payment, if the driver’s bank wanted them to confirm it and it isn’t paid; otherwise null.',
  fetching: 'Who fetches the car; null if nobody does.',
  'fetching.by': ['The first name of who fetches it.', 'Ann'],
  since: 'When they said so, in milliseconds since 1970.',
  decline:
    'The last payment, if the card was declined and the driver hasn’t put another one on file; otherwise null.',
  'decline.reason': ['Why it failed.', 'The card was declined.'],
  'decline.card': 'The card that was declined; null if its last digits aren’t known.',
  reason: ['Why the car is released. It stays in the audit log.', 'The driver’s phone is broken'],
  is_fetched: 'Whether somebody at the stand fetches the car.',
  receipt:
    'What was paid; null if nothing was. For thirty days after the car left, the link shows this alone.',
  timezone: ['The time zone of the property.', 'America/Phoenix'],
  payments: 'The payments and what came back of them, oldest first.',
  paid_at: 'When it was paid, in milliseconds since 1970.',
  'payments.amount': 'What was paid, with tax, in cents; below zero for a refund.',
  tax: ['The tax in it, in cents.', 80],
  'payments.by': 'Whether a card was charged, or the driver paid in cash.',
  last_four: ['The last four digits of the card; null if they aren’t known.', '4242'],
  photos: 'Photos of the car, in the order that they were taken.',
  url: 'A URL that opens the image. It expires after 15 minutes.',
  name: ['The name of the property.', 'Harbor Hotel'],
  active_rentals: 'How many cars are with the valet now.',
  here_now: 'How many cars are with the valet now.',
  checked_in_today: 'How many cars were checked in today.',
  checked_out_today: 'How many cars were checked out today.',
  requests:
    'The sessions whose drivers have asked for their car, the longest waiting first; up to 25.',
  balance: 'What the driver has to pay, in cents.',
  'payValetSession.balance': 'The quoted balance, in cents.',
  quoted_at: 'When it was quoted, in milliseconds since 1970.',
  holds_until: 'Until when it can be paid as it is, in milliseconds since 1970.',
  search: 'Only sessions with this text in plate, phone, make, model or key tag.',
  quote: 'What the driver has to pay now.',
  lot: 'The name of the property.',
  card: 'The card on file; null if there is none.',
  brand: ['The brand of the card.', 'Visa'],
  'startPaymentConfirmation.client_secret':
    'The secret that the payment processor’s script needs to confirm the payment.',
  payment_method: 'The payment processor’s name of the card on file.',
};
