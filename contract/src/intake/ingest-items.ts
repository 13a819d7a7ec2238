import * as z from 'zod/mini';
import { fromIso } from '../kernel/calendar.ts';
import { plateText } from '../kernel/car-fields.ts';
import {
  atMost,
  isTime,
  keyText,
  oneLine,
  pk,
  severalLines,
  storable,
  text,
  toOneLine,
} from '../kernel/fields.ts';
import { amountField, zeroCents } from '../kernel/money.ts';
import { plateCountries, states } from '../kernel/places.ts';
import { readEmail } from '../kernel/typed-text.ts';
import { promoCodeField } from '../people/promo-code-field.ts';
import { rentalTypes } from '../people/rentals.ts';

/** Identifies an item when it is sent again: the sending system's name and its ID in that system. */
const sourced = {
  source: text(40).check(
    z.regex(/^[\w.-]+$/, 'Letters, digits, dots, dashes and underscores only.'),
  ),
  external_id: keyText(200),
};

/** A property of the key's organization, by pk or uuid. */
const spot = z.union([pk, z.uuid()], { error: 'Must be the number or uuid of a property.' });

/** A timestamp on the wire: ISO 8601 with Z or an offset. */
const moment = z
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'Must be an ISO 8601 time with its offset, such as 2026-06-15T09:30:00Z.',
    }),
    z.transform((text) => fromIso(text)),
  )
  .check(isTime);

/** A field where null and missing mean the same. */
const orNull = <T extends z.ZodMiniType>(field: T) => z._default(z.nullable(field), null);

const textOrNull = (max: number) =>
  z.nullable(z.string().check(oneLine, z.trim(), atMost(max), storable));

/** A text that may be empty or missing. */
const optionalText = (max: number) => z._default(textOrNull(max), null);

/** Normalizes a text that is an email address; keeps any other text. */
const emailOrNull = z.nullable(
  z.string().check(
    z.overwrite((text) => readEmail(text) ?? toOneLine(text).trim()),
    atMost(254),
    storable,
  ),
);

const country = z.enum(plateCountries, { error: 'Must be US, MX or CA.' });
const everyState: ReadonlySet<string> = new Set(Object.values(states).flat());
const state = z
  .string()
  .check(
    z.refine((code) => everyState.has(code), 'Must be the two letters of a state or province.'),
  );

interface Registered {
  state: string | null;
  country: keyof typeof states | null;
}

const isOfCountry = ({ state, country }: Registered) =>
  !state || !country || (states[country] as readonly string[]).includes(state);

const ofCountry = z.refine<Registered>(isOfCountry, {
  error: 'This country has no such state.',
  path: ['state'],
});

const car = z
  .strictObject({
    plate: plateText,
    state,
    country,
    make: optionalText(60),
    model: optionalText(60),
    color: optionalText(40),
  })
  .check(ofCountry);

const renter = z.strictObject({
  first_name: z.optional(textOrNull(80)),
  last_name: z.optional(textOrNull(80)),
  email: z.optional(emailOrNull),
  phone: z.optional(textOrNull(40)),
});

/** Money that a driver paid or got back, in whole cents; tax and fee are included in the amount. */
const money = {
  occurred_at: moment,
  amount: amountField,
  tax: amountField,
  processing_fee: amountField,
};

interface Parts {
  amount: number;
  tax: number;
  processing_fee: number;
}

const partsFit = [
  z.refine<Parts>((amounts) => amounts.tax <= amounts.amount, {
    error: 'Must not be more than the amount.',
    path: ['tax'],
  }),
  z.refine<Parts>((amounts) => amounts.processing_fee <= amounts.amount, {
    error: 'Must not be more than the amount.',
    path: ['processing_fee'],
  }),
] as const;

const charge = z
  .strictObject({
    external_id: sourced.external_id,
    ...money,
    base_price: orNull(amountField),
  })
  .check(...partsFit);

