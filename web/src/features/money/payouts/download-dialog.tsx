import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear } from '@lotkeeper/contract/kernel/month-year';
import { downloadMonthlyPayout, downloadPayouts } from '@lotkeeper/contract/money/payouts';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { useDownload } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import form from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';

/** Downloads all payouts, or what one month earned at each property. */
export function DownloadDialog(props: { organizationId: string; onClose: () => void }) {
  const params = { orgUuid: props.organizationId };
  const today = toLocalDate(now(), 'UTC');
  const [month, setMonth] = useState(addMonths(startOfMonth(today), -1));
  const all = useDownload(downloadPayouts);
  const monthlyPayout = useDownload(downloadMonthlyPayout);
  return (
    <Dialog title="Download" onClose={props.onClose}>
      <div className={form.form}>
        <DownloadButton loading={all.isPending} onClick={() => all.mutate({ params })}>
          All payouts
        </DownloadButton>
        <MonthSelect month={month} today={today} onChoose={setMonth} />
        <DownloadButton
          loading={monthlyPayout.isPending}
          onClick={() => monthlyPayout.mutate({ params, query: { month: formatMonthYear(month) } })}
        >
          The month by property
        </DownloadButton>
        <FormFailure error={all.error ?? monthlyPayout.error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={props.onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
