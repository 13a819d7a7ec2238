import { addMonths, localDateOf, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { downloadMonthlyPayout, downloadPayouts } from '@lotkeeper/contract/payouts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { download } from '../../kernel/api.ts';
import { now } from '../../kernel/clock.ts';
import { formatMonth } from '../../kernel/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
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

const useDownload = (work: () => Promise<void>) =>
  useMutation<void, ApiError>({ mutationFn: work });

/** All payouts as a file, or what one month earned at each property. */
export function DownloadDialog(props: { organizationId: string; onClose: () => void }) {
  const params = { orgUuid: props.organizationId };
  const [months] = useState(monthsToChoose);
  const [month, setMonth] = useState(months[1]?.value ?? '');
  const all = useDownload(() => download(downloadPayouts, { params }));
  const one = useDownload(() => download(downloadMonthlyPayout, { params, query: { month } }));
  return (
    <Dialog label="Download" onClose={props.onClose}>
      <h2 className={form.heading}>Download</h2>
      <div className={form.form}>
        <Button loading={all.isPending} onClick={() => all.mutate()}>
          All payouts
        </Button>
        <SearchSelect label="Month" options={months} value={month} onChoose={setMonth} />
        <Button variant="default" loading={one.isPending} onClick={() => one.mutate()}>
          The month by property
        </Button>
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
