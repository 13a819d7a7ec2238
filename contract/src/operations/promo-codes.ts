import * as z from 'zod/mini';
import { adminAndEmployee, atSpot, byMachine, ofSpotRecord, onlyPriced } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { parseLocalDate } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import type { Cents } from '../kernel/money.ts';
import { cents, computeShare, percentToRate, shortDollarsText, sum } from '../kernel/money.ts';
import { monthText, yearText } from '../kernel/month-year.ts';
import { pageQuery } from '../kernel/paging.ts';
import { withShown } from '../kernel/shown.ts';
import { promoCodeField, promoCodeMessages } from '../people/promo-code-field.ts';

export const discountTypes = [
  'value',
  'percentage_discount',
  'minutes_to_discount',
  'rate_override',
] as const;
export type DiscountType = (typeof discountTypes)[number];

/** Rental types that a code can apply to, with labels. */
export const promoRentalTypes = {
  hourly: 'Hourly',
  flat_rate: 'Flat rate',
  daily: 'Daily',
  monthly: 'Monthly',
} as const;
export type PromoRentalType = keyof typeof promoRentalTypes;
const rentalTypeNames = Object.keys(promoRentalTypes) as [PromoRentalType, ...PromoRentalType[]];

/** Accepts `flat rate` too: clients spell it both ways. */
const rentalTypeField = z.pipe(
  z.string().check(z.overwrite((type) => (type === 'flat rate' ? 'flat_rate' : type))),
  z.enum(rentalTypeNames),
);

/** Discount codes per page. */
export const promoPageSize = 20;

export const promoMessages = {
  ...promoCodeMessages,
  notes: 'Description is required',
  dollars: 'Please enter a whole dollar amount above 0',
  percentage: 'Percentage discount must be between 0% and 100%',
  minutes: 'Please enter a whole number of minutes above 0',
  rentalTypes: 'At least one option must be selected',
  expiration: 'Expiration date must be today or a future date',
  uses: 'Must be greater than zero',
  usedCode:
    'Drivers have already used this code, so its name can’t change. Add another code instead.',
  usedDiscount:
    'Drivers have already used this code, so its discount can’t change. Add another code instead.',
  freeMonth:
    'Free minutes don’t lower a monthly price. Choose another discount, or another rental type besides Monthly.',
  empty: 'No discount codes',
  noUses: 'No discount codes were used during this time period',
  confirmDelete:
    'This code will be deleted immediately and drivers will no longer be able to use it.',
  taken: 'This property already has a discount code with this name. Choose another name.',
  noLink:
    'This property has no booking link yet, so there is nothing to scan. An Admin can add one under Edit property.',
} as const;

const duration = (minutes: number) => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const pluralize = (count: number, unit: string) =>
    count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  return [...pluralize(hours, 'hour'), ...pluralize(rest, 'minute')].join(' ');
};

const toDollars = (amount: number) => shortDollarsText(amount as Cents);

/** Describes a discount: '$5 off', '15% off', '1 hour free', '$8 instead of the usual price'. */
export function formatDiscount(type: DiscountType, amount: number): string {
  if (type === 'value') return `${toDollars(amount)} off`;
  if (type === 'percentage_discount') return `${amount}% off`;
  if (type === 'minutes_to_discount') return `${duration(amount)} free`;
  return `${toDollars(amount)} instead of the usual price`;
}

/** A discount code, with local times and dates. `number_of_uses` null = unlimited, `expiration` null = never. */
export const promoCode = z.object({
  pk: z.int(),
  code: z.string(),
  notes: z.string(),
  discount_type: z.enum(discountTypes),
  amount: z.int(),
  formatted_value: z.string(),
  applicable_rental_types: z.array(z.enum(rentalTypeNames)),
  expiration: z.nullable(z.string()),
  expired: z.boolean(),
  number_of_uses: z.nullable(z.int()),
  maximum_number_of_simultaneous_rentals: z.nullable(z.int()),
  total_uses: z.int(),
  qr_code: z.nullable(z.string()),
});
export type PromoCode = z.infer<typeof promoCode>;

export const listPromoCodes = endpoint({
  method: 'GET',
  path: '/api/promo_codes/',
  summary:
    'The discount codes of a property, newest first; only usable ones unless requested otherwise',
  access: onlyPriced(atSpot('query.spot', adminAndEmployee)),
  query: z.strictObject({
    spot: pkOrUuidText,
    page: pageQuery,
    usable_codes: z.optional(z.enum(['true', 'false'])),
  }),
  answer: z.object({
    results: z.array(promoCode),
    current_page: z.int(),
    total_pages: z.int(),
  }),
  freshFor: 300,
  failure: 'Failed to fetch discount codes',
});

/** Whether a code can be used at its property now. */
export interface Usability {
  expired: boolean;
  used_up: boolean;
  /** The limit of simultaneous rentals with the code is reached. */
  crowded: boolean;
}

