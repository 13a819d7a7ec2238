import type { FilterProps } from '../../../kernel/url-state.ts';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { MonthOverMonth } from './month-over-month.tsx';
import { RevenueByType } from './revenue-by-type.tsx';
import type { RevenueFilters } from './revenue-search.ts';

/** What a property earned month over month, and by rental type. */
export function RevenuePage(
  props: FilterProps<RevenueFilters> & {
    spot: { pk: number; organization: number; name: string; timezone: string };
  },
) {
  const { spot, filters, onFilter } = props;
  const { revenueType = 'gross_revenue', rentalType = [] } = filters;
  return (
    <>
      <PageHeader title="Revenue" subtitle={spot.name} />
      <div className="ui-stack">
        <MonthOverMonth
          spot={spot}
          metric={revenueType}
          onChoose={(metric) => onFilter({ ...filters, revenueType: metric })}
        />
        <RevenueByType
          spot={spot}
          types={rentalType}
          onChoose={(types) => onFilter({ ...filters, rentalType: types })}
        />
      </div>
    </>
  );
}
