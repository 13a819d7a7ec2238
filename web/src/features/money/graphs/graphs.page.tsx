import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear, parseMonth } from '@lotkeeper/contract/kernel/month-year';
import { now } from '../../../kernel/clock.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Cards } from './cards.tsx';
import type { GraphFilters } from './graph-search.ts';
import { RevenueLine, usualMeasures } from './revenue-line.tsx';
import { Usage } from './usage.tsx';

/** A property's recent performance by month or year, and when its rentals begin. */
export function GraphsPage(
  props: FilterProps<GraphFilters> & {
    spot: { pk: number; organization: number; name: string; timezone: string };
  },
) {
  const { spot, filters, onFilter } = props;
  const today = toLocalDate(now(), spot.timezone);
  const line = filters.rentalType ?? 'daily';
  return (
    <>
      <PageHeader title="Graphs" subtitle={spot.name} />
      <div className="ui-stack">
        <Cards spot={spot} today={today} />
        <RevenueLine
          spot={spot}
          today={today}
          month={parseMonth(filters.monthYear ?? '') ?? startOfMonth(today)}
          line={line}
          measure={filters.measure ?? usualMeasures[line]}
          onMonth={(month) => onFilter({ ...filters, monthYear: formatMonthYear(month) })}
          onLine={(rentalType) => onFilter({ ...filters, rentalType })}
          onMeasure={(measure) => onFilter({ ...filters, measure })}
        />
        <Usage spot={spot} today={today} />
      </div>
    </>
  );
}
