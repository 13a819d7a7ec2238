import { plateStates } from '@lotkeeper/contract/kernel/state-names';
import { classifications, visibilitySections } from '@lotkeeper/contract/platform/spots';
import type { Sending } from '../../../kernel/api.ts';
import { Choices } from '../../../ui/form/choices.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { toOption, toStateOptions, toZoneOption } from './option.ts';
import type { Draft, Flag, NumberName } from './property-form.rules.ts';
import { propertyNumbers, propertyProblems } from './property-form.rules.ts';
import classes from './superuser.module.css';

const zoneOptions = Intl.supportedValuesOf('timeZone')
  .filter((zone) => zone.startsWith('America/') || zone.startsWith('Pacific/'))
  .map(toZoneOption);
const stateOptions = toStateOptions(plateStates);

const flagOptions: { value: Flag; label: string }[] = [
  { value: 'enforcement_enabled', label: 'Enforcement is on' },
  { value: 'show_timeline', label: 'Show the timeline' },
  { value: 'contact_info_hourly', label: 'Ask hourly drivers for contact information' },
  { value: 'contact_info_flat', label: 'Ask flat rate drivers for contact information' },
  { value: 'contact_info_daily', label: 'Ask daily drivers for contact information' },
  { value: 'hidden', label: 'Hide from the list' },
];

interface PropertyFormProps {
  start: Draft;
  submit: string;
  onSubmit: (draft: Draft) => void;
  send: Sending | null;
  disabled?: boolean;
}

type TextName = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never;
}[keyof Draft];

export function PropertyForm(props: PropertyFormProps) {
  const { send, onSubmit } = props;
  const form = useForm({
    initial: props.start,
    validate: propertyProblems,
    send,
    onSubmit,
  });
  const { values: draft, set, errorFor } = form;
  const text = (name: TextName, label: string, description?: string) => (
    <TextInput
      label={label}
      {...(description ? { description } : {})}
      {...form.text(name)}
      maxLength={500}
    />
  );
  const number = (name: NumberName, label: string) => (
    <NumberInput label={label} rules={propertyNumbers[name]} {...form.number(name)} />
  );
  const choice = (
    name: TextName,
    label: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <SearchSelect
      label={label}
      options={options}
      value={draft[name] || null}
      onChoose={(value) => set({ [name]: value })}
      error={errorFor(name)}
    />
  );
  const chosen = flagOptions.filter(({ value }) => draft[value]).map(({ value }) => value);
  return (
    <Form
      form={form}
      submit={props.submit}
      disabled={props.disabled ?? false}
      className={classes.form}
    >
      {text('name', 'Name')}
      {text('address_line1', 'Address')}
      <div className={formClasses.pair}>
        {text('city', 'City')}
        {choice('state', 'State', stateOptions)}
      </div>
      <div className={formClasses.pair}>
        {choice('timezone', 'Time zone', zoneOptions)}
        {choice('classification', 'Classification', classifications.map(toOption))}
      </div>
      <div className={formClasses.pair}>
        {number('quantity', 'Spaces')}
        {number('quantity_monthly', 'Spaces for monthly drivers')}
      </div>
      <h2 className={classes.part}>Prices in $ (leave empty if not sold)</h2>
      <div className={formClasses.pair}>
        {number('price_hourly', 'Hourly price')}
        {number('price_daily', 'Daily price')}
        {number('price_monthly', 'Monthly price')}
        {number('price_flat', 'Flat rate')}
        {number('daily_min', 'Daily minimum')}
        {number('daily_max', 'Daily maximum')}
      </div>
      <h2 className={classes.part}>Enforcement and pages</h2>
      <div className={formClasses.pair}>
        {number('grace_minutes', 'Grace period in minutes')}
        {number('penalty_amount', 'Penalty in $')}
        {choice('visibility_page_section', 'Visibility page', visibilitySections.map(toOption))}
      </div>
      {text(
        'webflow_page_url',
        'Booking link',
        'Starts with https://. Leave empty if there is none.',
      )}
      <Choices
        label="Settings"
        options={flagOptions}
        chosen={chosen}
        onChange={(now) =>
          set(Object.fromEntries(flagOptions.map(({ value }) => [value, now.includes(value)])))
        }
      />
    </Form>
  );
}
