import { plateStates } from '@lotkeeper/contract/kernel/state-names';
import type { SpotFields } from '@lotkeeper/contract/platform/spot-fields';
import {
  deskScopes,
  deskScopeTexts,
  secondReads,
  secondReadTexts,
} from '@lotkeeper/contract/platform/spot-fields';
import { classifications, visibilitySections } from '@lotkeeper/contract/platform/spots';
import { useMemo } from 'react';
import type { Sending } from '../../../kernel/api.ts';
import { toOption, toStateOptions, toZoneOption } from '../../../shared/option.ts';
import { Choices } from '../../../ui/form/choices.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import type { SearchSelectProps } from '../../../ui/form/search-select.rules.ts';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { FormState } from '../../../ui/form/use-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import type { Draft, Flag, NumberName } from './property-form.rules.ts';
import { listEmptyFields, propertyNumbers, propertyProblems } from './property-form.rules.ts';
import classes from './spots.module.css';
import { chooseZone, listZoneKeywords, listZonesOf, mainZones } from './state-zones.ts';

const zones = Intl.supportedValuesOf('timeZone').filter(
  (zone) => zone.startsWith('America/') || zone.startsWith('Pacific/'),
);

const toOptionWithKeywords = (zone: string) => ({
  ...toZoneOption(zone),
  keywords: listZoneKeywords(zone),
});

/** All time zones, those of the chosen state first, then those that most people mean. */
function listZoneOptions(state: string) {
  const own = listZonesOf(state);
  const others = [...new Set([...mainZones, ...zones])]
    .filter((zone) => !own.includes(zone))
    .map(toOptionWithKeywords);
  if (own.length === 0) return others;
  return [
    { group: `In ${state}`, items: own.map(toOptionWithKeywords) },
    { group: 'Elsewhere', items: others },
  ];
}

const stateOptions = toStateOptions(plateStates);

const timeZoneHint =
  'Decides the day and hour that a payment counts on. If you change it, what is recorded already keeps its day and hour, even if you change it back.';

const contactOptions: { value: Flag; label: string }[] = [
  { value: 'contact_info_hourly', label: 'Hourly drivers' },
  { value: 'contact_info_flat', label: 'Flat rate drivers' },
  { value: 'contact_info_daily', label: 'Daily drivers' },
];

const pageOptions: { value: Flag; label: string }[] = [
  { value: 'enforcement_enabled', label: 'Enforcement is on' },
  { value: 'show_timeline', label: 'Show the timeline' },
  { value: 'hidden', label: 'Hide from the list' },
];

const holdOptions: { value: Flag; label: string; description: string }[] = [
  {
    value: 'hold_after_outage',
    label: 'Hold charges after a camera outage',
    description: 'An exit camera saw nothing for unusually long while the car may have left.',
  },
  {
    value: 'hold_above_posted',
    label: 'Hold charges above the posted price',
    description: 'The price has gone up since the car came in.',
  },
];
const secondReadOptions = secondReads.map((value) => ({ value, label: secondReadTexts[value] }));
const deskOptions = deskScopes.map((value) => ({ value, label: deskScopeTexts[value] }));

type TextName = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never;
}[keyof Draft];

/** A field of the form; it's absent where the person may not set it. */
interface FieldProps<Name extends keyof Draft> {
  form: FormState<Draft>;
  editable: readonly (keyof SpotFields)[];
  name: Name;
  label: string;
  description?: string;
  required?: boolean;
}

function TextField({
  form,
  editable,
  name,
  onTyped,
  ...props
}: FieldProps<TextName> & { onTyped?: (text: string) => void }) {
  if (!editable.includes(name)) return null;
  const { onChange, ...text } = form.text(name);
  return (
    <TextInput
      {...text}
      {...props}
      onChange={(event) => {
        onChange(event);
        onTyped?.(event.currentTarget.value);
      }}
      maxLength={500}
    />
  );
}

