import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { updatePromoCode } from '@lotkeeper/contract/operations/promo-codes';
import {
  findDiscount,
  namesDiscount,
  promoMessages,
} from '@lotkeeper/contract/operations/promo-codes';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { notFound, refuseDuplicate, wrongFields } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { PromoCodeRow } from './promo-codes.queries.ts';
import { promoColumns, takenName } from './promo-codes.queries.ts';
import { refusePast, refuseUseless } from './promo-codes.rules.ts';

/** Refuses to rename a code, or to change its discount, once drivers have used it. */
function refuseUsed(before: PromoCodeRow, after: PromoCodeChange): void {
  if (before.total_uses === 0) return;
  const isDiscountChanged =
    after.discount_type !== before.discount_type || after.amount !== before.amount;
  if (after.code !== before.code) throw wrongFields({ code: promoMessages.usedCode });
  if (isDiscountChanged) {
    const field = after.discount_type ?? before.discount_type;
    throw wrongFields({ [field]: promoMessages.usedDiscount });
  }
}

type Writable =
  | 'code'
  | 'notes'
  | 'discount_type'
  | 'amount'
  | 'applicable_rental_types'
  | 'expiration'
  | 'number_of_uses'
  | 'maximum_number_of_simultaneous_rentals';
type PromoCodeChange = Pick<PromoCodeRow, Writable>;

/** The columns of a code after a change. */
function mergeChange(before: PromoCodeRow, body: BodyOf<typeof updatePromoCode>): PromoCodeChange {
  const discount = namesDiscount(body) ? findDiscount(body) : null;
  const { number_of_uses, maximum_number_of_simultaneous_rentals: rentals, expiration } = body;
  return {
    code: body.code ?? before.code,
    notes: body.notes ?? before.notes,
    discount_type: discount?.type ?? before.discount_type,
    amount: discount?.amount ?? before.amount,
    applicable_rental_types: body.applicable_rental_types ?? before.applicable_rental_types,
    expiration: expiration === undefined ? before.expiration : expiration,
    number_of_uses: number_of_uses === undefined ? before.number_of_uses : number_of_uses,
    maximum_number_of_simultaneous_rentals:
      rentals === undefined ? before.maximum_number_of_simultaneous_rentals : rentals,
  };
}

/** Changes a code under a lock of its row, which recording a use takes too, and writes an audit entry. */
export function changePromoCode(
  scope: SpotScope,
  { pk, body, today }: { pk: number; body: BodyOf<typeof updatePromoCode>; today: LocalDate },
  now: Instant,
): Promise<PromoCodeRow> {
  const { organizationId: organization, spotPk } = scope;
  const written = scope.write(async (tx) => {
    const [before] = await tx<PromoCodeRow[]>`
      select ${promoColumns(tx)} from promo_codes
      where organization_id = ${organization} and pk = ${pk} and spot_pk = ${spotPk}
        and deleted_at is null for update`;
    if (!before) throw notFound('discount code');
    await requireShown(tx, scope, body.shown, before, { subject: 'discount code', pk });
    const after = mergeChange(before, body);
    refuseUsed(before, after);
    refuseUseless(after);
    if (after.expiration !== before.expiration) refusePast(after.expiration, today);
    const [changed] = await tx<[PromoCodeRow]>`
      update promo_codes set ${tx.assignments(after)}
      where organization_id = ${organization} and pk = ${pk} returning ${promoColumns(tx)}`;
    const states = { before: mergeChange(before, {}), after };
    const entry = { act: 'change', subject: 'discount code', pk, ...states } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return changed;
  });
  return refuseDuplicate(written, takenName());
}