const charges = z.array(charge).check(z.maxLength(50, 'At most 50.'));

/** The rental that an item belongs to, by the IDs it was sent with. */
const rental = z.strictObject(sourced);

export const rentalItem = z
  .strictObject({
    ...sourced,
    spot,
    rental_type: z.enum(rentalTypes),
    start_date: moment,
    end_date: z.nullable(moment),
    car: z.nullable(car),
    renter: orNull(renter),
    price_monthly: orNull(amountField),
    marketed: z._default(z.boolean(), false),
    promo_code: orNull(promoCodeField),
    paid: z._default(z.boolean(), true),
    charges,
  })
  .check(
    z.refine(({ start_date, end_date }) => end_date === null || end_date >= start_date, {
      error: 'Must not be before the start.',
      path: ['end_date'],
    }),
  );
export type RentalItem = z.output<typeof rentalItem>;

/** Fields that are present change; null clears a field; missing fields stay. Money never changes. */
export const rentalChangeItem = z
  .strictObject({
    ...sourced,
    changed_at: moment,
    end_date: z.optional(z.nullable(moment)),
    car: z.optional(z.nullable(car)),
    renter: z.optional(renter),
    paid: z.optional(z.boolean()),
    price_monthly: z.optional(z.nullable(amountField)),
  })
  .check(z.refine((item) => Object.keys(item).length > 3, 'Send at least one field to change.'));
export type RentalChangeItem = z.output<typeof rentalChangeItem>;

export const rentalEndItem = z.strictObject({
  ...sourced,
  ended_at: moment,
  charges: z._default(charges, []),
});
export type RentalEndItem = z.output<typeof rentalEndItem>;

interface Owner {
  kind: 'charge' | 'penalty';
  rental: object | null;
  spot: number | string | null;
  rental_type: string | null;
  violation: string | null;
}

export const paymentItem = z
  .strictObject({
    ...sourced,
    ...money,
    kind: z.enum(['charge', 'penalty']),
    base_price: orNull(amountField),
    rental: z.nullable(rental),
    spot: orNull(spot),
    rental_type: orNull(z.enum(rentalTypes)),
    violation: orNull(text(40)),
  })
  .check(
    ...partsFit,
    z.refine<Owner>(
      (owner) => owner.rental !== null || (owner.spot !== null && owner.rental_type !== null),
      {
        error: 'Send the rental, or spot and rental_type.',
        path: ['rental'],
      },
    ),
    z.refine<Owner>(
      (owner) => owner.rental === null || (owner.spot === null && owner.rental_type === null),
      {
        error: 'Leave out spot and rental_type: the rental determines them.',
        path: ['rental'],
      },
    ),
    z.refine<Owner>(
      (owner) => owner.kind === 'penalty' || (owner.rental !== null && owner.violation === null),
      {
        error: 'A payment for a violation, or without a rental, must be a penalty.',
        path: ['kind'],
      },
    ),
  );
export type PaymentItem = z.output<typeof paymentItem>;

export const refundItem = z
  .strictObject({
    ...sourced,
    ...money,
    processing_fee: z._default(amountField, zeroCents),
    rental,
  })
  .check(...partsFit);
export type RefundItem = z.output<typeof refundItem>;

/** An image that was sent before, by the UUID from that response. */
const image = orNull(z.uuid());

export const visitItem = z
  .strictObject({
    ...sourced,
    spot,
    plate: plateText,
    state: orNull(state),
    country: orNull(country),
    entrance_at: z.nullable(moment),
    exit_at: z.nullable(moment),
    entrance_image: image,
    exit_image: image,
    entrance_plate_image: image,
    exit_plate_image: image,
  })
  .check(
    ofCountry,
    z.refine(({ entrance_at, exit_at }) => entrance_at !== null || exit_at !== null, {
      error: 'A visit has an entrance, an exit or both.',
      path: ['entrance_at'],
    }),
    z.refine(({ entrance_at, exit_at }) => !entrance_at || !exit_at || exit_at >= entrance_at, {
      error: 'Must not be before the entrance.',
      path: ['exit_at'],
    }),
  );
