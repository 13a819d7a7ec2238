import * as z from 'zod/mini';
import { adminOnly, atSpot, ofSpotRecord } from '../kernel/access.ts';
import { carFields, stateOfCountry } from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuid, pkOrUuidText, text, timeField } from '../kernel/fields.ts';
import { amountField } from '../kernel/money.ts';

/** The source of what people enter by hand. */
export const handSource = 'by_hand';

/** Rentals that people enter: what is sold at an entrance. Of a monthly one, only payments are entered. */
export const handRentalTypes = ['hourly', 'daily', 'flat_rate'] as const;

export const handMessages = {
  time: 'Please choose a time',
  future: 'This is in the future.',
  tooOld: 'Must be in the last ten years.',
  end: 'Must not be before the start.',
  amount: 'Enter an amount above zero.',
  tax: 'Must not be more than the amount.',
} as const;

/** How many years back something can be entered. */
export const handYears = 10;

/** A time in milliseconds since 1970; the server refuses those to come. */
const time = timeField(handMessages.time);

/** Money that was taken: the tax is a part of the amount. */
const money = {
  amount: amountField.check(z.refine((amount) => amount > 0, handMessages.amount)),
  tax: amountField,
  reason: text(200, 'Please enter a reason'),
  request: z.uuid(),
};

const taxFits = z.refine<{ amount: number; tax: number }>(({ amount, tax }) => tax <= amount, {
  error: handMessages.tax,
  path: ['tax'],
});

export const recordHandRental = endpoint({
  method: 'POST',
  path: '/api/rentals/',
  summary:
    'Records a rental that no system sent, and what was paid for it, such as cash at the gate; once for each request',
  access: atSpot('body.spot', adminOnly),
  body: z
    .strictObject({
      spot: pkOrUuid,
      rental_type: z.enum(handRentalTypes, { error: 'Please select an option' }),
      starts_at: time,
      ends_at: time,
      car: z.nullable(z.strictObject(carFields).check(stateOfCountry())),
      ...money,
    })
    .check(
      taxFits,
      z.refine(({ starts_at, ends_at }) => ends_at >= starts_at, {
        error: handMessages.end,
        path: ['ends_at'],
      }),
    ),
  answer: z.object({ uuid: z.string() }),
  failure: 'Could not record the rental',
});

export const recordHandPayment = endpoint({
  method: 'POST',
  path: '/api/rentals/:id/payments/',
  summary: 'Records a further payment of a rental that no system sent; once for each request',
  access: ofSpotRecord('rental', 'params.id', adminOnly),
  params: z.strictObject({ id: pkOrUuidText }),
  body: z.strictObject({ paid_at: time, ...money }).check(taxFits),
  failure: 'Could not record the payment',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  rental_type: 'How the rental is sold.',
  starts_at: ['When it starts and was paid, in milliseconds since 1970.', 1781540400000],
  ends_at: ['When it ends, in milliseconds since 1970.', 1781547600000],
  paid_at: ['When it was paid, in milliseconds since 1970.', 1781547600000],
  car: 'The car; null if it isn’t known.',
  amount: ['What the driver paid, with tax, in cents.', 1080],
  tax: ['The tax in it, in cents.', 80],
  reason: ['Why it’s entered by hand. It stays in the audit log.', 'Cash at the gate'],
  request: 'A UUID: the same one again changes nothing.',
  uuid: 'The UUID of the rental.',
};
