import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { DiscountType, PromoCode } from '@lotkeeper/contract/promo-codes';
import {
  createPromoCode,
  discountTypes,
  listPromoCodes,
  promoMessages,
  promoRentalTypes,
  updatePromoCode,
} from '@lotkeeper/contract/promo-codes';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/form/button.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import type { NumberInputProps } from '../../ui/form/number-input.tsx';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { OneChoice } from '../../ui/form/one-choice.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import type { PromoDraft } from './promo-form.rules.ts';
import {
  amountRules,
  discountKinds,
  draftFieldOf,
  draftFromCode,
  emptyPromoDraft,
  limitRules,
  promoBody,
  promoChange,
  promoProblems,
} from './promo-form.rules.ts';

const kinds = discountTypes.map((value) => ({ value, label: discountKinds[value].label }));
const rentalTypes = Object.entries(promoRentalTypes).map(([value, label]) => ({
  value: value as keyof typeof promoRentalTypes,
  label,
}));

interface PromoDialogProps {
  spot: { pk: number; name: string };
  today: LocalDate;
  /** The code that is edited; null adds one. */
  edited: PromoCode | null;
  onSaved: (code: string) => void;
  onClose: () => void;
}

/** What is typed, and what is wrong with the fields that somebody has left. */
function usePromoDraft(
  today: LocalDate,
  before: PromoDraft | null,
  refused: Record<string, string>,
) {
  const [draft, setDraft] = useState(before ?? emptyPromoDraft);
  const [left, setLeft] = useState<ReadonlySet<keyof PromoDraft>>(new Set());
  const problems = promoProblems(draft, today, before);
  const refusedFields = Object.fromEntries(
    Object.entries(refused).map(([name, message]) => [draftFieldOf[name] ?? name, message]),
  ) as Partial<Record<keyof PromoDraft, string>>;
  return {
    draft,
    isValid: Object.keys(problems).length === 0,
    set: (change: Partial<PromoDraft>) => setDraft({ ...draft, ...change }),
    leave: (field: keyof PromoDraft) => setLeft(new Set(left).add(field)),
    errorFor: (field: keyof PromoDraft) =>
      (left.has(field) ? problems[field] : undefined) ?? refusedFields[field],
  };
}

/** Sends the form: a new code, or a change of one. */
function useSavePromo({ spot, edited, onSaved }: PromoDialogProps) {
  const create = useSend(createPromoCode, [listPromoCodes]);
  const update = useSend(updatePromoCode, [listPromoCodes]);
  const onSuccess = ({ code }: PromoCode) => onSaved(code);
  const save = (draft: PromoDraft) => {
    if (edited) {
      const body = promoChange(draft, draftFromCode(edited));
      update.mutate({ params: { id: String(edited.pk) }, body }, { onSuccess });
    } else {
      create.mutate({ body: promoBody(spot.pk, draft) }, { onSuccess });
    }
  };
  const request = edited ? update : create;
  const { failure } = edited ? updatePromoCode : createPromoCode;
  return { save, error: request.error, isPending: request.isPending, failure };
}

/** What kind of discount it is, and how much. */
function DiscountFields(props: {
  draft: PromoDraft;
  set: (change: Partial<PromoDraft>) => void;
  amount: Pick<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'error'>;
}) {
  const { draft, set, amount } = props;
  return (
    <>
      <OneChoice
        label="Discount"
        options={kinds}
        chosen={draft.type}
        onChange={(type: DiscountType) => set({ type, amount: '' })}
      />
      <NumberInput
        key={draft.type}
        label={discountKinds[draft.type].field}
        rules={amountRules(draft.type)}
        required
        {...amount}
      />
    </>
  );
}

/** Asks for a discount code, or for what of it is to change. */
export function PromoDialog(props: PromoDialogProps) {
  const { today, edited, onClose } = props;
  const { save, error, isPending, failure } = useSavePromo(props);
  const before = edited ? draftFromCode(edited) : null;
  const { draft, isValid, set, leave, errorFor } = usePromoDraft(
    today,
    before,
    error?.fields ?? {},
  );
  const isUsed = edited !== null && edited.total_uses > 0;
  const title = edited ? 'Edit Discount Code' : 'Add Discount Code';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) save(draft);
  };
  const number = (field: 'amount' | 'uses' | 'simultaneous') => ({
    value: draft[field],
    onChange: (text: string) => set({ [field]: text }),
    onBlur: () => leave(field),
    error: errorFor(field),
  });
  const text = (field: 'code' | 'notes') => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [field]: event.currentTarget.value }),
    onBlur: () => leave(field),
    error: errorFor(field),
    autoComplete: 'off',
  });
  return (
    <Dialog label={title} onClose={onClose}>
      <h2 className={form.heading}>{title}</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <TextInput
          label="Code"
          description={
            isUsed ? promoMessages.usedCode : 'Letters and digits, as drivers will enter it.'
          }
          maxLength={20}
          {...(isUsed ? { disabled: true } : { 'data-autofocus': true })}
          required
          {...text('code')}
          onChange={(event) => set({ code: event.currentTarget.value.toUpperCase() })}
        />
        <TextInput
          label="Description"
          description="For your team, for example what it’s for."
          maxLength={200}
          {...(isUsed ? { 'data-autofocus': true } : {})}
          required
          {...text('notes')}
        />
        {isUsed ? (
          <p className={form.note}>
            {edited.formatted_value}. {promoMessages.usedDiscount}
          </p>
        ) : (
          <DiscountFields draft={draft} set={set} amount={number('amount')} />
        )}
        <Choices
          label="Valid for"
          options={rentalTypes}
          chosen={draft.rentalTypes}
          onChange={(chosen) => {
            set({ rentalTypes: chosen });
            leave('rentalTypes');
          }}
          required
          error={errorFor('rentalTypes')}
        />
        <DateField
          label="Expiration"
          value={draft.expiration}
          today={today}
          description="The last day it can be used. Leave empty for no end date."
          onChange={(expiration) => {
            set({ expiration });
            leave('expiration');
          }}
          onClear={() => set({ expiration: null })}
          error={errorFor('expiration')}
        />
        <div className={form.pair}>
          <NumberInput
            label="Number of uses"
            description="Leave empty for no limit."
            rules={limitRules}
            {...number('uses')}
          />
          <NumberInput
            label="Rentals at the same time"
            description="Leave empty for no limit."
            rules={limitRules}
            {...number('simultaneous')}
          />
        </div>
        <FormFailure error={error} action={failure} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={!isValid}>
            {edited ? 'Save' : 'Add Discount Code'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
