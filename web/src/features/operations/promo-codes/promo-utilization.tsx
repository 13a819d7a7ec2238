import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear, namedByNumber } from '@lotkeeper/contract/kernel/month-year';
import { getPromoReport, promoMessages } from '@lotkeeper/contract/operations/promo-codes';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { FieldRow } from '../../../ui/data/field-row.tsx';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { UsesLink } from './uses-link.tsx';

interface PromoUtilizationProps {
  spot: { organization: number; pk: number };
  today: LocalDate;
  month: LocalDate;
  onMonth: (month: LocalDate) => void;
}

type Uses = [code: string, count: number];

/** How often each code was used in a month, as a bar of all uses. */
export function PromoUtilization({ spot, today, month, onMonth }: PromoUtilizationProps) {
  const report = useRead(getPromoReport, {
    query: { spot: String(spot.pk), ...namedByNumber(month) },
  });
  return (
    <div className="ui-top-wide">
      <DataPanel
        title="Discount Code Utilization"
        flush
        actions={
          <FieldRow label="Month of the uses">
            <MonthSelect month={month} today={today} onChoose={onMonth} />
          </FieldRow>
        }
        query={report}
        skeleton={<TableSkeleton rows={2} columns={3} />}
        isEmpty={({ promo_uses }) => Object.keys(promo_uses).length === 0}
        empty={{ title: promoMessages.noUses }}
      >
        {({ promo_uses }) => {
          const uses = Object.entries(promo_uses).sort(([, a], [, b]) => b - a);
          return (
            <DataTable
              caption="Uses of each discount code"
              rows={uses}
              rowKey={([code]) => code}
              columns={columnsFor(spot, month, uses)}
            />
          );
        }}
      </DataPanel>
    </div>
  );
}

const columnsFor = (
  spot: PromoUtilizationProps['spot'],
  month: LocalDate,
  uses: readonly Uses[],
): DataColumn<Uses>[] => [
  { key: 'code', header: 'Code', primary: true, render: ([code]) => code },
  {
    key: 'uses',
    header: 'Uses',
    hint: 'Rentals booked with the code, including deleted codes.',
    align: 'right',
    render: ([code, count]) => (
      <UsesLink spot={spot} uses={{ code, monthYear: formatMonthYear(month) }}>
        {formatCount(count)}
      </UsesLink>
    ),
  },
  {
    key: 'share',
    header: 'Share of all uses',
    isCut: true,
    render: ([code, count]) => (
      <ProgressBar
        label={`Uses of ${code}`}
        value={count}
        max={uses.reduce((sum, [, other]) => sum + other, 0)}
      />
    ),
  },
];
