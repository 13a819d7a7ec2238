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
  listVisitorCodes,
  noValidity,
  updateVisitorCode,
  validityAs,
  validityTypeOf,
} from '@lotkeeper/contract/visitor-codes';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import form from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { OneChoice } from '../../ui/one-choice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
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

/** What is typed, and what is wrong with it once somebody tried to save. */
function useDraft(code: VisitorCode | null) {
  const [draft, setDraft] = useState({
    code: code?.code ?? '',
    name: code?.name ?? '',
    type: (code && validityTypeOf(code)) ?? 'temporary',
    validity: code ? { ...noValidity, ...validityOnly(code) } : noValidity,
  });
  const validity = validityAs(draft.type, draft.validity);
  const whole = validityTypeOf(validity) === draft.type;
  return {
    draft,
    validity,
    problems: {
      ...(draft.code.trim() ? {} : { code: 'This is required' }),
      ...(whole ? {} : { [fieldOfType[draft.type]]: codeMessages.missing[draft.type] }),
    } as Record<string, string>,
    set: (change: Partial<typeof draft>) => setDraft({ ...draft, ...change }),
    setValidity: (change: Partial<Validity>) =>
      setDraft({ ...draft, validity: { ...draft.validity, ...change } }),
    // Another kind begins empty.
    choose: (type: ValidityType) => setDraft({ ...draft, type, validity: noValidity }),
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
    typed: { code: string; name: string; validity: Validity },
    onSuccess: (saved: VisitorCode) => void,
  ) => {
    const { validity, ...named } = typed;
    const body = { ...named, ...validity, events: [...validity.events] };
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
  const [tried, setTried] = useState(false);
  const { save, error, isPending } = useSave({ spot, code });
  const said = (field: string) => (tried ? problems[field] : undefined) ?? error?.fields[field];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
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
        error={said('code')}
        maxLength={40}
        autoComplete="off"
        data-autofocus
        required
      />
      <TextInput
        label="Description"
        description="For your team, such as whom it is for."
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={said('name')}
        maxLength={120}
      />
      <OneChoice
        label="Validity"
        options={typeOptions}
        chosen={draft.type}
        onChange={choose}
        error={said('always_valid')}
      />
      <ValidityFields
        {...{ type: draft.type, validity: draft.validity, said, onChange: setValidity }}
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

const numberOf = (typed: string) => (/^\d{1,3}$/.test(typed) ? Number(typed) : null);

function ValidityFields(props: {
  type: ValidityType;
  validity: Validity;
  today: LocalDate;
  options: readonly { value: string; label: string }[];
  said: (field: string) => string | undefined;
  onChange: (change: Partial<Validity>) => void;
}) {
  const { type, validity, options, said, onChange } = props;
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
        error={said('events')}
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
        error={said('expiration_date')}
      />
    );
  }
  const amount = (name: 'days_valid' | 'hours_valid', label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      value={validity[name] ?? ''}
      onChange={(event) => onChange({ [name]: numberOf(event.currentTarget.value) })}
      error={said(name)}
      maxLength={3}
    />
  );
  return (
    <div className={form.pair}>
      {amount('days_valid', 'Days')}
      {amount('hours_valid', 'Hours')}
    </div>
  );
}
