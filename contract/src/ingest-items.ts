import * as z from 'zod/mini';
import { plateText } from './cars.ts';
import type { Instant } from './kernel/calendar.ts';
import { fromIso } from './kernel/calendar.ts';
import { pk, storable, text } from './kernel/fields.ts';
import { amountField, zeroCents } from './kernel/money.ts';
import { plateCountries, states } from './kernel/places.ts';
import { promoCodeField } from './promo-codes.ts';
import { rentalTypes } from './rentals.ts';

/** What makes an item the same when it is sent again: the sending system's name and its own id of the thing. */
const sourced = {
  source: text(40).check(
    z.regex(/^[\w.-]+$/, 'Letters, digits, dots, dashes and underscores only.'),
  ),
  external_id: text(200),
};

/** A property of the key's organization, by pk or uuid. */
const spot = z.union([pk, z.uuid()], { error: 'Must be the number or uuid of a property.' });

const firstMoment = fromIso('2000-01-01T00:00:00Z');
const lastMoment = fromIso('2100-01-01T00:00:00Z');

/** A moment on the wire: ISO 8601 with Z or an offset. */
const moment = z
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'Must be an ISO 8601 time with its offset, such as 2026-06-15T09:30:00Z.',
    }),
    z.transform((text) => fromIso(text)),
  )
  .check(
    z.refine((at: Instant) => at >= firstMoment && at < lastMoment, 'Must be in 2000 to 2099.'),
  );

/** A field that may be null or missing, which is the same. */
const orNull = <T extends z.ZodMiniType>(field: T) => z._default(z.nullable(field), null);

const textOrNull = (max: number) =>
  z.nullable(z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters.`), storable));

/** A text that may be empty or missing. */
const optionalText = (max: number) => z._default(textOrNull(max), null);

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
  email: z.optional(textOrNull(254)),
  phone: z.optional(textOrNull(40)),
});

/** Money that a driver paid or got back, in whole cents: tax and fee are parts of the amount. */
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
    /** What the same stay would have cost at the base price; null when no dynamic price was in force. */
    base_price: orNull(amountField),
  })
  .check(...partsFit);

const charges = z.array(charge).check(z.maxLength(50, 'At most 50.'));

/** The rental that something belongs to, by the names under which it was sent. */
const rental = z.strictObject(sourced);

export const rentalItem = z
  .strictObject({
    ...sourced,
    spot,
    rental_type: z.enum(rentalTypes),
    start_date: moment,
    /** null = open: a monthly rental that continues. */
    end_date: z.nullable(moment),
    car: z.nullable(car),
    renter: orNull(renter),
    price_monthly: orNull(amountField),
    /** Whether a discount code or a booking site brought the driver; the known booking sites always did. */
    marketed: z._default(z.boolean(), false),
    /** The discount code that it was booked with, as the property calls it. */
    promo_code: orNull(promoCodeField),
    paid: z._default(z.boolean(), true),
    /** The money taken with it; none = a charge of zero. */
    charges,
  })
  .check(
    z.refine(({ start_date, end_date }) => end_date === null || end_date >= start_date, {
      error: 'Must not be before the start.',
      path: ['end_date'],
    }),
  );
export type RentalItem = z.output<typeof rentalItem>;

/** What is named is changed; null empties it; what is not named stays. Money never moves. */
export const rentalChangeItem = z
  .strictObject({
    ...sourced,
    /** When it was changed at the sender: of several changes the latest counts, in whatever order they come. */
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
  /** Money that moved since, the final charge for one. */
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
    /** null = a penalty that belongs to no rental: `spot` and `rental_type` say what it belongs to. */
    rental: z.nullable(rental),
    spot: orNull(spot),
    rental_type: orNull(z.enum(rentalTypes)),
    /** The code of the violation that this pays. */
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

/** A picture that was sent before, by the uuid that the answer contained. */
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
    /** The sender's name of the camera, its own at each property. */
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
    /** The sender's name of the event: of several reads of one event at a camera the latest counts. */
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
  comment: optionalText(2000),
  reasons: z._default(z.array(text(80)).check(z.maxLength(10, 'At most 10.')), []),
  created_at: moment,
});

export type ReviewItem = z.output<typeof reviewItem>;

export const noteItem = z.strictObject({
  ...sourced,
  spot,
  title: text(200),
  description: z._default(
    z.string().check(z.trim(), z.maxLength(5000, 'At most 5000 characters.'), storable),
    '',
  ),
  images: z._default(z.array(z.uuid()).check(z.maxLength(20, 'At most 20.')), []),
  happened_at: moment,
});
export type NoteItem = z.output<typeof noteItem>;

export const imageItem = z.strictObject({
  ...sourced,
  spot,
  /** `snapshot` = how the property looks; the timeline shows it too. */
  kind: z.enum(['overview', 'plate', 'note', 'snapshot']),
  taken_at: moment,
  orientation: direction,
  /** PNG, JPEG or WebP, up to 5 MB, in base64. Who decodes it finds out whether it is. */
  data: z
    .string()
    .check(
      z.maxLength(7_000_000, 'The image is larger than 5 MB. Send a smaller one.'),
      z.meta({ contentEncoding: 'base64' }),
    ),
});
/** What is said of image data that isn't base64. */
export const notBase64 = 'Must be base64.';
export type ImageItem = z.output<typeof imageItem>;

export const valetItem = z
  .strictObject({
    ...sourced,
    spot,
    phone: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'Must be a number such as +16025550147.')),
    booked_for: orNull(moment),
    rental_type: z._default(z.enum(rentalTypes), 'hourly'),
    /** What the driver still has to pay, in whole cents. */
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
