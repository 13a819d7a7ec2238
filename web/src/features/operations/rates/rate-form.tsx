import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { pricingModels, usesPrice } from '@lotkeeper/contract/operations/rate-curves';
import type { RateDraft as RateFields } from '@lotkeeper/contract/operations/rates';
import { intervals } from '@lotkeeper/contract/operations/recurrence';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { pricingUnits } from '@lotkeeper/contract/platform/spots';
import type { Sending } from '../../../kernel/api.ts';
import { Choices } from '../../../ui/form/choices.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { dollarRules } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { FormState } from '../../../ui/form/use-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { CurveFields } from './curve-fields.tsx';
import type { RateDraft } from './rate-form.rules.ts';
import {
  optionalDollarRules,
  priorityRules,
  readDraft,
  toDraft,
  withKind,
} from './rate-form.rules.ts';
import { intervalNames, modelTexts, unitNames } from './rates.rules.ts';
import { StayPreview } from './stay-preview.tsx';

interface RateFormProps {
  start: RateFields;
  spot: Pick<Spot, 'daily_min' | 'display_daily_max'>;
  today: LocalDate;
  failure: string;
  send: Sending | null;
  onSave: (rate: RateFields) => void;
  onCancel: () => void;
}

const options = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, label: names[value] }));
const modelOptions = pricingModels.map((value) => ({ value, label: modelTexts[value].label }));

/** All settings of a rate, for superusers, with what stays would cost. */
export function RateForm(props: RateFormProps) {
  const { send, today } = props;
  const form = useForm({
    initial: () => toDraft(props.start),
    validate: (draft) => readDraft(draft).problems,
    send,
    onSubmit: (draft) => {
      const { rate } = readDraft(draft);
      if (rate) props.onSave(rate);
    },
  });
  const { values } = form;
  const previewRate = readDraft({ ...values, name: values.name || '–' }).rate;
  return (
    <Form form={form} action={props.failure} submit="Save" onCancel={props.onCancel}>
      <TextInput
        label="Name"
        maxLength={100}
        {...form.text('name')}
        autoComplete="off"
        required
        data-autofocus
      />
      <PriceFields form={form} />
      {previewRate ? (
        <StayPreview rate={previewRate} spot={props.spot} />
      ) : (
        <p className="ui-dimmed">The preview appears once all prices are entered.</p>
      )}
      <DayFields form={form} today={today} />
    </Form>
  );
}

function PriceFields({ form }: { form: FormState<RateDraft> }) {
  const { values: draft, set, number, errorFor } = form;
  return (
    <>
      <SearchSelect
        label="Pricing model"
        options={modelOptions}
        value={draft.kind}
        onChoose={(kind) => set(withKind(draft, kind))}
      />
      <p className="ui-dimmed">{modelTexts[draft.kind].description}</p>
      <div className={formClasses.pair}>
        {usesPrice(draft.kind) ? (
          <NumberInput label="Price in $" rules={dollarRules} {...number('price')} />
        ) : null}
        {draft.kind === 'static' ? (
          <SearchSelect
            label="Unit"
            options={options(pricingUnits, unitNames)}
            value={draft.unit}
            onChoose={(unit) => set({ unit })}
            error={errorFor('unit')}
          />
        ) : null}
        {draft.unit === 'hour' ? (
          <NumberInput
            label="Daily maximum in $"
            description="Leave empty for the property's own."
            rules={optionalDollarRules}
            {...number('dailyMax', 'dynamic_daily_max')}
          />
        ) : null}
      </div>
      <CurveFields draft={draft} error={errorFor('curve')} set={set} />
    </>
  );
}

/** The days that a rate applies to, and its priority. */
function DayFields({ form, today }: { form: FormState<RateDraft>; today: LocalDate }) {
  const { values: draft, set, number, errorFor } = form;
  return (
    <>
      <div className={formClasses.pair}>
        <SearchSelect
          label="Interval"
          options={options(intervals, intervalNames)}
          value={draft.interval}
          onChoose={(value) => set({ interval: value })}
        />
        <NumberInput label="Priority" rules={priorityRules} {...number('priority')} />
      </div>
      <div className={formClasses.pair}>
        <DateField
          label="First day"
          value={draft.start_date}
          today={today}
          onChange={(start_date) => set({ start_date })}
          error={errorFor('start_date')}
        />
        {draft.end_date === null ? null : (
          <DateField
            label="Last day"
            value={draft.end_date}
            today={today}
            onChange={(end_date) => set({ end_date })}
            error={errorFor('end_date')}
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
