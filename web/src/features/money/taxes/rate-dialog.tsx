import { startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { TaxLevel, TaxRate } from '@lotkeeper/contract/money/taxes';
import { allRentalGroups, getTaxes, setTaxRate, taxLevels } from '@lotkeeper/contract/money/taxes';
import { rentalGroupLabels } from '@lotkeeper/contract/people/rentals';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { useSend } from '../../../kernel/queries.ts';
import { findToday } from '../../../shared/report-ranges.ts';
import { Choices } from '../../../ui/form/choices.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import classes from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { FormState } from '../../../ui/form/use-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { RateValues, Stays } from './rate-dialog.rules.ts';
import {
  aboveRules,
  dayRules,
  findRateProblems,
  findReplaced,
  percentRules,
  stayOptions,
  toBody,
} from './rate-dialog.rules.ts';

interface RateDialogProps {
  organizationId: string;
  spots: readonly SpotSummary[];
  /** The rates that are there. */
  rates: readonly TaxRate[];
  onClose: () => void;
}

/** Sets an authority's rate at some properties from a day on. */
export function RateDialog({ organizationId, spots, rates, onClose }: RateDialogProps) {
  const [shownRates] = useState(rates);
  const save = useSend(setTaxRate, [getTaxes]);
  const today = findToday(spots, now());
  const form = useForm<RateValues>({
    initial: {
      authority: '',
      level: 'city',
      percent: '',
      starts_on: startOfMonth(today),
      spots: [],
      rental_groups: allRentalGroups,
      hasTerms: false,
      taxed: 'price',
      above: '',
      stays: 'any',
      minDays: '',
      maxDays: '',
      mayBeExempt: false,
    },
    validate: findRateProblems,
    send: save,
    onSubmit: (values) =>
      save.mutate(
        {
          params: { orgId: organizationId },
          body: { ...toBody(values), shown: { rates: findReplaced(shownRates, values) } },
        },
        { onSuccess: onClose },
      ),
  });
  return (
    <Dialog title="Set a tax rate" size="table" onClose={onClose}>
      <Form
        form={form}
        submit="Save"
        reason={form.explain('save the rate', {
          authority: 'the authority',
          rate: 'the rate',
          spots: 'the properties',
          rental_groups: 'the rentals',
          above: 'the amount',
          min_days: 'the shortest stay',
          max_days: 'the longest stay',
        })}
        onCancel={onClose}
      >
        <div className={classes.pair}>
          <TextInput
            label="Authority"
            description="Who the tax is for, such as City of Denver."
            {...form.text('authority')}
            maxLength={100}
            required
          />
          <SearchSelect<TaxLevel>
            label="Level"
            options={(Object.keys(taxLevels) as TaxLevel[]).map((level) => ({
              value: level,
              label: taxLevels[level],
            }))}
            value={form.values.level}
            onChoose={(level) => form.set({ level })}
          />
          <NumberInput
            label="Rate in percent"
            description="On top of the price. 0 ends the tax."
            {...form.number('percent', 'rate')}
            rules={percentRules}
            required
          />
          <DateField
            label="From"
            value={form.values.starts_on}
            today={today}
            onChange={(day) => form.set({ starts_on: day })}
            error={form.errorFor('starts_on')}
            required
          />
          <MultiSelect
            label="Properties"
            options={spots.map(({ pk, name }) => ({ value: String(pk), label: name }))}
            chosen={form.values.spots}
            onChange={(chosen) => form.set({ spots: chosen })}
            error={form.errorFor('spots')}
            required
          />
          <MultiSelect
            label="Rentals"
            options={allRentalGroups.map((group) => ({
              value: group,
              label: rentalGroupLabels[group],
            }))}
            chosen={form.values.rental_groups}
            onChange={(chosen) =>
              form.set({ rental_groups: allRentalGroups.filter((group) => chosen.includes(group)) })
            }
            error={form.errorFor('rental_groups')}
            required
          />
        </div>
        <Choices
          label="Terms"
          options={[
            {
              value: 'terms',
              label: 'More terms',
              description:
                'A tax on other taxes, on larger charges, by the length of stays, or with exemptions.',
            },
          ]}
          chosen={form.values.hasTerms ? ['terms'] : []}
          onChange={(chosen) => form.set({ hasTerms: chosen.length > 0 })}
        />
        {form.values.hasTerms ? <TermFields form={form} /> : null}
      </Form>
    </Dialog>
  );
}

function TermFields({ form }: { form: FormState<RateValues> }) {
  const { values, set, number } = form;
  const { hasMin, hasMax } = stayOptions[values.stays];
  return (
    <>
      <div className={classes.pair}>
        <SearchSelect<RateValues['taxed']>
          label="Taxed"
          options={[
            { value: 'price', label: 'The price' },
            { value: 'taxes', label: 'The price and other taxes' },
          ]}
          value={values.taxed}
          onChoose={(taxed) => set({ taxed })}
        />
        <NumberInput
          label="Not on charges up to"
          description="In dollars, before tax. Leave empty for a tax on every charge."
          rules={aboveRules}
          {...number('above')}
        />
        <SearchSelect<Stays>
          label="Stays"
          options={(Object.keys(stayOptions) as Stays[]).map((stays) => ({
            value: stays,
            label: stayOptions[stays].label,
          }))}
          value={values.stays}
          onChoose={(stays) => set({ stays })}
        />
        {hasMin ? (
          <NumberInput
            label="Shortest stay in days"
            rules={dayRules}
            {...number('minDays', 'min_days')}
            required
          />
        ) : null}
        {hasMax ? (
          <NumberInput
            label="Longest stay in days"
            description="A day of 24 hours that began counts."
            rules={dayRules}
            {...number('maxDays', 'max_days')}
            required
          />
        ) : null}
      </div>
      <Choices
        label="Exemptions"
        options={[
          {
            value: 'exempt',
            label: 'Some drivers are exempt',
            description: 'Charges without this tax are right too, such as those of residents.',
          },
        ]}
        chosen={values.mayBeExempt ? ['exempt'] : []}
        onChange={(chosen) => set({ mayBeExempt: chosen.length > 0 })}
      />
    </>
  );
}