/** Why a code can't be used now; null if it can. */
export function whyNotUsable(code: Usability | undefined): string | null {
  if (!code) return 'This property has no such discount code.';
  if (code.expired) return 'This discount code has expired.';
  if (code.used_up) return 'This discount code has no uses left.';
  if (code.crowded) return 'This code has reached its limit of simultaneous rentals.';
  return null;
}

/** The discounted price of a month in cents, at least 0; free minutes don't apply to monthly prices. */
export function discountedMonth(price: Cents, type: DiscountType, amount: number): Cents {
  if (type === 'value') return cents(Math.max(0, price - amount));
  if (type === 'percentage_discount')
    return sum(price, cents(-computeShare(price, percentToRate(amount))));
  return type === 'rate_override' ? cents(amount) : price;
}

const largestDollars = 10_000_000;

const positive = (message: string, most: number) =>
  z.optional(
    z.nullable(z.int({ error: message }).check(z.minimum(1, message), z.maximum(most, message))),
  );

/** Whole dollars off, as the form sends them, converted to cents. */
const wholeDollarsField = z.optional(
  z.nullable(
    z
      .int({ error: promoMessages.dollars })
      .check(
        z.minimum(1, promoMessages.dollars),
        z.maximum(largestDollars, promoMessages.dollars),
        z.multipleOf(100, promoMessages.dollars),
      ),
  ),
);

const dayField = z.pipe(
  z
    .string()
    .check(z.refine((day) => parseLocalDate(day) !== null, 'Must be a date such as 2026-06-15.')),
  z.transform((day) => day as LocalDate),
);

const body = z.strictObject({
  spot: z.union([pk, pkOrUuidText]),
  code: promoCodeField,
  notes: text(200, promoMessages.notes),
  value: wholeDollarsField,
  percentage_discount: positive(promoMessages.percentage, 100),
  minutes_to_discount: positive(promoMessages.minutes, 100_000),
  hours_to_discount: positive(promoMessages.minutes, 1000),
  rate_override: positive(promoMessages.dollars, largestDollars),
  applicable_rental_types: z.array(rentalTypeField).check(
    z.minLength(1, promoMessages.rentalTypes),
    z.refine((types) => new Set(types).size === types.length, 'List each only once.'),
  ),
  expiration: z.optional(z.nullable(dayField)),
  number_of_uses: positive(promoMessages.uses, 1_000_000),
  maximum_number_of_simultaneous_rentals: positive(promoMessages.uses, 1_000_000),
});

type Discounts = Pick<z.output<typeof body>, 'hours_to_discount' | DiscountType>;

/** The discount in a body: cents, percent or minutes; null unless there is exactly one. */
export function findDiscount(discounts: Discounts): { type: DiscountType; amount: number } | null {
  const minutes = (discounts.minutes_to_discount ?? 0) + 60 * (discounts.hours_to_discount ?? 0);
  const amounts = { ...discounts, minutes_to_discount: minutes || null };
  const given = discountTypes.flatMap((type) => {
    const amount = amounts[type];
    return amount ? [{ type, amount }] : [];
  });
  return given.length === 1 ? (given[0] ?? null) : null;
}

/** Whether a discount doesn't lower the price of any rental type that it applies to. */
export const isWithoutEffect = (type: DiscountType, rentalTypes: readonly PromoRentalType[]) =>
  type === 'minutes_to_discount' && rentalTypes.every((rentalType) => rentalType === 'monthly');

export const createPromoCode = endpoint({
  method: 'POST',
  path: '/api/promo_codes/',
  summary: 'Creates a discount code for a property; send exactly one kind of discount',
  access: onlyPriced(atSpot('body.spot', adminAndEmployee)),
  body: body.check(
    z.refine((discounts: Discounts) => findDiscount(discounts) !== null, {
      error:
        'Send exactly one discount: value, percentage_discount, minutes_to_discount or rate_override.',
      path: ['value'],
    }),
  ),
  answer: promoCode,
  failure: 'Failed to add a discount code',
});

const byPk = z.strictObject({
  id: pkText,
});

const discountFields = [...discountTypes, 'hours_to_discount'] as const;

/** Whether a body contains any discount. */
export const namesDiscount = (discounts: Partial<Discounts>) =>
  discountFields.some((field) => discounts[field] !== undefined && discounts[field] !== null);

/** What the form of a code shows. */
const shownOfPromo = [
  'code',
  'notes',
  'discount_type',
  'amount',
  'applicable_rental_types',
  'expiration',
  'number_of_uses',
  'maximum_number_of_simultaneous_rentals',
] as const;

export const updatePromoCode = endpoint({
  method: 'PATCH',
  path: '/api/promo_codes/:id/',
  summary: 'Changes a discount code; once it has been used, its name and discount can’t change',
  access: onlyPriced(ofSpotRecord('discount code', 'params.id', adminAndEmployee)),
  params: byPk,
  shown: shownOfPromo,
  body: withShown(
    z.partial(z.omit(body, { spot: true })).check(
      z.refine(
        (discounts: Discounts) => !namesDiscount(discounts) || findDiscount(discounts) !== null,
        {
          error:
            'Send exactly one discount: value, percentage_discount, minutes_to_discount or rate_override.',
          path: ['value'],
        },
      ),
    ),
    shownOfPromo,
  ),
  answer: promoCode,
  failure: 'Failed to edit discount code',
});

