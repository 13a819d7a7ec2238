import { adminOnly } from '@lotkeeper/contract/kernel/access';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { EventCode, EventSettings } from '@lotkeeper/contract/operations/events';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import type { Sending } from '../../../kernel/api.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { FormState, Problems } from '../../../ui/form/use-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import type { EventDraft } from './event-form.rules.ts';
import {
  eventPriceRules,
  spaceRules,
  toDraft,
  toSettings,
  validateEvent,
  withEnforcement,
  withLot,
} from './event-form.rules.ts';
import { useWarnings } from './event-warnings.ts';
import type { UsualPrices } from './event-words.ts';
import { describePrice } from './event-words.ts';
import { WhenFields } from './when-fields.tsx';

/** A property with what an event's price is compared with. */
export type PricedProperty = UsualPrices & Pick<Spot, 'organization'>;

interface EventFormProps {
  spot: number;
  /** null = a new one. */
  pk: number | null;
  property: PricedProperty;
  start: EventSettings;
  today: LocalDate;
  codes: readonly EventCode[];
  failure: string;
  send: Sending | null;
  onSave: (draft: EventDraft) => void;
  onCancel: () => void;
  /** Absent when there is nothing to delete yet. */
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

/** Why the event can't be saved yet, in words. */
function explainMissing(draft: EventDraft, { quantity, display_price }: Problems): string {
  return explainDisabled(
    [
      { name: 'the name', isEmpty: !draft.name.trim() },
      { name: 'the start date', isEmpty: draft.date === null },
      {
        name: 'the spaces available',
        isEmpty: !draft.lotClosed && !draft.spaces.trim(),
        problem: quantity,
      },
      { name: 'the price', problem: display_price },
    ],
    'save',
  );
}

export function EventForm(props: EventFormProps) {
  const { spot, pk, start, today, send, codes, onSave, onCancel, onDelete } = props;
  const form = useForm({
    initial: () => toDraft(start),
    validate: validateEvent,
    send,
    onSubmit: onSave,
  });
  const { values: draft, text } = form;
  const missing = explainMissing(draft, form.problems);
  return (
    <Form
      form={form}
      action={props.failure}
      submit={draft.lotClosed ? `${pk === null ? 'Add' : 'Save'} and close the lot` : 'Save'}
      reason={missing}
      onCancel={onCancel}
      onDelete={onDelete}
      deleteLabel="Delete event"
    >
      <TextInput
        label="Name"
        maxLength={100}
        {...text('name')}
        autoComplete="off"
        required
        data-autofocus
      />
      <LotFields form={form} />
      <WhenFields form={form} today={today} />
      <Warnings {...{ draft, spot, pk, today }} />
      <div className={classes.pair}>
        <SpacesField form={form} />
        <PriceFields form={form} organization={props.property.organization} />
      </div>
      <PricePreview text={describePrice(toSettings(draft), props.property, today)} />
      <CodesField form={form} codes={codes} />
    </Form>
  );
}

/** What the person may not have noticed. It stays in the page while empty, so that it's read aloud. */
function Warnings(props: { draft: EventDraft; spot: number; pk: number | null; today: LocalDate }) {
  const warnings = useWarnings(props.draft, props);
  return (
    <output className={classes.warnings}>
      {warnings.map((warning) => (
        <span key={warning}>{warning}</span>
      ))}
    </output>
  );
}

/** Whether the public may park, and whether it's enforced: near the top, where no window hides them. */
function LotFields({ form }: { form: FormState<EventDraft> }) {
  const { values: draft, setValues } = form;
  const chosen = switches
    .map(({ value }) => value)
    .filter((value) => (value === 'closed' ? draft.lotClosed : draft.enforcementOff));
  return (
    <Choices
      label="Parking and enforcement"
      options={switches.map((option) => ({
        ...option,
        // Closing the lot disabled it too.
        ...(option.value === 'off' && draft.enforcementOff && !draft.lotClosed
          ? { description: 'Enforcement stays disabled until you clear this box.' }
          : {}),
      }))}
      chosen={chosen}
      onChange={(now) => setValues((before) => switched(before, now))}
    />
  );
}

function SpacesField({ form }: { form: FormState<EventDraft> }) {
  const { lotClosed } = form.values;
  return (
    <NumberInput
      label="Spaces available"
      description={
        lotClosed
          ? 'None while the lot is closed.'
          : 'How many spaces are open to the public during the event. At least 1.'
      }
      rules={spaceRules}
      required={!lotClosed}
      disabled={lotClosed}
      {...form.number('spaces', 'quantity')}
    />
  );
}

const priceUnitOptions = [
  { value: 'flat', label: 'Flat for the stay' },
  { value: 'hour', label: 'By the hour' },
] as const;

/** What drivers pay during the event. Admins set it. */
function PriceFields(props: { form: FormState<EventDraft>; organization: number }) {
  const { form, organization } = props;
  const { lotClosed, price, priceUnit } = form.values;
  const mayPrice = useHasRole(organization)(adminOnly);
  if (!mayPrice) return null;
  return (
    <>
      <NumberInput
        label="Price"
        description={
          lotClosed ? 'None while the lot is closed.' : 'Leave empty for the usual price.'
        }
        rules={eventPriceRules}
        disabled={lotClosed}
        {...form.number('price', 'display_price')}
        value={lotClosed ? '' : price}
      />
      {lotClosed ? null : (
        <SearchSelect
          label="Price is"
          options={priceUnitOptions}
          value={priceUnit}
          onChoose={(value) => form.set({ priceUnit: value })}
          error={form.errorFor('price_unit')}
        />
      )}
    </>
  );
}

/** The price in words. It stays in the page while empty, so that it's read aloud. */
function PricePreview({ text }: { text: string | null }) {
  return (
    <output className={classes.warnings} data-tone="plain">
      {text === null ? null : (
        <span>{text} It counts for stays that begin during the event, to their end.</span>
      )}
    </output>
  );
}

function CodesField(props: { form: FormState<EventDraft>; codes: readonly EventCode[] }) {
  const { form, codes } = props;
  if (codes.length === 0) {
    return (
      <p className="ui-dimmed">
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
      chosen={form.values.codes.map(String)}
      onChange={(now) => form.set({ codes: now.map(Number) })}
      error={form.errorFor('codes')}
    />
  );
}
