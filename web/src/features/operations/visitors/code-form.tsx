import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { listEvents } from '@lotkeeper/contract/operations/events';
import type {
  CodeEvent,
  Validity,
  ValidityType,
  VisitorCode,
} from '@lotkeeper/contract/operations/visitor-codes';
import {
  codeMessages,
  createVisitorCode,
  fieldOfType,
  getValidityType,
  listVisitorCodes,
  noValidity,
  updateVisitorCode,
  validityAs,
} from '@lotkeeper/contract/operations/visitor-codes';
import { pickChanged, pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { FormState, Problems } from '../../../ui/form/use-form.ts';
import { findNumberProblems, findProblems, useForm } from '../../../ui/form/use-form.ts';
import { eventOptions, typeOptions } from './validity.ts';

interface CodeFormProps {
  spot: number;
  /** In the property's time zone. */
  today: LocalDate;
  /** null = a new one. */
  code: VisitorCode | null;
  events: readonly CodeEvent[];
  onSaved: (message: string) => void;
  onClose: () => void;
  onRemove?: () => void;
}

const dayRules: NumberRules = { min: 0, max: 366, unit: ['day', 'days'], isOptional: true };
const hourRules: NumberRules = { min: 0, max: 999, unit: ['hour', 'hours'], isOptional: true };

/** A code's form values. */
interface Draft {
  code: string;
  name: string;
  type: ValidityType;
  validity: Validity;
  days: string;
  hours: string;
}

const toDraft = (code: VisitorCode | null): Draft => ({
  code: code?.code ?? '',
  name: code?.name ?? '',
  type: (code && getValidityType(code)) ?? 'temporary',
  validity: code ? { ...noValidity, ...validityOnly(code) } : noValidity,
  days: String(code?.days_valid ?? ''),
  hours: String(code?.hours_valid ?? ''),
});

function toBody(draft: Draft) {
  const validity = validityAs(draft.type, {
    ...draft.validity,
    days_valid: parseNumber(draft.days, dayRules),
    hours_valid: parseNumber(draft.hours, hourRules),
  });
  return { code: draft.code, name: draft.name, ...validity, events: [...validity.events] };
}

/** What was changed: a changed validity with all its parts. */
function toChange(body: ReturnType<typeof toBody>, before: ReturnType<typeof toBody>) {
  const { code, name, ...validity } = body;
  const { code: codeBefore, name: nameBefore, ...validityBefore } = before;
  const hasOther = Object.keys(pickChanged(validity, validityBefore)).length > 0;
  return {
    ...pickChanged({ code, name }, { code: codeBefore, name: nameBefore }),
    ...(hasOther ? validity : {}),
  };
}

function validateCode(draft: Draft): Problems {
  const body = toBody(draft);
  const { code } = findProblems(createVisitorCode.body, { spot: 1, custom: true, ...body });
  const numbers =
    draft.type === 'temporary'
      ? findNumberProblems({
          days_valid: [draft.days, dayRules],
          hours_valid: [draft.hours, hourRules],
        })
      : {};
  const isComplete = getValidityType(body) === draft.type;
  return {
    code,
    ...(isComplete ? {} : { [fieldOfType[draft.type]]: codeMessages.missing[draft.type] }),
    ...numbers,
  };
}

const missingTexts = {
  events: 'an event',
  temporary: 'days or hours',
  expiration: 'the expiration',
  always: 'the validity',
} as const satisfies Record<ValidityType, string>;

/** Why the code can't be saved yet, in words. */
function explainMissing(draft: Draft): string {
  return explainDisabled(
    [
      { name: 'the code', isEmpty: !draft.code.trim() },
      {
        name: missingTexts[draft.type],
        isEmpty: getValidityType(toBody(draft)) !== draft.type,
      },
    ],
    'save',
  );
}

const validityOnly = ({
  events,
  days_valid,
  hours_valid,
  always_valid,
  expiration_date,
}: VisitorCode) => ({
  events,
  days_valid,
  hours_valid,
  always_valid,
  expiration_date,
});

function useSave({ spot, code, onSaved }: CodeFormProps) {
  const create = useSend(createVisitorCode, [listVisitorCodes, listEvents]);
  const update = useSend(updateVisitorCode, [listVisitorCodes, listEvents]);
  const message = code ? codeMessages.changed : codeMessages.added;
  const onSuccess = (saved: VisitorCode) => onSaved(message(saved.code));
  const save = (draft: Draft) => {
    const body = toBody(draft);
    if (code) {
      const changed = toChange(body, toBody(toDraft(code)));
      update.mutate(
        {
          params: { id: code.pk },
          body: { ...changed, shown: pickShown(updateVisitorCode, code) },
        },
        { onSuccess },
      );
    } else create.mutate({ body: { spot, custom: true, ...body } }, { onSuccess });
  };
  return { save, send: code ? update : create };
}

/** Asks for a code and how long its visitors park free. */
export function CodeForm(props: CodeFormProps) {
  const { code, events, onClose, onRemove } = props;
  const { save, send } = useSave(props);
  const form = useForm({
    initial: () => toDraft(code),
    validate: validateCode,
    send,
    onSubmit: save,
  });
  const { values, set, text, errorFor } = form;
  // Another kind starts empty.
  const choose = (type: ValidityType) => set({ type, validity: noValidity, days: '', hours: '' });
  const missing = explainMissing(values);
  return (
    <Form form={form} submit="Save" reason={missing} onCancel={onClose} onDelete={onRemove}>
      <TextInput
        label="Code"
        {...text('code')}
        maxLength={40}
        autoComplete="off"
        data-autofocus
        required
      />
      <TextInput
        label="Description"
        description="For your team, for example who it’s for."
        {...text('name')}
        maxLength={120}
      />
      <OneChoice
        label="Validity"
        options={typeOptions}
        chosen={values.type}
        onChange={choose}
        error={errorFor('always_valid')}
      />
      <ValidityFields form={form} today={props.today} options={eventOptions(events, code)} />
    </Form>
  );
}

function ValidityFields(props: {
  form: FormState<Draft>;
  today: LocalDate;
  options: readonly { value: string; label: string }[];
}) {
  const { form, options } = props;
  const { values, errorFor, set, number } = form;
  const { type, validity } = values;
  const change = (part: Partial<Validity>) => set({ validity: { ...validity, ...part } });
  if (type === 'always') return null;
  if (type === 'events') {
    return (
      <MultiSelect
        label="Events"
        placeholder="Search for an event"
        options={options}
        nothingFound="No events. Add one in the Event Calendar."
        chosen={validity.events.map(String)}
        onChange={(chosen) => change({ events: chosen.map(Number) })}
        required
        error={errorFor('events')}
      />
    );
  }
  if (type === 'expiration') {
    return (
      <DateField
        label="Expiration"
        description="Valid until the end of this day at the property."
        value={validity.expiration_date}
        today={props.today}
        onChange={(expiration_date) => change({ expiration_date })}
        required
        error={errorFor('expiration_date')}
      />
    );
  }
  return (
    <div className={classes.pair}>
      <NumberInput label="Days" rules={dayRules} {...number('days', 'days_valid')} />
      <NumberInput label="Hours" rules={hourRules} {...number('hours', 'hours_valid')} />
    </div>
  );
}