export type VisitItem = z.output<typeof visitItem>;

const confidence = z
  .number({ error: 'Must be 0 to 1.' })
  .check(z.minimum(0, 'Must be 0 to 1.'), z.maximum(1, 'Must be 0 to 1.'));

const pixels = z.int().check(z.minimum(0), z.maximum(100_000));
const box = orNull(z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels }));
const direction = orNull(z.enum(['Entrance', 'Exit']));

export const readItem = z
  .strictObject({
    ...sourced,
    spot,
    camera: text(80),
    captured_at: moment,
    plate: plateText,
    state: orNull(state),
    country: orNull(country),
    confidence: orNull(confidence),
    candidates: z._default(
      z
        .array(z.strictObject({ plate: text(24), confidence: orNull(confidence) }))
        .check(z.maxLength(20, 'At most 20.')),
      [],
    ),
    direction,
    vehicle: orNull(
      z.strictObject({
        make: optionalText(60),
        model: optionalText(60),
        color: optionalText(40),
        type: optionalText(40),
      }),
    ),
    event: orNull(text(200)),
    plate_box: box,
    vehicle_box: box,
    image,
    plate_image: image,
  })
  .check(ofCountry);
export type ReadItem = z.output<typeof readItem>;

export const reviewItem = z.strictObject({
  ...sourced,
  spot,
  rating: z
    .int({ error: 'Must be 1 to 5.' })
    .check(z.minimum(1, 'Must be 1 to 5.'), z.maximum(5, 'Must be 1 to 5.')),
  comment: z._default(
    z.nullable(z.string().check(severalLines, z.trim(), atMost(2000), storable)),
    null,
  ),
  reasons: z._default(z.array(text(80)).check(z.maxLength(10, 'At most 10.')), []),
  created_at: moment,
});

export type ReviewItem = z.output<typeof reviewItem>;

export const noteItem = z.strictObject({
  ...sourced,
  spot,
  title: text(200),
  description: z._default(z.string().check(severalLines, z.trim(), atMost(5000), storable), ''),
  images: z._default(z.array(z.uuid()).check(z.maxLength(20, 'At most 20.')), []),
  happened_at: moment,
});
export type NoteItem = z.output<typeof noteItem>;

export const imageItem = z.strictObject({
  ...sourced,
  spot,
  kind: z.enum(['overview', 'plate', 'note', 'snapshot']),
  taken_at: moment,
  orientation: direction,
  /** PNG, JPEG or WebP, up to 5 MB, in base64. The type is verified when the data is decoded. */
  data: z
    .string()
    .check(
      atMost(7_000_000, 'The image is larger than 5 MB. Send a smaller one.'),
      z.meta({ contentEncoding: 'base64' }),
    ),
});
/** The error for image data that isn't base64. */
export const notBase64 = 'Must be base64.';
export type ImageItem = z.output<typeof imageItem>;

export const valetItem = z
  .strictObject({
    ...sourced,
    spot,
    phone: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'Must be a number such as +16025550147.')),
    booked_for: orNull(moment),
    rental_type: z._default(z.enum(rentalTypes), 'hourly'),
    outstanding_balance: z._default(amountField, zeroCents),
    plate: orNull(plateText),
    state: orNull(state),
    country: orNull(country),
    make: optionalText(60),
    model: optionalText(60),
    color: optionalText(40),
    notes: optionalText(1000),
  })
  .check(ofCountry);
