import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { DiscountType } from '@lotkeeper/contract/promo-codes';
import {
  createPromoCode,
  discountTypes,
  listPromoCodes,
  promoRentalTypes,
} from '@lotkeeper/contract/promo-codes';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { OneChoice } from '../../ui/one-choice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { PromoDraft } from './promo-form.rules.ts';
import {
  amountRules,
  discountKinds,
  draftFieldOf,
  emptyPromoDraft,
  limitRules,
  promoBody,
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
  onAdded: (code: string) => void;
  onClose: () => void;
}

/** What is typed, and what is wrong with the fields that somebody has left. */
function usePromoDraft(today: LocalDate, refused: Record<string, string>) {
  const [draft, setDraft] = useState(emptyPromoDraft);
  const [left, setLeft] = useState<ReadonlySet<keyof PromoDraft>>(new Set());
  const problems = promoProblems(draft, today);
  const told = Object.fromEntries(
    Object.entries(refused).map(([name, sentence]) => [draftFieldOf[name] ?? name, sentence]),
  ) as Partial<Record<keyof PromoDraft, string>>;
  return {
    draft,
    whole: Object.keys(problems).length === 0,
    set: (change: Partial<PromoDraft>) => setDraft({ ...draft, ...change }),
    leave: (field: keyof PromoDraft) => setLeft(new Set(left).add(field)),
    said: (field: keyof PromoDraft) =>
      (left.has(field) ? problems[field] : undefined) ?? told[field],
  };
}

/** Asks for a discount code. */
export function PromoDialog({ spot, today, onAdded, onClose }: PromoDialogProps) {
  const create = useSend(createPromoCode, [listPromoCodes]);
  const { draft, whole, set, leave, said } = usePromoDraft(today, create.error?.fields ?? {});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!whole) return;
    const body = promoBody(spot.pk, draft);
    create.mutate({ body }, { onSuccess: ({ code }) => onAdded(code) });
  };
  const number = (field: 'amount' | 'uses' | 'simultaneous') => ({
    value: draft[field],
    onChange: (typed: string) => set({ [field]: typed }),
    onBlur: () => leave(field),
    error: said(field),
  });
  const text = (field: 'code' | 'notes') => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [field]: event.currentTarget.value }),
    onBlur: () => leave(field),
    error: said(field),
    autoComplete: 'off',
  });
  return (
    <Dialog label="Add Discount Code" onClose={onClose}>
      <h2 className={form.heading}>Add Discount Code</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <TextInput
          label="Code"
          description="Letters and digits, as drivers enter it."
          maxLength={20}
          data-autofocus
          required
          {...text('code')}
          onChange={(event) => set({ code: event.currentTarget.value.toUpperCase() })}
        />
        <TextInput
          label="Description"
          description="For your team, such as what it is for."
          maxLength={200}
          required
          {...text('notes')}
        />
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
          {...number('amount')}
        />
        <Choices
          label="Valid for"
          options={rentalTypes}
          chosen={draft.rentalTypes}
          onChange={(chosen) => {
            set({ rentalTypes: chosen });
            leave('rentalTypes');
          }}
          error={said('rentalTypes')}
        />
        <DateField
          label="Expiration"
          value={draft.expiration}
          today={today}
          description="The last day on which it can be used. Empty = it does not expire."
          onChange={(expiration) => {
            set({ expiration });
            leave('expiration');
          }}
          onClear={() => set({ expiration: null })}
          error={said('expiration')}
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
        <FormFailure error={create.error} what={createPromoCode.failure} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!whole}>
            Add Discount Code
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
