import type { EventCode, EventSettings } from '@lotkeeper/contract/events';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { MultiSelect } from '../../ui/form/multi-select.tsx';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import type { EventDraft } from './event-form.rules.ts';
import {
  lacksSpaces,
  spaceRules,
  toDraft,
  validateEvent,
  withDate,
  withEnforcement,
  withLot,
} from './event-form.rules.ts';
import classes from './events.module.css';
import { WhenFields } from './when-fields.tsx';

interface EventFormProps {
  start: EventSettings;
  today: LocalDate;
  codes: readonly EventCode[];
  failure: string;
  error: ApiError | null;
  pending: boolean;
  onSave: (draft: EventDraft) => void;
  onCancel: () => void;
  /** Absent = there is nothing to delete yet. */
  onDelete?: (() => void) | undefined;
}

const switches = [
  { value: 'closed', label: 'Lot closed: public parking is disabled' },
  { value: 'off', label: 'Disable enforcement' },
] as const;

function switched(draft: EventDraft, chosen: readonly string[]): EventDraft {
  const closed = chosen.includes('closed');
  if (closed !== draft.lotClosed) return withLot(draft, closed);
  return withEnforcement(draft, chosen.includes('off'));
}

/** Everything that people set of an event. */
export function EventForm(props: EventFormProps) {
  const { start, today, error, pending, codes } = props;
  const [draft, setDraft] = useState(() => toDraft(start));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const set = (change: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...change }));
  const problems = validateEvent(draft);
  const fieldErrors = { ...error?.fields, ...(isSubmitted ? problems : {}) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (Object.keys(problems).length === 0 && !lacksSpaces(draft)) props.onSave(draft);
  };
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
      <DateField
        label="Start date"
        value={draft.date}
        today={today}
        onChange={(date) => setDraft((before) => withDate(before, date))}
        error={fieldErrors.date}
        required
      />
      <WhenFields draft={draft} fieldErrors={fieldErrors} set={set} />
      <ParkingFields draft={draft} fieldErrors={fieldErrors} setDraft={setDraft} />
      <CodesField draft={draft} fieldErrors={fieldErrors} set={set} codes={codes} />
      <FormFailure error={error} action={props.failure} />
      <div className={form.buttons}>
        {props.onDelete ? (
          <Button color="red" variant="outline" className={classes.delete} onClick={props.onDelete}>
            Delete event
          </Button>
        ) : null}
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={pending} disabled={lacksSpaces(draft)}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Whether the public may park, in how many spaces, and whether it is enforced. */
function ParkingFields(props: {
  draft: EventDraft;
  fieldErrors: Record<string, string>;
  setDraft: (change: (before: EventDraft) => EventDraft) => void;
}) {
  const { draft, fieldErrors, setDraft } = props;
  const chosen = switches
    .map(({ value }) => value)
    .filter((value) => (value === 'closed' ? draft.lotClosed : draft.enforcementOff));
  return (
    <>
      <Choices
        label="Parking and enforcement"
        options={switches}
        chosen={chosen}
        onChange={(now) => setDraft((before) => switched(before, now))}
      />
      <NumberInput
        label="Spaces available"
        description={
          draft.lotClosed
            ? 'None while the lot is closed.'
            : 'How many spaces are open to the public during the event. At least 1.'
        }
        rules={spaceRules}
        required={!draft.lotClosed}
        value={draft.spaces}
        disabled={draft.lotClosed}
        onChange={(spaces) => setDraft((before) => ({ ...before, spaces }))}
        error={fieldErrors.quantity}
      />
    </>
  );
}

/** The validation codes of an event. */
function CodesField(props: {
  draft: EventDraft;
  fieldErrors: Record<string, string>;
  set: (change: Partial<EventDraft>) => void;
  codes: readonly EventCode[];
}) {
  const { draft, fieldErrors, set, codes } = props;
  if (codes.length === 0) {
    return (
      <p className={form.note}>
        You can choose validation codes for events here after adding them on the Validation Codes
        page.
      </p>
    );
  }
  return (
    <MultiSelect
      label="Validation codes that are valid during this event"
      options={codes.map(({ pk, code, name }) => ({
        value: String(pk),
        label: name ? `${code} – ${name}` : code,
      }))}
      chosen={draft.codes.map(String)}
      onChange={(now) => set({ codes: now.map(Number) })}
      error={fieldErrors.codes}
    />
  );
}
