import { addMonths, localDateOf, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { downloadMonthlyPayout, downloadPayouts } from '@lotkeeper/contract/payouts';
import { useState } from 'react';
import { now } from '../../kernel/clock.ts';
import { formatMonth } from '../../kernel/format.ts';
import { useDownload } from '../../kernel/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import form from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';

/** The last three years and this month, newest first. */
function monthsToChoose(): { value: string; label: string }[] {
  const newest = startOfMonth(localDateOf(now(), 'UTC'));
  return Array.from({ length: 37 }, (_, back) => {
    const month = addMonths(newest, -back).slice(0, 7);
    return { value: `${month.slice(5)}:${month.slice(0, 4)}`, label: formatMonth(month) };
  });
}

/** All payouts as a file, or what one month earned at each property. */
export function DownloadDialog(props: { organizationId: string; onClose: () => void }) {
  const params = { orgUuid: props.organizationId };
  const [months] = useState(monthsToChoose);
  const [month, setMonth] = useState(months[1]?.value ?? '');
  const all = useDownload(downloadPayouts);
  const one = useDownload(downloadMonthlyPayout);
  return (
    <Dialog label="Download" onClose={props.onClose}>
      <h2 className={form.heading}>Download</h2>
      <div className={form.form}>
        <DownloadButton loading={all.isPending} onClick={() => all.mutate({ params })}>
          All payouts
        </DownloadButton>
        <SearchSelect label="Month" options={months} value={month} onChoose={setMonth} />
        <DownloadButton
          loading={one.isPending}
          onClick={() => one.mutate({ params, query: { month } })}
        >
          The month by property
        </DownloadButton>
        <FormFailure error={all.error ?? one.error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={props.onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
