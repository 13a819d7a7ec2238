import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import {
  createAuditorLink,
  listAuditorLinks,
  maxAuditorDays,
} from '@lotkeeper/contract/money/auditor-links';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { useSend } from '../../../kernel/queries.ts';
import { findToday } from '../../../shared/report-ranges.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CopyText } from '../../../ui/form/copy-text.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findNumberProblems, findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

const dayRules: NumberRules = { min: 1, max: maxAuditorDays, unit: ['day', 'days'] };

interface LinkDialogProps {
  organizationId: string;
  spots: readonly SpotSummary[];
  onClose: () => void;
}

interface Values {
  auditor: string;
  first_month: LocalDate;
  last_month: LocalDate;
  spots: readonly string[];
  days: string;
}

const toBody = ({ days, spots, ...values }: Values) => ({
  ...values,
  spots: spots.map(Number),
  days: parseNumber(days, dayRules) ?? Number.NaN,
});

/** Creates a link for an auditor, and shows it once. */
export function LinkDialog({ organizationId, spots, onClose }: LinkDialogProps) {
  const create = useSend(createAuditorLink, [listAuditorLinks]);
  const thisMonth = startOfMonth(findToday(spots, now()));
  const form = useForm<Values>({
    initial: {
      auditor: '',
      first_month: addMonths(thisMonth, -12),
      last_month: addMonths(thisMonth, -1),
      spots: [],
      days: '30',
    },
    validate: (values) => ({
      ...findProblems(createAuditorLink.body, toBody(values)),
      ...findNumberProblems({ days: [values.days, dayRules] }),
    }),
    send: create,
    onSubmit: (values) =>
      create.mutate({ params: { orgId: organizationId }, body: toBody(values) }),
  });
  if (create.data) return <CreatedLink token={create.data.token} onClose={onClose} />;
  const { first_month, last_month } = form.values;
  return (
    <Dialog title="New auditor link" onClose={onClose}>
      <Form
        form={form}
        submit="Create link"
        reason={form.explain('create the link', {
          auditor: 'the auditor',
          spots: 'the properties',
          days: 'the days',
        })}
        onCancel={onClose}
      >
        <TextInput
          label="Auditor"
          description="Who it is for. They see the name."
          {...form.text('auditor')}
          maxLength={100}
          required
        />
        <MonthSelect
          label="First month"
          month={first_month}
          today={thisMonth}
          onChoose={(month) => form.set({ first_month: month })}
        />
        <MonthSelect
          label="Last month"
          month={last_month}
          today={thisMonth}
          onChoose={(month) => form.set({ last_month: month })}
        />
        {first_month > last_month ? (
          <p role="alert" className="ui-dimmed">
            The last month must not be before the first.
          </p>
        ) : null}
        <MultiSelect
          label="Properties"
          placeholder="All properties"
          options={spots.map(({ pk, name }) => ({ value: String(pk), label: name }))}
          chosen={form.values.spots}
          onChange={(chosen) => form.set({ spots: chosen })}
          error={form.errorFor('spots')}
        />
        <p className="ui-dimmed">
          Sums of the organization, payouts, the bank and packets need all properties.
        </p>
        <NumberInput label="Valid for (days)" {...form.number('days')} rules={dayRules} required />
      </Form>
    </Dialog>
  );
}

function CreatedLink({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog title="Auditor link" onClose={onClose}>
      <p className="ui-dimmed">
        Copy it now: it isn’t shown again. Anyone who has it can read what it covers, so send it to
        the auditor alone.
      </p>
      <CopyText label="Copy link" copied="Copied" text={`${location.origin}/auditor/${token}`} />
      <div className={formClasses.buttons}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
