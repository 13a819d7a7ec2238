import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths } from '@lotkeeper/contract/kernel/calendar';
import { centsAsTyped, typedToCents } from '@lotkeeper/contract/kernel/money';
import type {
  AllowanceKind,
  PropertyCode,
  SponsorKind,
  SponsorMonth,
} from '@lotkeeper/contract/operations/validation-bills';
import {
  allowanceKinds,
  allowanceLabels,
  createValidationSponsor,
  endValidationSponsor,
  getValidationBills,
  listValidationVisits,
  maxAllowanceVisits,
  maxSponsorName,
  sponsorKindLabels,
  sponsorKinds,
  updateValidationSponsor,
} from '@lotkeeper/contract/operations/validation-bills';
import { useState } from 'react';
import { pickShown } from '../../../kernel/changes.ts';
import { formatMonth } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { dollarRules, parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { FormState } from '../../../ui/form/use-form.ts';
import { findNumberProblems, findProblems, useForm } from '../../../ui/form/use-form.ts';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface SponsorDialogProps {
  spot: number;
  /** The month that the page shows. */
  month: LocalDate;
  /** null = a new one. */
  sponsor: SponsorMonth | null;
  codes: readonly PropertyCode[];
  onDone: (message: string) => void;
  onClose: () => void;
}

const visitRules: NumberRules = { min: 0, max: maxAllowanceVisits, unit: ['visit', 'visits'] };
/** How far ahead terms can begin. */
const monthsAhead = 12;
const changes = [getValidationBills, listValidationVisits];

const kindOptions = sponsorKinds.map((value) => ({ value, label: sponsorKindLabels[value] }));
const allowanceOptions = allowanceKinds.map((value) => ({ value, label: allowanceLabels[value] }));
const priceOptions = [
  { value: 'in_force' as const, label: 'The price in force' },
  { value: 'fixed' as const, label: 'A fixed price' },
];

interface Draft {
  name: string;
  kind: SponsorKind;
  codes: string[];
  allowance: AllowanceKind;
  visits: string;
  dollars: string;
  pricing: 'in_force' | 'fixed';
  price: string;
  from: LocalDate;
}

const toDraft = (sponsor: SponsorMonth | null, month: LocalDate): Draft => ({
  name: sponsor?.name ?? '',
  kind: sponsor?.kind ?? 'merchant',
  codes: sponsor?.codes.map(({ pk }) => String(pk)) ?? [],
  allowance: sponsor?.allowance ?? 'visits',
  visits: String(sponsor?.allowance_visits ?? ''),
  dollars: centsAsTyped(sponsor?.allowance_value ?? null),
  pricing: sponsor === null || sponsor.price === null ? 'in_force' : 'fixed',
  price: centsAsTyped(sponsor?.price ?? null),
  from: month,
});

const toBody = (draft: Draft) => ({
  name: draft.name,
  kind: draft.kind,
  from: draft.from,
  allowance: draft.allowance,
  allowance_visits: draft.allowance === 'visits' ? parseNumber(draft.visits, visitRules) : null,
  allowance_value: draft.allowance === 'value' ? typedToCents(draft.dollars) : null,
  price: draft.pricing === 'fixed' ? typedToCents(draft.price) : null,
  codes: draft.codes.map(Number),
});

const findTyped = ({ allowance, pricing, visits, dollars, price }: Draft) =>
  findNumberProblems({
    ...(allowance === 'visits' ? { allowance_visits: [visits, visitRules] as const } : {}),
    ...(allowance === 'value' ? { allowance_value: [dollars, dollarRules] as const } : {}),
    ...(pricing === 'fixed' ? { price: [price, dollarRules] as const } : {}),
  });

const validateDraft = (draft: Draft) => ({
  ...findProblems(createValidationSponsor.body, { spot: 1, ...toBody(draft) }),
  ...findTyped(draft),
});

function explainMissing({ name, allowance, visits, dollars, pricing, price }: Draft): string {
  const limit = allowance === 'visits' ? visits : dollars;
  return explainDisabled(
    [
      { name: 'the name', isEmpty: !name.trim() },
      { name: 'the allowance', isEmpty: allowance !== 'none' && !limit.trim() },
      { name: 'the price', isEmpty: pricing === 'fixed' && !price.trim() },
    ],
    'save',
  );
}

/** Codes that are free in the month that the page shows, and those of the sponsor. */
const listOptions = (codes: readonly PropertyCode[], sponsor: SponsorMonth | null) =>
  codes
    .filter((code) => code.sponsor === null || code.sponsor === sponsor?.pk)
    .map(({ pk, code, name, is_deleted }) => ({
      value: String(pk),
      label: [code, name, is_deleted ? 'deleted' : ''].filter(Boolean).join(' · '),
    }));

/** Adds or changes the sponsor of codes: what they may use a month, and what a visit beyond that costs. */
export function SponsorDialog(props: SponsorDialogProps) {
  const { sponsor, month, onDone, onClose } = props;
  const [isEnding, setIsEnding] = useState(false);
  const name = formatMonth(month.slice(0, 7));
  if (sponsor && isEnding) {
    return (
      <ConfirmSend
        question={`End ${sponsor.name} from ${name} on?`}
        confirm="End Sponsor"
        endpoint={endValidationSponsor}
        input={{ params: { id: sponsor.pk }, query: { from: month } }}
        // Not its visits: they may be open, and it has none in this month anymore.
        changes={[getValidationBills]}
        onDone={() => onDone(`Ended sponsor: ${sponsor.name}`)}
        onClose={() => setIsEnding(false)}
      >
        {`Its codes stay, and nobody is billed for them from ${name} on. Bills of earlier months stay.`}
      </ConfirmSend>
    );
  }
  return (
    <Dialog title={sponsor ? 'Edit Sponsor' : 'Add Sponsor'} onClose={onClose}>
      <SponsorForm {...props} onEnd={() => setIsEnding(true)} />
    </Dialog>
  );
}

function SponsorForm(props: SponsorDialogProps & { onEnd: () => void }) {
  const { spot, month, sponsor, codes, onDone, onClose, onEnd } = props;
  const create = useSend(createValidationSponsor, changes);
  const update = useSend(updateValidationSponsor, changes);
  const form = useForm<Draft>({
    initial: () => toDraft(sponsor, month),
    validate: validateDraft,
    send: sponsor ? update : create,
    onSubmit: (draft) => {
      const body = toBody(draft);
      const onSuccess = () => onDone(`Saved sponsor: ${draft.name.trim()}`);
      if (sponsor === null) return create.mutate({ body: { ...body, spot } }, { onSuccess });
      return update.mutate(
        {
          params: { id: sponsor.pk },
          body: { ...body, shown: pickShown(updateValidationSponsor, sponsor) },
        },
        { onSuccess },
      );
    },
  });
  const { values, set, text, errorFor } = form;
  const missing = explainMissing(values);
  return (
    <Form
      form={form}
      submit="Save"
      reason={missing}
      onCancel={onClose}
      deleteLabel="End Sponsor"
      onDelete={sponsor ? onEnd : undefined}
    >
      <TextInput
        label="Name"
        {...text('name')}
        maxLength={maxSponsorName}
        autoComplete="off"
        data-autofocus
        required
      />
      <OneChoice
        label="Kind"
        options={kindOptions}
        chosen={values.kind}
        onChange={(kind) => set({ kind })}
      />
      <MultiSelect
        label="Codes"
        placeholder="Search for a code"
        options={listOptions(codes, sponsor)}
        nothingFound="No code is free. Add one on the page Validation Codes."
        chosen={values.codes}
        onChange={(chosen) => set({ codes: chosen })}
        error={errorFor('codes')}
      />
      <AllowanceFields form={form} />
      <MonthSelect
        label="Applies from"
        month={values.from}
        today={addMonths(month, monthsAhead)}
        onChoose={(from) => set({ from })}
      />
    </Form>
  );
}

function AllowanceFields({ form }: { form: FormState<Draft> }) {
  const { values, set, number } = form;
  const { allowance, pricing } = values;
  return (
    <>
      <OneChoice
        label="Allowance"
        options={allowanceOptions}
        chosen={allowance}
        onChange={(next) => set({ allowance: next, visits: '', dollars: '' })}
      />
      {allowance === 'visits' ? (
        <NumberInput
          label="Visits a month"
          rules={visitRules}
          {...number('visits', 'allowance_visits')}
          required
        />
      ) : null}
      {allowance === 'value' ? (
        <NumberInput
          label="Dollars a month"
          rules={dollarRules}
          {...number('dollars', 'allowance_value')}
          required
        />
      ) : null}
      <OneChoice
        label={allowance === 'none' ? 'Price of a visit' : 'Price of a visit beyond it'}
        options={priceOptions}
        chosen={pricing}
        onChange={(next) => set({ pricing: next, price: '' })}
      />
      {pricing === 'fixed' ? (
        <NumberInput label="Price" rules={dollarRules} {...number('price')} required />
      ) : null}
    </>
  );
}
