import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { DateRangePickerProps } from '../ui/form/date-range-picker.tsx';
import { DateRangePicker } from '../ui/form/date-range-picker.tsx';
import { listPresets } from './report-ranges.ts';

interface ReportDatesProps extends Pick<DateRangePickerProps, 'value' | 'onChange'> {
  label?: string;
  today: LocalDate;
}

/** A range of reportable days up to today, with the most common ranges. */
export const ReportDates = ({ label = 'Dates', today, ...range }: ReportDatesProps) => (
  <DateRangePicker
    {...range}
    {...{ label, today }}
    earliest={earliestReportDate}
    presets={listPresets(today)}
  />
);
