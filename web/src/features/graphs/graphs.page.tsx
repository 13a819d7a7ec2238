import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { now } from '../../kernel/clock.ts';
import { PageHeader } from '../../ui/frame/page-header.tsx';
import { Cards } from './cards.tsx';
import classes from './graphs.module.css';
import type { LineOf } from './revenue-line.tsx';
import { RevenueLine } from './revenue-line.tsx';
import { Usage } from './usage.tsx';

/** What is in the address; null = this month. */
export interface GraphFilters {
  /** The month's first day. */
  month: LocalDate | null;
  line: LineOf;
}

/** How a property did lately, over a month or a year, and when its rentals begin. */
export function GraphsPage(props: {
  spot: { pk: number; organization: number; name: string; timezone: string };
  filters: GraphFilters;
  onFilter: (filters: GraphFilters) => void;
}) {
  const { spot, filters, onFilter } = props;
  const today = toLocalDate(now(), spot.timezone);
  return (
    <>
      <title>Graphs · Lotkeeper</title>
      <PageHeader title="Graphs" subtitle={spot.name} />
      <div className={classes.stack}>
        <Cards spot={spot} today={today} />
        <RevenueLine
          spot={spot}
          today={today}
          month={filters.month ?? startOfMonth(today)}
          line={filters.line}
          onChoose={(chosen) => onFilter({ ...filters, ...chosen })}
        />
        <Usage spot={spot} today={today} />
      </div>
    </>
  );
}
