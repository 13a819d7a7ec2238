import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { downloadDailyReports } from '@lotkeeper/contract/money/daily-reports';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useDownload } from '../../../kernel/queries.ts';
import { RentalTypeSelect } from '../../../shared/rental-type-select.tsx';
import { ReportDates } from '../../../shared/report-dates.tsx';
import form from '../../../ui/form/form.module.css';
import { FormActions } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';

/** The month, up to today if it's the current one. */
export function rangeOfMonth(month: LocalDate, today: LocalDate) {
  const last = addDays(addMonths(month, 1), -1);
  // Around midnight, the month may not have begun at the property.
  return month > today
    ? { start: today, end: today }
    : { start: month, end: last < today ? last : today };
}

/** Downloads the figures of each day in a range as a CSV file. */
export function GenerateReport(props: {
  spot: { pk: number };
  today: LocalDate;
  month: LocalDate;
  type: ReportedType | null;
  onClose: () => void;
}) {
  const { spot, today, onClose } = props;
  const [range, setRange] = useState<{ start: string; end: string }>(
    rangeOfMonth(props.month, today),
  );
  const [type, setType] = useState(props.type);
  const file = useDownload(downloadDailyReports);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const query = {
      spot: String(spot.pk),
      start_date: range.start as LocalDate,
      end_date: range.end as LocalDate,
      ...(type && { rental_type: type }),
    };
    file.mutate({ query }, { onSuccess: onClose });
  };
  return (
    <Dialog title="Download" size="question" onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <p className="ui-dimmed">A row for each day and their total, as CSV.</p>
        <ReportDates value={range} today={today} onChange={setRange} />
        <RentalTypeSelect type={type} onChoose={setType} />
        <FormFailure error={file.error} />
        <FormActions
          submit="Generate Report"
          isPending={file.isPending}
          focusSubmit
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
