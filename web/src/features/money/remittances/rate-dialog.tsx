import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { percentToRate } from '@lotkeeper/contract/kernel/money';
import type { BookingSite } from '@lotkeeper/contract/money/booking-lists';
import { setSiteRate } from '@lotkeeper/contract/money/remittances';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { useSend } from '../../../kernel/queries.ts';
import { findToday } from '../../../shared/report-ranges.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { findNumberProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { siteOptions } from './remittance-words.ts';
import { changedReads } from './remittances.api.ts';

const percentRules: NumberRules = { min: 0, max: 100, decimals: 2 };
const all = 'all';

interface RateDialogProps {
  organizationId: string;
  spots: readonly SpotSummary[];
  site: BookingSite | undefined;
  month: LocalDate;
  onClose: () => void;
}

interface Values {
  source: BookingSite;
  spot: string;
  start_date: LocalDate;
  rate: string;
}

/** Sets the commission that a booking site takes from a day on. */
export function RateDialog({ organizationId, spots, site, month, onClose }: RateDialogProps) {
  const save = useSend(setSiteRate, changedReads);
  const form = useForm<Values>({
    initial: { source: site ?? 'spothero', spot: all, start_date: month, rate: '' },
    validate: ({ rate }) => findNumberProblems({ rate: [rate, percentRules] }),
    send: save,
    onSubmit: ({ rate, spot, ...values }) =>
      save.mutate(
        {
          body: {
            organization: Number(organizationId),
            ...values,
            spot: spot === all ? null : Number(spot),
            rate: percentToRate(parseNumber(rate, percentRules) ?? 0),
          },
        },
        { onSuccess: onClose },
      ),
  });
  return (
    <Dialog title="Add a commission" onClose={onClose}>
      <Form
        form={form}
        submit="Save"
        reason={form.explain('save', { rate: 'the commission' })}
        onCancel={onClose}
      >
        <SearchSelect<BookingSite>
          label="Booking site"
          options={siteOptions}
          value={form.values.source}
          onChoose={(source) => form.set({ source })}
        />
        <SearchSelect
          label="Property"
          options={[
            { value: all, label: 'All properties without a rate of their own' },
            ...spots.map(({ pk, name }) => ({ value: String(pk), label: name })),
          ]}
          value={form.values.spot}
          onChoose={(spot) => form.set({ spot })}
        />
        <DateField
          label="From"
          value={form.values.start_date}
          today={findToday(spots, now())}
          onChange={(start_date) => form.set({ start_date })}
        />
        <NumberInput
          label="Commission (%)"
          {...form.number('rate')}
          rules={percentRules}
          required
        />
        <p className="ui-dimmed">
          Of what the driver pays to the site. It counts for bookings that start from this day on.
        </p>
      </Form>
    </Dialog>
  );
}
