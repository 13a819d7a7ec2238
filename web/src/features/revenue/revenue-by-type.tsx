import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/reported-types';
import { reportedTypeNames, reportedTypes } from '@lotkeeper/contract/reported-types';
import { reportRefreshSeconds } from '@lotkeeper/contract/reports';
import type { RevenueMonthByType } from '@lotkeeper/contract/revenue';
import { getRevenueByType } from '@lotkeeper/contract/revenue';
import { ChartColumnStacked } from 'lucide-react';
import { now } from '../../kernel/clock.ts';
import { formatMoney, formatMoneyCompact } from '../../kernel/format.ts';
import { useRead } from '../../kernel/queries.ts';
import { useFigureOpener } from '../../shared/figure-link.tsx';
import { rentalTypeColors } from '../../shared/rental-type-colors.ts';
import { daysOfMonth } from '../../shared/report-ranges.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { monthCategories } from '../../ui/charts/month-categories.ts';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { EmptyState } from '../../ui/data/states.tsx';
import { MultiSelect } from '../../ui/form/multi-select.tsx';
import { Panel } from '../../ui/frame/panel.tsx';
import classes from './revenue.module.css';

const options = reportedTypeNames.map((value) => ({ value, label: reportedTypes[value] }));

/** The chosen types in their order, all where none is; of all, those that earned nothing are left out. */
function shownTypes(months: readonly RevenueMonthByType[], chosen: readonly ReportedType[]) {
  const earned = (type: ReportedType) => months.some((month) => month[type].gross_revenue !== 0);
  return reportedTypeNames.filter((type) =>
    chosen.length > 0 ? chosen.includes(type) : earned(type),
  );
}

interface SpotKeys {
  pk: number;
  organization: number;
  timezone: string;
}

/** Gross revenue of each month by rental type, on top of each other. */
export function RevenueByType(props: {
  spot: SpotKeys;
  types: readonly ReportedType[];
  onChoose: (types: ReportedType[]) => void;
}) {
  const { spot, types, onChoose } = props;
  const query = { spot_id: String(spot.pk) };
  const read = useRead(getRevenueByType, { query }, { refreshEvery: reportRefreshSeconds });
  const hasAny = (months: readonly RevenueMonthByType[]) =>
    shownTypes(months, types).some((type) =>
      months.some((month) => month[type].gross_revenue !== 0),
    );
  return (
    <Panel title="Gross Revenue by Rental Type">
      <div className={classes.filter}>
        <MultiSelect
          label="Rental type"
          placeholder="All types"
          options={options}
          chosen={types}
          onChange={(chosen) => onChoose(reportedTypeNames.filter((type) => chosen.includes(type)))}
        />
      </div>
      <DataPanel
        silentRefetch
        query={read}
        errorTitle="Something went wrong"
        errorHint="Please refresh the page"
        skeleton={<Bone height="20rem" />}
        empty={(months) =>
          hasAny(months) ? null : (
            <EmptyState
              icon={<ChartColumnStacked size={24} />}
              title="Your monthly revenue will show up here"
              text={
                types.length > 0
                  ? 'The selected rental types have no revenue yet.'
                  : 'The chart starts with the first rental.'
              }
            />
          )
        }
      >
        {(months) => <TypesChart {...{ spot, months }} types={shownTypes(months, types)} />}
      </DataPanel>
    </Panel>
  );
}

function TypesChart(props: {
  spot: SpotKeys;
  months: readonly RevenueMonthByType[];
  types: readonly ReportedType[];
}) {
  const { spot, months, types } = props;
  const today = toLocalDate(now(), spot.timezone);
  const opener = useFigureOpener(spot.organization, 'total', (row, index) => {
    const month = months[index];
    return month
      ? {
          measure: 'gross',
          spotPk: spot.pk,
          ...daysOfMonth(month.date as LocalDate, today),
          type: types.find((type) => type === row),
        }
      : null;
  });
  return (
    <BarChart
      title="Gross revenue by month and rental type"
      opener={opener}
      hideTitle
      stacked
      caption="What drivers paid, tax included. Hourly includes rentals whose first hours are free."
      categoryLabel="Month"
      categories={monthCategories(
        months.map(({ date }) => date),
        months.at(-1)?.date,
      )}
      series={types.map((type) => ({
        key: type,
        label: reportedTypes[type],
        color: rentalTypeColors[type],
        values: months.map((month) => month[type].gross_revenue),
      }))}
      format={formatMoney}
      formatTick={formatMoneyCompact}
      height={300}
    />
  );
}
