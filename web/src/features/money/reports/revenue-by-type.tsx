import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypeNames, reportedTypes } from '@lotkeeper/contract/money/reported-types';
import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { RevenueMonthByType } from '@lotkeeper/contract/money/revenue';
import { getRevenueByType } from '@lotkeeper/contract/money/revenue';
import { useRead } from '../../../kernel/queries.ts';
import { MonthsChart, noMonths } from '../../../shared/money-chart.tsx';
import type { ChartColor } from '../../../ui/charts/chart-colors.ts';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './revenue.module.css';

const options = reportedTypeNames.map((value) => ({ value, label: reportedTypes[value] }));

/** From the bottom of a bar up. */
const colors: Readonly<Record<ReportedType, ChartColor>> = {
  monthly: 'step7',
  bulk_rental: 'step5',
  enterprise: 'step4',
  daily: 'step3',
  flat_rate: 'step2',
  hourly: 'step1',
};

/** The chosen types in the order of their colors, or all when none is chosen, without those that earned nothing. */
function shownTypes(months: readonly RevenueMonthByType[], chosen: readonly ReportedType[]) {
  const earned = (type: ReportedType) => months.some((month) => month[type].gross_revenue !== 0);
  const names = Object.keys(colors) as ReportedType[];
  return names.filter((type) => (chosen.length > 0 ? chosen.includes(type) : earned(type)));
}

interface SpotKeys {
  pk: number;
  organization: number;
  timezone: string;
}

/** Gross revenue of each month, stacked by rental type. */
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
        {...askToRefresh}
        skeleton={<Bone height="20rem" />}
        isEmpty={(months) => !hasAny(months)}
        empty={{
          ...noMonths,
          ...(types.length > 0 && { text: 'The selected rental types have no revenue yet.' }),
        }}
      >
        {(months) => {
          const visibleTypes = shownTypes(months, types);
          return (
            <MonthsChart
              spot={spot}
              months={months.map(({ date }) => date)}
              title="Gross revenue by month and rental type"
              hideTitle
              stacked
              caption="What drivers paid, tax included. Hourly includes rentals whose first hours are free."
              series={visibleTypes.map((type) => ({
                key: type,
                label: reportedTypes[type],
                color: colors[type],
                values: months.map((month) => month[type].gross_revenue),
              }))}
              findFigure={(row) => ({
                measure: 'gross',
                type: visibleTypes.find((type) => type === row),
              })}
              height={300}
            />
          );
        }}
      </DataPanel>
    </Panel>
  );
}
