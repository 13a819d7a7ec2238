import * as z from 'zod/mini';
import { adminAndEmployee, atSpot, onlyPriced } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { isObject, pkOrUuidText, pkText } from '../kernel/fields.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { rangeInOrder, reportRangeFields } from '../money/report-range.ts';
import { promoCodeField } from '../people/promo-code-field.ts';

/** Uses of discount codes per page. */
export const promoUsesPageSize = 50;

export const promoUseMessages = { noCode: 'Send promo_code_pk or code.' } as const;

/** A booking that used a discount code. */
export const promoUse = z.object({
  pk: z.int(),
  used_at: z.int(),
  /** The system that sold the booking, and its reference there. */
  source: z.string(),
  external_id: z.string(),
  rental: z.nullable(z.object({ uuid: z.string() })),
  plate: z.nullable(z.string()),
});
export type PromoUse = z.infer<typeof promoUse>;

const usesQuery = z.strictObject({
  spot: pkOrUuidText,
  /** One code, or every code that ever had this name at the property, including deleted ones. */
  promo_code_pk: z.optional(pkText),
  code: z.optional(promoCodeField),
  /** The first and last day, both included; without them, all days. */
  start_date: z.optional(reportRangeFields.start_date),
  end_date: z.optional(reportRangeFields.end_date),
  page: pageQuery,
});
type UsesQuery = z.output<typeof usesQuery>;

export const listPromoUses = endpoint({
  method: 'GET',
  path: '/api/promo_codes/uses/',
  summary:
    'The uses that a discount code’s count is made of, newest first: all of them, or those of some days',
  access: onlyPriced(atSpot('query.spot', adminAndEmployee)),
  query: usesQuery.check(
    z.refine<UsesQuery>(
      ({ promo_code_pk, code }) => promo_code_pk !== undefined || code !== undefined,
      { error: promoUseMessages.noCode, path: ['code'], when: isObject },
    ),
    rangeInOrder,
  ),
  answer: pageSchema(promoUse),
  freshFor: 300,
  failure: 'Failed to fetch the uses of this discount code',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  code: [
    'The name of a discount code: every code that ever had it at the property, deleted ones included. Send this or `promo_code_pk`.',
    'SUMMER5',
  ],
  used_at: 'When it was used.',
  promo_code_pk: 'The number of one discount code. Send this or `code`.',
};
