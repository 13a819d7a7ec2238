import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { DiscountType, PromoCode } from '@lotkeeper/contract/operations/promo-codes';
import {
  createPromoCode,
  discountTypes,
  listPromoCodes,
  promoMessages,
  promoRentalTypes,
  updatePromoCode,
} from '@lotkeeper/contract/operations/promo-codes';
import { maxPromoCodeLength } from '@lotkeeper/contract/people/promo-code-field';
import { pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Choices } from '../../../ui/form/choices.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { FormState } from '../../../ui/form/use-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { PromoDraft } from './promo-form.rules.ts';
import {
  amountRules,
  discountKinds,
  draftFromCode,
  emptyPromoDraft,
  limitRules,
  listPromoFields,
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
  /** The code being edited; null adds one. */
  edited: PromoCode | null;
  onSaved: (code: string) => void;
  onClose: () => void;
}

function useSavePromo({ spot, edited, onSaved }: PromoDialogProps) {
  const create = useSend(createPromoCode, [listPromoCodes]);
  const update = useSend(updatePromoCode, [listPromoCodes]);
  const onSuccess = ({ code }: PromoCode) => onSaved(code);
  const save = (draft: PromoDraft) => {
    if (edited) {
      const changed = promoChange(draft, draftFromCode(edited));
      const body = { ...changed, shown: pickShown(updatePromoCode, edited) };
      update.mutate({ params: { id: edited.pk }, body }, { onSuccess });
    } else {
      create.mutate({ body: promoBody(spot.pk, draft) }, { onSuccess });
    }
  };
  const { failure } = edited ? updatePromoCode : createPromoCode;
  return { save, send: edited ? update : create, failure };
}

function DiscountFields({ form }: { form: FormState<PromoDraft> }) {
  const { values, set, number } = form;
  return (
    <>
      <OneChoice
        label="Discount"
        options={kinds}
        chosen={values.type}
        onChange={(type: DiscountType) => set({ type, amount: '' })}
      />
      <NumberInput
        key={values.type}
        label={discountKinds[values.type].field}
        rules={amountRules(values.type)}
        required
        {...number('amount', values.type)}
      />
    </>
  );
}

export function PromoDialog(props: PromoDialogProps) {
  const { today, edited, onClose } = props;
  const { save, send, failure } = useSavePromo(props);
  const before = edited ? draftFromCode(edited) : null;
  const form = useForm({
    initial: before ?? emptyPromoDraft,
    validate: (draft) => promoProblems(draft, today, before),
    send,
    onSubmit: save,
  });
  const { values, problems, set, touch, text, number, errorFor } = form;
  const isUsed = edited !== null && edited.total_uses > 0;
  const title = edited ? 'Edit Discount Code' : 'Add Discount Code';
  return (
    <Dialog title={title} size="table" onClose={onClose}>
      <Form
        form={form}
        action={failure}
        submit={edited ? 'Save' : 'Add Discount Code'}
        disabled={!form.isValid}
        reason={explainDisabled(
          listPromoFields(values, problems),
          edited ? 'save the discount code' : 'add the discount code',
        )}
        onCancel={onClose}
      >
        <div className={classes.pair}>
          <TextInput
            label="Code"
            description={
              isUsed ? promoMessages.usedCode : 'Letters and digits, as drivers will enter it.'
            }
            maxLength={maxPromoCodeLength}
            {...(isUsed ? { disabled: true } : { 'data-autofocus': true })}
            required
            {...text('code')}
            onChange={(event) => set({ code: event.currentTarget.value.toUpperCase() })}
            onBlur={() => touch('code')}
            autoComplete="off"
          />
          <TextInput
            label="Description"
            description="For your team, for example what it’s for."
            maxLength={200}
            {...(isUsed ? { 'data-autofocus': true } : {})}
            required
            {...text('notes')}
            onBlur={() => touch('notes')}
            autoComplete="off"
          />
        </div>
        {isUsed ? (
          <p className="ui-dimmed">
            {edited.formatted_value}. {promoMessages.usedDiscount}
          </p>
        ) : (
          <DiscountFields form={form} />
        )}
        <Choices
          label="Valid for"
          options={rentalTypes}
          chosen={values.rentalTypes}
          onChange={(chosen) => {
            set({ rentalTypes: chosen });
            touch('applicable_rental_types');
          }}
          required
          error={errorFor('applicable_rental_types')}
        />
        <div className={classes.pair}>
          <DateField
            label="Expiration"
            value={values.expiration}
            today={today}
            description="The last day it can be used. Leave empty for no end date."
            onChange={(expiration) => {
              set({ expiration });
              touch('expiration');
            }}
            onClear={() => set({ expiration: null })}
            error={errorFor('expiration')}
          />
          <NumberInput
            label="Number of uses"
            description="Leave empty for no limit."
            rules={limitRules}
            {...number('uses', 'number_of_uses')}
          />
          <NumberInput
            label="Rentals at the same time"
            description="Leave empty for no limit."
            rules={limitRules}
            {...number('simultaneous', 'maximum_number_of_simultaneous_rentals')}
          />
        </div>
      </Form>
    </Dialog>
  );
}
