import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths } from '@lotkeeper/contract/kernel/calendar';
import { monthsUntil } from '@lotkeeper/contract/kernel/month-year';
import { useMemo } from 'react';
import { formatMonth } from '../../kernel/format.ts';
import { PeriodSteps } from './period-steps.tsx';
import { SearchSelect } from './search-select.tsx';

interface MonthSelectProps {
  /** 'Month' by default. */
  label?: string;
  /** Its first day. */
  month: LocalDate;
  /** Sets the last month offered. The caller passes it, because the browser's time zone isn't the property's. */
  today: LocalDate;
  onChoose: (month: LocalDate) => void;
}

/** One month, from 2019 to now, found by typing. */
export function MonthSelect({ label = 'Month', month, today, onChoose }: MonthSelectProps) {
  const options = useMemo(
    () =>
      monthsUntil(today).map((first) => ({ value: first, label: formatMonth(first.slice(0, 7)) })),
    [today],
  );
  const stepTo = (months: number) => {
    const next = addMonths(month, months);
    return options.some(({ value }) => value === next) ? () => onChoose(next) : null;
  };
  return (
    <PeriodSteps onEarlier={stepTo(-1)} onLater={stepTo(1)}>
      <SearchSelect label={label} options={options} value={month} onChoose={onChoose} />
    </PeriodSteps>
  );
}