export type ValetItem = z.output<typeof valetItem>;

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  'rental.external_id': ['The `external_id` that the rental was sent with.', 'ticket-1041'],
  'charges.external_id': [
    'The ID of the payment in the sending system. Charges, penalties and refunds of a source share one set of IDs.',
    'card-77',
  ],
  'refundItem.external_id': [
    'The ID of the refund in the sending system. Charges, penalties and refunds of a source share one set of IDs.',
    'refund-12',
  ],
  'paymentItem.external_id': [
    'The ID of the payment in the sending system. Charges, penalties and refunds of a source share one set of IDs.',
    'card-78',
  ],
  'car.state': ['The two letters of the plate’s state or province.', 'AZ'],
  'valetItem.plate': ['The license plate; null if it isn’t known yet.', 'ABC 123'],
  'candidates.plate': ['Another reading of the plate.', 'A8C 123'],
  email: ['The email address.', 'ana@example.com'],
  phone: ['The phone number.', '+16025550147'],
  'valetItem.phone': [
    'The driver’s phone number in E.164. Their code and link are texted there.',
    '+16025550147',
  ],
  occurred_at: [
    'When the money moved, in ISO 8601 with an offset. Up to 2 days ahead.',
    '2026-06-15T09:30:00-07:00',
  ],
  amount: ['What the driver paid, in cents, with tax and fee included.', 1080],
  'refundItem.amount': [
    'What the driver got back, in cents, with tax included. All refunds of a rental together can’t exceed what was paid for it.',
    540,
  ],
  tax: ['The tax inside the amount, in cents.', 80],
  'refundItem.tax': [
    'The tax inside the amount that is given back, in cents. 0 leaves the tax of the rental as it is.',
    40,
  ],
  processing_fee: ['What the payment processor kept of the amount, in cents.', 31],
  'refundItem.processing_fee': ['What the payment processor charged for the refund, in cents.', 0],
  base_price: [
    'What the same stay would have cost without dynamic pricing, in cents; null if no dynamic price was in force. What was paid above it counts as dynamic pricing.',
    1000,
  ],
  'paymentItem.base_price': [
    'What the same stay would have cost without dynamic pricing, in cents; null if no dynamic price was in force.',
    1000,
  ],
  'paymentItem.spot': [
    'The property of a penalty without a rental, by its number or UUID. Leave it out if you send `rental`.',
    1,
  ],
  'valetItem.rental_type': ['How the stay is sold.', 'hourly'],
  'paymentItem.rental_type': [
    'The type of stay that a penalty without a rental is about. Leave it out if you send `rental`.',
    'hourly',
  ],
  start_date: [
    'When the rental starts, in ISO 8601 with an offset. It never changes.',
    '2026-06-15T09:30:00-07:00',
  ],
  end_date: [
    'The new end, in ISO 8601 with an offset; null for a rental that continues.',
    '2026-06-15T12:00:00-07:00',
  ],
  'rentalItem.end_date': [
    'When the rental ends, in ISO 8601 with an offset. null for a rental that continues, such as a monthly one.',
    '2026-06-15T11:30:00-07:00',
  ],
  'rentalChangeItem.car': 'The new car; null if it isn’t known anymore.',
  renter: 'What changed about the driver; fields that you leave out stay.',
  'rentalItem.renter': 'The driver, as far as they are known.',
  price_monthly: ['The new price of a month before tax, in cents.', 26000],
  'rentalItem.price_monthly': [
    'The price of a month before tax, in cents, for monthly rentals.',
    25000,
  ],
  marketed:
    'Whether a discount code or a booking site brought the driver. Rentals from the known booking sites always count as marketed.',
  promo_code: [
    'The discount code that the rental was booked with. The property must have it.',
    'SUMMER5',
  ],
  'rentalChangeItem.paid': 'Whether the rental is paid now.',
  charges: 'Money that was taken since, such as the final charge.',
  'rentalItem.charges':
    'The money that was taken with it. An empty list counts the rental with a charge of zero.',
  changed_at: [
    'When the rental was changed in the sending system, in ISO 8601 with an offset. Of several changes the latest counts.',
    '2026-06-15T10:00:00-07:00',
  ],
  ended_at: ['When the driver left, in ISO 8601 with an offset.', '2026-06-15T11:42:00-07:00'],
  kind: [
    '`overview` is an image of a car, `plate` of its plate, `note` belongs to a maintenance note, and `snapshot` shows how the property looks; the timeline shows it.',
    'overview',
  ],
  'paymentItem.kind': [
    '`charge` is a further payment of a rental; `penalty` is a payment for a violation or without a rental.',
    'charge',
  ],
  rental:
    'The rental that was paid for. null for a penalty that belongs to no rental: then send `spot` and `rental_type`.',
  'refundItem.rental': 'The rental whose money was given back.',
  violation: [
    'The code of the open violation that this pays; null if it pays none. The violation is Paid then.',
    'V7K2QX',
  ],
  entrance_at: [
    'When the car came in, in ISO 8601 with an offset; null if only the exit is known.',
    '2026-06-15T09:28:00-07:00',
  ],
  exit_at: [
    'When the car left, in ISO 8601 with an offset; null if it is still there. It may follow in a later call with the same ID.',
    '2026-06-15T11:40:00-07:00',
  ],
  entrance_image: 'The image of the car coming in, by the UUID that the images call answered.',
  image: 'The image of the car, by the UUID that the images call answered.',
  exit_image: 'The image of the car leaving, by the UUID that the images call answered.',
  entrance_plate_image:
    'The image of the plate at the entrance, by the UUID that the images call answered.',
  exit_plate_image:
    'The image of the plate at the exit, by the UUID that the images call answered.',
  x: ['Pixels from the left edge of the image.', 812],
  y: ['Pixels from the top edge of the image.', 430],
  width: ['The width in pixels.', 180],
  height: ['The height in pixels.', 60],
  camera: ['Your name for the camera, unique at its property.', 'entrance-1'],
  captured_at: [
    'When the camera read the plate, by its own clock, in ISO 8601 with an offset.',
    '2026-06-15T09:28:40-07:00',
  ],
  confidence: ['How sure the reading is, from 0 to 1; null if the camera doesn’t say.', 0.97],
  candidates: 'Other readings of the same plate, up to 20.',
  direction: [
    'The way that the car went; null takes the direction that is set for the camera.',
    'Entrance',
  ],
  vehicle: 'What the camera saw of the car.',
  type: ['The type of vehicle.', 'pickup'],
  event: [
    'Your ID of the passing of a car, if you send several reads of it. The latest read of a passing counts.',
    'passing-551',
  ],
  plate_box: 'Where the plate is in the image, in pixels.',
  vehicle_box: 'Where the car is in the image, in pixels.',
  plate_image: 'The image of the plate, by the UUID that the images call answered.',
  rating: ['Stars, from 1 to 5.', 5],
  reasons: ['What the driver tapped as the reasons for the rating, up to 10.', ['Clean', 'Safe']],
  created_at: [
    'When the driver wrote the review, in ISO 8601 with an offset.',
    '2026-06-15T12:00:00-07:00',
  ],
  title: ['What was done or found, in a few words.', 'Gate arm replaced'],
  description: ['The details; may be empty.', 'The arm at the north entrance was bent.'],
  images: 'Images of it, by the UUIDs that the images call answered, up to 20.',
  happened_at: ['When it happened, in ISO 8601 with an offset.', '2026-06-15T08:00:00-07:00'],
  taken_at: ['When the image was taken, in ISO 8601 with an offset.', '2026-06-15T09:28:40-07:00'],
  orientation: ['Whether it shows a car coming in or leaving; null if neither.', 'Entrance'],
  data: 'A PNG, JPEG or WebP of up to 5 MB, in base64.',
  booked_for: [
    'When the driver is expected, in ISO 8601 with an offset; null if that isn’t known.',
    '2026-06-15T18:00:00-07:00',
  ],
  outstanding_balance: ['What the driver still has to pay, in cents.', 0],
  notes: ['A note for the attendants.', 'Scratch on the left door'],
};
