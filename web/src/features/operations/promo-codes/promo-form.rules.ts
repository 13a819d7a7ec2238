import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type {
  DiscountType,
  PromoCode,
  PromoRentalType,
} from '@lotkeeper/contract/operations/promo-codes';
import {
  createPromoCode,
  isWithoutEffect,
  promoMessages,
  updatePromoCode,
} from '@lotkeeper/contract/operations/promo-codes';
import { pickChanged } from '../../../kernel/changes.ts';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import type { Problems } from '../../../ui/form/use-form.ts';
import { findProblems } from '../../../ui/form/use-form.ts';

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

/** The amount rules of each kind of discount, with their messages. */
export const amountRules = (type: DiscountType): NumberRules => ({
  min: 1,
  max: type === 'percentage_discount' ? 100 : 999_999,
  message: discountKinds[type].wrong,
});

/** Maximum uses and simultaneous rentals; empty = no limit. */
export const limitRules: NumberRules = {
  min: 1,
  max: 999_999,
  isOptional: true,
  message: promoMessages.uses,
};

const rentalTypesProblem = ({ type, rentalTypes }: PromoDraft) =>
  rentalTypes.length > 0 && isWithoutEffect(type, rentalTypes)
    ? { applicable_rental_types: promoMessages.freeMonth }
    : {};

const expirationProblem = (
  { expiration }: PromoDraft,
  today: LocalDate,
  before?: LocalDate | null,
) =>
  expiration !== null && expiration < today && expiration !== before
    ? { expiration: promoMessages.expiration }
    : {};

/** The form's problems, by field of the request. Values that an edit leaves unchanged are always valid. */
export function promoProblems(
  draft: PromoDraft,
  today: LocalDate,
  before: PromoDraft | null = null,
): Problems {
  return {
    ...(before
      ? findProblems(updatePromoCode.body, promoChange(draft, before))
      : findProblems(createPromoCode.body, promoBody(1, draft))),
    ...rentalTypesProblem(draft),
    ...expirationProblem(draft, today, before?.expiration),
  };
}

/** The fields as sentences name them, with what keeps the code from being saved. */
export const listPromoFields = (draft: PromoDraft, problems: Problems) => [
  { name: 'the code', isEmpty: !draft.code.trim(), problem: problems['code'] },
  { name: 'the description', isEmpty: !draft.notes.trim(), problem: problems['notes'] },
  { name: 'the discount', isEmpty: !draft.amount.trim(), problem: problems[draft.type] },
  {
    name: 'what it is valid for',
    isEmpty: draft.rentalTypes.length === 0,
    problem: problems['applicable_rental_types'],
  },
  { name: 'the expiration', problem: problems['expiration'] },
  { name: 'the number of uses', problem: problems['number_of_uses'] },
  {
    name: 'the rentals at the same time',
    problem: problems['maximum_number_of_simultaneous_rentals'],
  },
];

/** The form as a request body: dollars become cents. */
export function promoBody(
  spot: number,
  draft: PromoDraft,
): InputOf<typeof createPromoCode>['body'] {
  return { spot, code: draft.code.trim(), ...discountBody(draft), ...restBody(draft) };
}

/** What was changed of a code, as a request body. */
export const promoChange = (
  draft: PromoDraft,
  before: PromoDraft,
): InputOf<typeof updatePromoCode>['body'] => ({
  ...pickChanged(
    { code: draft.code.trim(), ...restBody(draft) },
    { code: before.code.trim(), ...restBody(before) },
  ),
  ...(isSameDiscount(draft, before) ? {} : discountBody(draft)),
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