function NumberField({ form, editable, name, ...props }: FieldProps<NumberName>) {
  if (!editable.includes(name)) return null;
  return <NumberInput {...form.number(name)} {...props} rules={propertyNumbers[name]} />;
}

function ChoiceField({
  form,
  editable,
  name,
  onChosen,
  ...props
}: FieldProps<TextName> &
  Pick<SearchSelectProps, 'options'> & { onChosen?: (value: string) => void }) {
  if (!editable.includes(name)) return null;
  return (
    <SearchSelect
      {...props}
      value={form.values[name] || null}
      onChoose={onChosen ?? ((value) => form.set({ [name]: value }))}
      error={form.errorFor(name)}
    />
  );
}

/** Switches of a property that a person may set. */
function Flags(props: {
  form: FormState<Draft>;
  editable: readonly (keyof SpotFields)[];
  label: string;
  options: readonly { value: Flag; label: string; description?: string }[];
}) {
  const { form, editable, label } = props;
  const options = props.options.filter(({ value }) => editable.includes(value));
  if (options.length === 0) return null;
  return (
    <Choices
      label={label}
      options={options}
      chosen={options.flatMap(({ value }) => (form.values[value] ? [value] : []))}
      onChange={(now) =>
        form.set(Object.fromEntries(options.map(({ value }) => [value, now.includes(value)])))
      }
    />
  );
}

interface PropertyFormProps {
  start: Draft;
  /** The fields that the person may set. */
  editable: readonly (keyof SpotFields)[];
  verb: 'Add' | 'Save';
  /** Why drivers don't pay the form's prices now. */
  priceNote?: string;
  send: Sending | null;
  done?: string;
  onSubmit: (draft: Draft) => void;
}

/** How a property is set up. */
export function PropertyForm(props: PropertyFormProps) {
  const { start, editable, verb, priceNote, send, done, onSubmit } = props;
  const form = useForm({ initial: start, validate: propertyProblems, send, onSubmit });
  const field = { form, editable };
  const { state, city, timezone } = form.values;
  const likely = chooseZone(state, city);
  /** The time zone follows the address of a new property, until somebody chooses another. */
  const followAddress = (change: { state?: string; city?: string }) => {
    const isFollowing = verb === 'Add' && (timezone === '' || timezone === likely.zone);
    const { zone } = chooseZone(change.state ?? state, change.city ?? city);
    form.set({ ...change, ...(isFollowing ? { timezone: zone } : {}) });
  };
  const zoneOptions = useMemo(() => listZoneOptions(state), [state]);
  const isDoubtful =
    verb === 'Add' && timezone !== '' && timezone === likely.zone && !likely.isSure;
  const reason = explainDisabled(
    listEmptyFields(form.values),
    `${verb.toLowerCase()} the property`,
  );
  return (
    <Form form={form} submit={`${verb} property`} done={done} reason={reason}>
      <div className={classes.parts}>
        <div className={formClasses.form}>
          <TextField {...field} name="name" label="Name" required />
          <TextField {...field} name="address_line1" label="Address" required />
          <div className={formClasses.pair}>
            <TextField
              {...field}
              name="city"
              label="City"
              onTyped={(typedCity) => followAddress({ city: typedCity })}
              required
            />
            <ChoiceField
              {...field}
              name="state"
              label="State"
              options={stateOptions}
              onChosen={(chosen) => followAddress({ state: chosen })}
              required
            />
          </div>
          <ChoiceField
            {...field}
            name="timezone"
            label="Time zone"
            description={
              isDoubtful
                ? `Parts of ${state} are in another one: check it. ${timeZoneHint}`
                : timeZoneHint
            }
            options={zoneOptions}
            required
          />
          <ChoiceField
            {...field}
            name="classification"
            label="Classification"
            options={classifications.map(toOption)}
            required
          />
          <div className={formClasses.pair}>
            <NumberField {...field} name="quantity" label="Spaces" required />
            <NumberField {...field} name="quantity_monthly" label="Spaces for monthly drivers" />
          </div>
        </div>
        <div className={formClasses.form}>
          <h2 className={classes.part}>Prices in $ (leave empty if not sold)</h2>
          {priceNote ? <p className="ui-dimmed">{priceNote}</p> : null}
          <div className={formClasses.pair}>
            <NumberField {...field} name="price_hourly" label="Hourly price" />
            <NumberField {...field} name="price_daily" label="Daily price" />
            <NumberField {...field} name="price_monthly" label="Monthly price" />
            <NumberField {...field} name="price_flat" label="Flat rate" />
            <NumberField {...field} name="daily_min" label="Daily minimum" />
            <NumberField {...field} name="daily_max" label="Daily maximum" />
          </div>
          <h2 className={classes.part}>Booking and drivers</h2>
          <TextField
            {...field}
            name="webflow_page_url"
            label="Booking link"
            description="Where drivers book. Starts with https://. Leave empty if there is none."
          />
          <Flags {...field} label="Staff see the contact information of" options={contactOptions} />
        </div>
        {editable.includes('grace_minutes') ? <EnforcementFields {...field} /> : null}
      </div>
    </Form>
  );
}

