import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { TaxLevel } from '@lotkeeper/contract/money/taxes';
import {
  allRentalGroups,
  getTaxes,
  ratesPerPercent,
  setTaxRate,
  taxLevels,
} from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import { rentalGroupLabels } from '@lotkeeper/contract/people/rentals';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { useSend } from '../../../kernel/queries.ts';
import { findToday } from '../../../shared/report-ranges.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findNumberProblems, findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

const percentRules: NumberRules = { min: 0, max: 50, decimals: 3 };

interface RateDialogProps {
  organizationId: string;
  spots: readonly SpotSummary[];
  onClose: () => void;
}

interface Values {
  authority: string;
  level: TaxLevel;
  percent: string;
  starts_on: LocalDate | null;
  spots: readonly string[];
  rental_groups: readonly RentalGroup[];
}

const toBody = ({ percent, spots, starts_on, rental_groups, ...values }: Values) => ({
  ...values,
  starts_on: starts_on ?? '',
  spots: [...spots],
  rental_groups: [...rental_groups],
  rate: Math.round((parseNumber(percent, percentRules) ?? Number.NaN) * ratesPerPercent),
});

/** Sets an authority's rate at some properties from a day on. */
export function RateDialog({ organizationId, spots, onClose }: RateDialogProps) {
  const save = useSend(setTaxRate, [getTaxes]);
  const today = findToday(spots, now());
  const form = useForm<Values>({
    initial: {
      authority: '',
      level: 'city',
      percent: '',
      starts_on: startOfMonth(today),
      spots: [],
      rental_groups: allRentalGroups,
    },
    validate: (values) => ({
      ...findProblems(setTaxRate.body, toBody(values)),
      ...findNumberProblems({ percent: [values.percent, percentRules] }),
    }),
    send: save,
    onSubmit: (values) =>
      save.mutate(
        { params: { orgId: organizationId }, body: toBody(values) },
        { onSuccess: onClose },
      ),
  });
  return (
    <Dialog title="Set a tax rate" onClose={onClose}>
      <Form form={form} submit="Save" disabled={!form.isValid} onCancel={onClose}>
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
      </Form>
    </Dialog>
  );
}
