import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear } from '@lotkeeper/contract/kernel/month-year';
import { downloadMonthlyPayout, downloadPayouts } from '@lotkeeper/contract/money/payouts';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { useDownload } from '../../../kernel/queries.ts';
import form from '../../../ui/form/form.module.css';
import { FormActions } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';

const contents = [
  { value: 'payouts', label: 'All payouts', description: 'Every payout to your bank account.' },
  {
    value: 'month',
    label: 'The month by property',
    description: 'What each property earned in a month, with the total.',
  },
] as const;
type Content = (typeof contents)[number]['value'];

/** Downloads all payouts, or what one month earned at each property. */
export function DownloadDialog(props: { organizationId: string; onClose: () => void }) {
  const params = { orgUuid: props.organizationId };
  const today = toLocalDate(now(), 'UTC');
  const [content, setContent] = useState<Content>('payouts');
  const [month, setMonth] = useState(addMonths(startOfMonth(today), -1));
  const payouts = useDownload(downloadPayouts);
  const monthlyPayout = useDownload(downloadMonthlyPayout);
  const done = { onSuccess: props.onClose };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (content === 'payouts') payouts.mutate({ params }, done);
    else monthlyPayout.mutate({ params, query: { month: formatMonthYear(month) } }, done);
  };
  return (
    <Dialog title="Download" size="question" onClose={props.onClose}>
      <form className={form.form} onSubmit={submit}>
        <OneChoice label="Contents" options={contents} chosen={content} onChange={setContent} />
        {content === 'month' ? (
          <MonthSelect month={month} today={today} onChoose={setMonth} />
        ) : null}
        <FormFailure error={payouts.error ?? monthlyPayout.error} />
        <FormActions
          submit="Download CSV"
          isPending={payouts.isPending || monthlyPayout.isPending}
          focusSubmit
          onCancel={props.onClose}
        />
      </form>
    </Dialog>
  );
}
