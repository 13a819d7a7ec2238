import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import { typedToCents } from '@lotkeeper/contract/kernel/money';
import type {
  createPromoCode,
  DiscountType,
  PromoRentalType,
} from '@lotkeeper/contract/promo-codes';
import { promoMessages } from '@lotkeeper/contract/promo-codes';

/** The form as typed. */
export interface PromoDraft {
  code: string;
  notes: string;
  type: DiscountType;
  amount: string;
  rentalTypes: PromoRentalType[];
  expiration: LocalDate | null;
  uses: string;
  simultaneous: string;
}

export const emptyPromoDraft: PromoDraft = {
  code: '',
  notes: '',
  type: 'value',
  amount: '',
  rentalTypes: [],
  expiration: null,
  uses: '',
  simultaneous: '',
};

/** What each kind of discount asks for. */
export const discountKinds = {
  value: { label: 'Dollar amount', field: 'Amount off in $', wrong: promoMessages.dollars },
  percentage_discount: {
    label: 'Percentage',
    field: 'Percent off',
    wrong: promoMessages.percentage,
  },
  minutes_to_discount: { label: 'Time', field: 'Free minutes', wrong: promoMessages.minutes },
  rate_override: { label: 'Set price', field: 'Price in $', wrong: promoMessages.dollars },
} as const satisfies Record<DiscountType, { label: string; field: string; wrong: string }>;

const whole = (typed: string) =>
  /^\d{1,6}$/.test(typed.trim()) && Number(typed) > 0 ? Number(typed) : null;

const mayBeEmpty = (typed: string) => typed.trim() === '' || whole(typed) !== null;

/** What is wrong with the form, by field; empty when it can be sent. */
export function promoProblems(
  draft: PromoDraft,
  today: LocalDate,
): Partial<Record<keyof PromoDraft, string>> {
  const amount = whole(draft.amount);
  const fits = amount !== null && (draft.type !== 'percentage_discount' || amount <= 100);
  const code = draft.code.trim();
  return {
    ...(code ? {} : { code: promoMessages.code }),
    ...(/^[A-Za-z0-9]*$/.test(code) ? {} : { code: promoMessages.letters }),
    ...(draft.notes.trim() ? {} : { notes: promoMessages.notes }),
    ...(fits ? {} : { amount: discountKinds[draft.type].wrong }),
    ...(draft.rentalTypes.length > 0 ? {} : { rentalTypes: promoMessages.rentalTypes }),
    ...(draft.expiration !== null && draft.expiration < today
      ? { expiration: promoMessages.expiration }
      : {}),
    ...(mayBeEmpty(draft.uses) ? {} : { uses: promoMessages.uses }),
    ...(mayBeEmpty(draft.simultaneous) ? {} : { simultaneous: promoMessages.uses }),
  };
}

/** The field of the form that a field of the wire is. */
export const draftFieldOf: Record<string, keyof PromoDraft> = {
  code: 'code',
  notes: 'notes',
  value: 'amount',
  percentage_discount: 'amount',
  minutes_to_discount: 'amount',
  rate_override: 'amount',
  applicable_rental_types: 'rentalTypes',
  expiration: 'expiration',
  number_of_uses: 'uses',
  maximum_number_of_simultaneous_rentals: 'simultaneous',
};

/** The form on the wire: entered dollars travel in cents. */
export function promoBody(
  spot: number,
  draft: PromoDraft,
): InputOf<typeof createPromoCode>['body'] {
  const amount = whole(draft.amount) ?? 0;
  const isMoney = draft.type === 'value' || draft.type === 'rate_override';
  return {
    spot,
    code: draft.code.trim(),
    notes: draft.notes.trim(),
    [draft.type]: isMoney ? typedToCents(draft.amount) : amount,
    applicable_rental_types: draft.rentalTypes,
    expiration: draft.expiration,
    number_of_uses: whole(draft.uses),
    maximum_number_of_simultaneous_rentals: whole(draft.simultaneous),
  };
}
