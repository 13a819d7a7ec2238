import { listEvents } from '@lotkeeper/contract/events';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  CodeEvent,
  Validity,
  ValidityType,
  VisitorCode,
} from '@lotkeeper/contract/visitor-codes';
import {
  codeMessages,
  createVisitorCode,
  fieldOfType,
  getValidityType,
  listVisitorCodes,
  noValidity,
  updateVisitorCode,
  validityAs,
} from '@lotkeeper/contract/visitor-codes';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/form/button.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { MultiSelect } from '../../ui/form/multi-select.tsx';
import { numberProblem, parseNumber } from '../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { OneChoice } from '../../ui/form/one-choice.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { eventOptions, typeOptions } from './validity.ts';

interface CodeFormProps {
  spot: number;
  /** By the calendar of the property. */
  today: LocalDate;
  /** null = a new one. */
  code: VisitorCode | null;
  events: readonly CodeEvent[];
  onSaved: (message: string) => void;
  onClose: () => void;
  onRemove?: () => void;
}

const dayRules = { min: 0, max: 366, unit: ['day', 'days'], isOptional: true } as const;
const hourRules = { min: 0, max: 999, unit: ['hour', 'hours'], isOptional: true } as const;

/** What is typed, and what is wrong with it once somebody tried to save. */
function useDraft(code: VisitorCode | null) {
  const [draft, setDraft] = useState({
    code: code?.code ?? '',
    name: code?.name ?? '',
    type: (code && getValidityType(code)) ?? 'temporary',
    validity: code ? { ...noValidity, ...validityOnly(code) } : noValidity,
    days: String(code?.days_valid ?? ''),
    hours: String(code?.hours_valid ?? ''),
  });
  const validity = validityAs(draft.type, {
    ...draft.validity,
    days_valid: parseNumber(draft.days, dayRules),
    hours_valid: parseNumber(draft.hours, hourRules),
  });
  const wrong =
    draft.type === 'temporary'
      ? {
          days_valid: numberProblem(draft.days, dayRules),
          hours_valid: numberProblem(draft.hours, hourRules),
        }
      : {};
  const isComplete = getValidityType(validity) === draft.type;
  return {
    draft,
    validity,
    problems: {
      ...(draft.code.trim() ? {} : { code: 'This is required' }),
      ...(isComplete ? {} : { [fieldOfType[draft.type]]: codeMessages.missing[draft.type] }),
      ...Object.fromEntries(Object.entries(wrong).filter(([, problem]) => problem)),
    } as Record<string, string>,
    set: (change: Partial<typeof draft>) => setDraft({ ...draft, ...change }),
    setValidity: (change: Partial<Validity>) =>
      setDraft({ ...draft, validity: { ...draft.validity, ...change } }),
    // Another kind begins empty.
    choose: (type: ValidityType) =>
      setDraft({ ...draft, type, validity: noValidity, days: '', hours: '' }),
  };
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

/** Saves a code, new or changed. */
function useSave({ spot, code }: Pick<CodeFormProps, 'spot' | 'code'>) {
  const create = useSend(createVisitorCode, [listVisitorCodes, listEvents]);
  const update = useSend(updateVisitorCode, [listVisitorCodes, listEvents]);
  const save = (
    input: { code: string; name: string; validity: Validity },
    onSuccess: (saved: VisitorCode) => void,
  ) => {
    const { validity, ...names } = input;
    const body = { ...names, ...validity, events: [...validity.events] };
    if (code) {
      update.mutate({ params: { id: String(code.pk) }, body }, { onSuccess });
    } else create.mutate({ body: { spot, custom: true, ...body } }, { onSuccess });
  };
  const { error, isPending } = code ? update : create;
  return { save, error, isPending };
}

/** Asks for a code and until when its visitors park free. */
export function CodeForm(props: CodeFormProps) {
  const { spot, code, events, onSaved, onClose, onRemove } = props;
  const { draft, validity, problems, set, setValidity, choose } = useDraft(code);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { save, error, isPending } = useSave({ spot, code });
  const errorFor = (field: string) =>
    (isSubmitted ? problems[field] : undefined) ?? error?.fields[field];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (Object.keys(problems).length > 0) return;
    save({ code: draft.code, name: draft.name, validity }, (saved) =>
      onSaved((code ? codeMessages.changed : codeMessages.added)(saved.code)),
    );
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        label="Code"
        value={draft.code}
        onChange={(event) => set({ code: event.currentTarget.value })}
        error={errorFor('code')}
        maxLength={40}
        autoComplete="off"
        data-autofocus
        required
      />
      <TextInput
        label="Description"
        description="For your team, for example who it’s for."
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errorFor('name')}
        maxLength={120}
      />
      <OneChoice
        label="Validity"
        options={typeOptions}
        chosen={draft.type}
        onChange={choose}
        error={errorFor('always_valid')}
      />
      <ValidityFields
        {...{ draft, errorFor, set, onChange: setValidity }}
        today={props.today}
        options={eventOptions(events, code)}
      />
      <FormFailure error={error} />
      <div className={form.buttons}>
        {onRemove ? (
          <Button variant="default" className={form.apart ?? ''} onClick={onRemove}>
            Delete
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function ValidityFields(props: {
  draft: { type: ValidityType; validity: Validity; days: string; hours: string };
  today: LocalDate;
  options: readonly { value: string; label: string }[];
  errorFor: (field: string) => string | undefined;
  set: (change: { days?: string; hours?: string }) => void;
  onChange: (change: Partial<Validity>) => void;
}) {
  const { draft, options, errorFor, set, onChange } = props;
  const { type, validity } = draft;
  if (type === 'always') return null;
  if (type === 'events') {
    return (
      <MultiSelect
        label="Events"
        placeholder="Search for an event"
        options={options}
        nothingFound="No events. Add one in the Event Calendar."
        chosen={validity.events.map(String)}
        onChange={(chosen) => onChange({ events: chosen.map(Number) })}
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
        onChange={(expiration_date) => onChange({ expiration_date })}
        error={errorFor('expiration_date')}
      />
    );
  }
  return (
    <div className={form.pair}>
      <NumberInput
        label="Days"
        rules={dayRules}
        value={draft.days}
        onChange={(days) => set({ days })}
        error={errorFor('days_valid')}
      />
      <NumberInput
        label="Hours"
        rules={hourRules}
        value={draft.hours}
        onChange={(hours) => set({ hours })}
        error={errorFor('hours_valid')}
      />
    </div>
  );
}
