import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { pricingModels, usesPrice } from '@lotkeeper/contract/rate-curves';
import type { RateDraft as RateFields } from '@lotkeeper/contract/rates';
import { intervals } from '@lotkeeper/contract/recurrence';
import type { Spot } from '@lotkeeper/contract/spots';
import { pricingUnits } from '@lotkeeper/contract/spots';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { dollarRules } from '../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { CurveFields } from './curve-fields.tsx';
import type { RateDraft } from './rate-form.rules.ts';
import {
  optionalDollarRules,
  priorityRules,
  readDraft,
  toDraft,
  withKind,
} from './rate-form.rules.ts';
import classes from './rates.module.css';
import { intervalNames, modelTexts, unitNames } from './rates.rules.ts';
import { StayPreview } from './stay-preview.tsx';

interface RateFormProps {
  start: RateFields;
  spot: Pick<Spot, 'daily_min' | 'display_daily_max'>;
  today: LocalDate;
  failure: string;
  error: ApiError | null;
  pending: boolean;
  onSave: (rate: RateFields) => void;
  onCancel: () => void;
}

const options = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, label: names[value] }));
const modelOptions = pricingModels.map((value) => ({ value, label: modelTexts[value].label }));

type FieldErrors = Record<string, string | undefined>;

/** Everything that superusers set of a rate, with what stays would cost. */
export function RateForm(props: RateFormProps) {
  const { error, today } = props;
  const [draft, setDraft] = useState(() => toDraft(props.start));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const set = (change: Partial<RateDraft>) => setDraft((before) => ({ ...before, ...change }));
  const { rate, problems } = readDraft(draft);
  const fieldErrors: FieldErrors = { ...error?.fields, ...(isSubmitted ? problems : {}) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (rate) props.onSave(rate);
  };
  const previewRate = readDraft({ ...draft, name: draft.name || '–' }).rate;
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        maxLength={100}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={fieldErrors.name}
        autoComplete="off"
        required
        data-autofocus
      />
      <PriceFields draft={draft} fieldErrors={fieldErrors} set={set} />
      {previewRate ? (
        <StayPreview rate={previewRate} spot={props.spot} />
      ) : (
        <p className={form.note}>The preview appears once all prices are entered.</p>
      )}
      <DayFields draft={draft} fieldErrors={fieldErrors} set={set} today={today} />
      <FormFailure error={error} action={props.failure} />
      <div className={form.buttons}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={props.pending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function PriceFields(props: {
  draft: RateDraft;
  fieldErrors: FieldErrors;
  set: (change: Partial<RateDraft>) => void;
}) {
  const { draft, fieldErrors, set } = props;
  return (
    <>
      <SearchSelect
        label="Pricing model"
        options={modelOptions}
        value={draft.kind}
        onChoose={(kind) => set(withKind(draft, kind as RateDraft['kind']))}
      />
      <p className={form.note}>{modelTexts[draft.kind].description}</p>
      <div className={classes.pair}>
        {usesPrice(draft.kind) ? (
          <NumberInput
            label="Price in $"
            rules={dollarRules}
            value={draft.price}
            onChange={(price) => set({ price })}
            error={fieldErrors.price}
          />
        ) : null}
        {draft.kind === 'static' ? (
          <SearchSelect
            label="Unit"
            options={options(pricingUnits, unitNames)}
            value={draft.unit}
            onChoose={(unit) => set({ unit: unit as RateDraft['unit'] })}
            error={fieldErrors.unit}
          />
        ) : null}
        {draft.unit === 'hour' ? (
          <NumberInput
            label="Daily maximum in $"
            description="Leave empty for the property's own."
            rules={optionalDollarRules}
            value={draft.dailyMax}
            onChange={(dailyMax) => set({ dailyMax })}
            error={fieldErrors.dynamic_daily_max}
          />
        ) : null}
      </div>
      <CurveFields draft={draft} error={fieldErrors.curve} set={set} />
    </>
  );
}

/** On which days a rate counts, and before which others. */
function DayFields(props: {
  draft: RateDraft;
  fieldErrors: FieldErrors;
  set: (change: Partial<RateDraft>) => void;
  today: LocalDate;
}) {
  const { draft, fieldErrors, set, today } = props;
  return (
    <>
      <div className={classes.pair}>
        <SearchSelect
          label="Interval"
          options={options(intervals, intervalNames)}
          value={draft.interval}
          onChoose={(value) => set({ interval: value as RateDraft['interval'] })}
        />
        <NumberInput
          label="Priority"
          rules={priorityRules}
          value={draft.priority}
          onChange={(priority) => set({ priority })}
          error={fieldErrors.priority}
        />
      </div>
      <div className={classes.pair}>
        <DateField
          label="First day"
          value={draft.start_date}
          today={today}
          onChange={(start_date) => set({ start_date })}
          error={fieldErrors.start_date}
        />
        {draft.end_date === null ? null : (
          <DateField
            label="Last day"
            value={draft.end_date}
            today={today}
            onChange={(end_date) => set({ end_date })}
            error={fieldErrors.end_date}
          />
        )}
      </div>
      <Choices
        label="End"
        options={[{ value: 'ends', label: 'Ends after a last day' }]}
        chosen={draft.end_date === null ? [] : ['ends']}
        onChange={(now) => set({ end_date: now.length > 0 ? draft.start_date : null })}
      />
    </>
  );
}
