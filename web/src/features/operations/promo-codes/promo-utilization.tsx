import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear, namedByNumber } from '@lotkeeper/contract/kernel/month-year';
import { getPromoReport, promoMessages } from '@lotkeeper/contract/operations/promo-codes';
import { useNavigate } from '@tanstack/react-router';
import { formatCount, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { toUses, UsesLink } from './uses-link.tsx';

interface PromoUtilizationProps {
  spot: { organization: number; pk: number };
  today: LocalDate;
  month: LocalDate;
  onMonth: (month: LocalDate) => void;
}

const sortUses = (uses: Record<string, number>) =>
  Object.entries(uses).sort(([, a], [, b]) => b - a);

/** How often each code was used in a month. */
export function PromoUtilization({ spot, today, month, onMonth }: PromoUtilizationProps) {
  const report = useRead(getPromoReport, {
    query: { spot: String(spot.pk), ...namedByNumber(month) },
  });
  return (
    <div className="ui-top-wide">
      <Panel title="Discount Code Utilization">
        <div className="ui-bottom-wide ui-field">
          <MonthSelect month={month} today={today} onChoose={onMonth} />
        </div>
        <DataPanel
          query={report}
          skeleton={<Bone height="11rem" />}
          isEmpty={({ promo_uses }) => Object.keys(promo_uses).length === 0}
          empty={{ title: promoMessages.noUses }}
        >
          {({ promo_uses }) => <UsesChart spot={spot} month={month} uses={sortUses(promo_uses)} />}
        </DataPanel>
      </Panel>
    </div>
  );
}

/** The uses of each code as a bar that links to them. */
function UsesChart(props: {
  spot: PromoUtilizationProps['spot'];
  month: LocalDate;
  uses: [code: string, uses: number][];
}) {
  const { spot, month, uses } = props;
  const navigate = useNavigate();
  const toFilters = (index: number) => ({
    code: uses[index]?.[0] ?? '',
    monthYear: formatMonthYear(month),
  });
  return (
    <BarChart
      title={`Uses of each discount code in ${formatMonth(month.slice(0, 7))}`}
      hideTitle
      caption="Rentals booked with the code, including deleted codes."
      categoryLabel="Code"
      categories={uses.map(([code]) => ({ key: code, label: code }))}
      series={[
        {
          key: 'uses',
          label: 'Uses',
          color: 'main',
          values: uses.map(([, count]) => count),
        },
      ]}
      opener={{
        renderValue: (text, _, index) => (
          <UsesLink spot={spot} uses={toFilters(index)}>
            {text}
          </UsesLink>
        ),
        open: (index) => void navigate(toUses({ spot, uses: toFilters(index) })),
      }}
      format={formatCount}
      height={160}
    />
  );
}