/** What superusers set. */
function EnforcementFields(field: {
  form: FormState<Draft>;
  editable: readonly (keyof SpotFields)[];
}) {
  return (
    <>
      <div className={formClasses.form}>
        <h2 className={classes.part}>Enforcement and pages</h2>
        <div className={formClasses.pair}>
          <NumberField {...field} name="grace_minutes" label="Grace period in minutes" />
          <NumberField {...field} name="penalty_amount" label="Penalty in $" required />
          <ChoiceField
            {...field}
            name="visibility_page_section"
            label="Visibility page"
            options={visibilitySections.map(toOption)}
          />
        </div>
        <Flags {...field} label="Settings" options={pageOptions} />
        <DeskFields {...field} />
      </div>
      <ChargeFields {...field} />
    </>
  );
}

/** What a property asks for before it charges a car. */
function ChargeFields(field: { form: FormState<Draft>; editable: readonly (keyof SpotFields)[] }) {
  return (
    <div className={formClasses.form}>
      <h2 className={classes.part}>Before a car is charged</h2>
      <p className="ui-dimmed">
        A charge that these rules hold waits at the Plate Desk. The driver isn’t charged unless
        somebody there confirms the plate.
      </p>
      <ChoiceField
        {...field}
        name="second_read"
        label="Does a charge need two reads of the plate?"
        description="Coming and going, or by two cameras, with the same plate."
        options={secondReadOptions}
      />
      <div className={formClasses.pair}>
        <NumberField
          {...field}
          name="min_charge_confidence"
          label="Minimum confidence in %"
          description="How sure a camera must be of the plate. Leave empty for any."
        />
        <NumberField
          {...field}
          name="hold_above_amount"
          label="Hold charges above $"
          description="What a driver would pay for the stay. Leave empty for no limit."
        />
        <NumberField
          {...field}
          name="hold_above_hours"
          label="Hold stays longer than (hours)"
          description="A missed exit can join two stays. Leave empty for no limit."
        />
      </div>
      <Flags {...field} label="Doubtful charges" options={holdOptions} />
    </div>
  );
}

/** What a property's plate desk shows. */
function DeskFields(field: { form: FormState<Draft>; editable: readonly (keyof SpotFields)[] }) {
  return (
    <>
      <h2 className={classes.part}>Plate Desk</h2>
      <div className={formClasses.pair}>
        <ChoiceField
          {...field}
          name="desk_shows"
          label="Cars that wait for a person"
          description="Which unexplained cars the Plate Desk shows."
          options={deskOptions}
        />
        <NumberField
          {...field}
          name="desk_days"
          label="Days they wait"
          description="After that, they stay unexplained."
          required
        />
      </div>
    </>
  );
}
