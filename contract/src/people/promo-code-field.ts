import * as z from 'zod/mini';
import { atMost } from '../kernel/fields.ts';

export const promoCodeMessages = {
  code: 'Discount code is required',
  letters: 'Letters and digits only.',
} as const;

/** Maximum characters of a code. */
export const maxPromoCodeLength = 20;

/** A code as typed, normalized: letters and digits, uppercase. */
export const promoCodeField = z.string({ error: promoCodeMessages.code }).check(
  z.trim(),
  z.minLength(1, promoCodeMessages.code),
  atMost(maxPromoCodeLength),
  z.regex(/^[A-Za-z0-9]*$/, promoCodeMessages.letters),
  z.overwrite((code) => code.toUpperCase()),
);
