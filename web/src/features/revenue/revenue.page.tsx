import type { ReportedType } from '@lotkeeper/contract/reported-types';
import type { RevenueMetric } from '@lotkeeper/contract/revenue';
import { PageHeader } from '../../ui/frame/page-header.tsx';
import { MonthOverMonth } from './month-over-month.tsx';
import classes from './revenue.module.css';
import { RevenueByType } from './revenue-by-type.tsx';

/** What is in the address; no types = all of them. */
export interface RevenueFilters {
  metric: RevenueMetric;
  types: readonly ReportedType[];
}

/** What a property earned month over month, and by rental type. */
export function RevenuePage(props: {
  spot: { pk: number; organization: number; name: string; timezone: string };
  filters: RevenueFilters;
  onFilter: (filters: RevenueFilters) => void;
}) {
  const { spot, filters, onFilter } = props;
  return (
    <>
      <title>Revenue · Lotkeeper</title>
      <PageHeader title="Revenue" subtitle={spot.name} />
      <div className={classes.stack}>
        <MonthOverMonth
          spot={spot}
          metric={filters.metric}
          onChoose={(metric) => onFilter({ ...filters, metric })}
        />
        <RevenueByType
          spot={spot}
          types={filters.types}
          onChoose={(types) => onFilter({ ...filters, types })}
        />
      </div>
    </>
  );
}