export const deletePromoCode = endpoint({
  method: 'DELETE',
  path: '/api/promo_codes/:id/',
  summary: 'Deletes a discount code; its uses stay in the report',
  access: onlyPriced(ofSpotRecord('discount code', 'params.id', adminAndEmployee)),
  params: byPk,
  failure: 'Could not delete discount code',
});

const qrFailure = 'Something went wrong! Please try again later';

export const generatePromoQrCode = endpoint({
  method: 'POST',
  path: '/api/generate_promo_qr_code/',
  summary: 'The link in a flyer’s QR code',
  access: onlyPriced(ofSpotRecord('discount code', 'body.promo_code_pk', adminAndEmployee)),
  events: [],
  body: z.strictObject({ promo_code_pk: pk }),
  answer: z.object({ qr_code: z.string() }),
  failure: qrFailure,
});

export const downloadPromoFlyer = endpoint({
  method: 'GET',
  path: '/api/downloads/promo_flyer/:id/',
  summary: 'A letter-size page to print, with the QR code of a discount code',
  access: onlyPriced(ofSpotRecord('discount code', 'params.id', adminAndEmployee)),
  params: byPk,
  file: 'application/pdf',
  failure: qrFailure,
});

export const getPromoReport = endpoint({
  method: 'GET',
  path: '/api/reports/promocodes',
  summary: 'How often each discount code of a property was used in a month, deleted ones included',
  access: onlyPriced(atSpot('query.spot', adminAndEmployee)),
  query: z.strictObject({
    spot: pkOrUuidText,
    month: monthText,
    year: yearText,
  }),
  answer: z.object({ promo_uses: z.record(z.string(), z.int()) }),
  freshFor: 300,
  failure: 'Could not fetch reports',
});

export const checkPromoCode = endpoint({
  method: 'GET',
  path: '/api/ingest/promo_codes/',
  summary: 'What a discount code is worth at a property now, for systems that sell its rentals',
  access: byMachine('rentals'),
  query: z.strictObject({ spot: pkOrUuidText, code: promoCodeField }),
  answer: z.object({
    usable: z.boolean(),
    reason: z.nullable(z.string()),
    discount_type: z.nullable(z.enum(discountTypes)),
    amount: z.nullable(z.int()),
    applicable_rental_types: z.array(z.enum(rentalTypeNames)),
  }),
  failure: 'Could not look up the discount code',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  value: 'What it takes off, in cents: whole dollars. Send exactly one kind of discount.',
  percentage_discount: 'What it takes off, in percent.',
  minutes_to_discount: 'Free minutes. They are added to `hours_to_discount`.',
  rate_override: 'What a rental costs instead of its usual price, in cents.',
  code: ['The discount code.', 'SUMMER5'],
  'createPromoCode.code': [
    'The discount code: letters and digits. It is kept in capital letters.',
    'SUMMER5',
  ],
  'updatePromoCode.code': [
    'The discount code: letters and digits. It is kept in capital letters.',
    'SUMMER5',
  ],
  expiration: ['The last day that the code works; null for no end.', '2026-12-31'],
  amount: 'Cents, percent or minutes, by `discount_type`.',
  'checkPromoCode.amount':
    'Cents, percent or minutes, by `discount_type`; null if there is no such code.',
  discount_type:
    'What the code takes off: `value` in cents, `percentage_discount` in percent, `minutes_to_discount` in free minutes, or `rate_override`, a price in cents instead of the usual one.',
  'checkPromoCode.discount_type':
    'What the code takes off: `value` in cents, `percentage_discount` in percent, `minutes_to_discount` in free minutes, or `rate_override`, a price in cents instead of the usual one. null if there is no such code.',
  applicable_rental_types: 'The types of rental that the code is for.',
  expired: 'Whether that day is over.',
  number_of_uses: 'How often the code can be used; null for no limit.',
  maximum_number_of_simultaneous_rentals:
    'How many rentals with the code can be active at once; null for no limit.',
  total_uses: 'How often the code was used.',
  qr_code: 'The link in the flyer’s QR code; null if the property has no booking link.',
  'generatePromoQrCode.qr_code': 'The link in the flyer’s QR code.',
  usable_codes: '`false` lists codes that can’t be used anymore too.',
  current_page: 'The number of this page.',
  total_pages: 'How many pages there are.',
  hours_to_discount: 'Free hours.',
  promo_code_pk: 'The number of the discount code.',
  promo_uses: 'How often each code was used in the month.',
  usable: 'Whether the code can be used now.',
  reason: 'Why it can’t be used; null if it can.',
};
