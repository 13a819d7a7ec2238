import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type {
  createPromoCode,
  DiscountType,
  PromoCode,
  PromoRentalType,
  updatePromoCode,
} from '@lotkeeper/contract/promo-codes';
import { isWithoutEffect, promoMessages } from '@lotkeeper/contract/promo-codes';
import type { NumberRules } from '../../ui/form/number-input.rules.ts';
import { numberProblem, parseNumber } from '../../ui/form/number-input.rules.ts';

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

const isMoney = (type: DiscountType) => type === 'value' || type === 'rate_override';

const typedNumber = (number: number | null) => (number === null ? '' : String(number));

/** The form of a code that is there. */
export const draftFromCode = (code: PromoCode): PromoDraft => ({
  code: code.code,
  notes: code.notes,
  type: code.discount_type,
  amount: String(isMoney(code.discount_type) ? code.amount / 100 : code.amount),
  rentalTypes: code.applicable_rental_types,
  expiration: code.expiration as LocalDate | null,
  uses: typedNumber(code.number_of_uses),
  simultaneous: typedNumber(code.maximum_number_of_simultaneous_rentals),
});

const isSameDiscount = (draft: PromoDraft, before: PromoDraft | null) =>
  before !== null && draft.type === before.type && draft.amount === before.amount;

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

/** The amount of each kind of discount, with the messages of the specification. */
export const amountRules = (type: DiscountType): NumberRules => ({
  min: 1,
  max: type === 'percentage_discount' ? 100 : 999_999,
  message: discountKinds[type].wrong,
});

/** Uses and rentals at the same time; empty = no limit. */
export const limitRules = { min: 1, max: 999_999, isOptional: true, message: promoMessages.uses };

function rentalTypesProblem({ type, rentalTypes }: PromoDraft) {
  if (rentalTypes.length === 0) return { rentalTypes: promoMessages.rentalTypes };
  return isWithoutEffect(type, rentalTypes) ? { rentalTypes: promoMessages.freeMonth } : {};
}

/** What is wrong with the form, by field; empty when it can be sent. What an edit leaves as it was is never wrong. */
export function promoProblems(
  draft: PromoDraft,
  today: LocalDate,
  before: PromoDraft | null = null,
): Partial<Record<keyof PromoDraft, string>> {
  const amount = isSameDiscount(draft, before)
    ? undefined
    : numberProblem(draft.amount, amountRules(draft.type));
  const uses = numberProblem(draft.uses, limitRules);
  const simultaneous = numberProblem(draft.simultaneous, limitRules);
  const code = draft.code.trim();
  return {
    ...(code ? {} : { code: promoMessages.code }),
    ...(/^[A-Za-z0-9]*$/.test(code) ? {} : { code: promoMessages.letters }),
    ...(draft.notes.trim() ? {} : { notes: promoMessages.notes }),
    ...(amount ? { amount } : {}),
    ...rentalTypesProblem(draft),
    ...(draft.expiration !== null &&
    draft.expiration < today &&
    draft.expiration !== before?.expiration
      ? { expiration: promoMessages.expiration }
      : {}),
    ...(uses ? { uses } : {}),
    ...(simultaneous ? { simultaneous } : {}),
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
  return { spot, code: draft.code.trim(), ...discountBody(draft), ...restBody(draft) };
}

/** An edited form on the wire; the discount only where it is another one. */
export const promoChange = (
  draft: PromoDraft,
  before: PromoDraft,
): InputOf<typeof updatePromoCode>['body'] => ({
  code: draft.code.trim(),
  ...(isSameDiscount(draft, before) ? {} : discountBody(draft)),
  ...restBody(draft),
});

function discountBody(draft: PromoDraft) {
  const amount = parseNumber(draft.amount, amountRules(draft.type)) ?? Number.NaN;
  return { [draft.type]: isMoney(draft.type) ? amount * 100 : amount };
}

function restBody(draft: PromoDraft) {
  return {
    notes: draft.notes.trim(),
    applicable_rental_types: draft.rentalTypes,
    expiration: draft.expiration,
    number_of_uses: parseNumber(draft.uses, limitRules),
    maximum_number_of_simultaneous_rentals: parseNumber(draft.simultaneous, limitRules),
  };
}
