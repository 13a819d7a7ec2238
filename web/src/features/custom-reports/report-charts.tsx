import type { CustomReport, ReportMeasure } from '@lotkeeper/contract/custom-reports';
import { reportGroupings, reportMeasures } from '@lotkeeper/contract/custom-reports';
import { formatMean } from '../../kernel/format.ts';
import { explainFirstOfMonth } from '../../shared/first-of-month.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import type { ChartColor } from '../../ui/charts/chart-colors.ts';
import type { ChartCategory } from '../../ui/charts/chart-types.ts';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { monthCategories } from '../../ui/charts/month-categories.ts';
import classes from './custom-reports.module.css';
import type { ReportSetup } from './custom-reports.rules.ts';
import { formatFor, groupName, shownValue } from './custom-reports.rules.ts';

/** Bars for more groups than these would be hairlines. */
const maxBars = 100;

const colors: Record<ReportMeasure, ChartColor> = {
  gross: 'blue',
  net: 'teal',
  rentals: 'violet',
  refunds: 'orange',
  average_stay: 'gold',
  occupancy: 'magenta',
};

/** Stays are drawn in hours, so that the axis has whole ones; `per` is what a drawn one stands for. */
function drawnAs(measure: ReportMeasure, reading: ReportSetup['per']) {
  const { full, tick } = formatFor(measure, reading);
  if (measure !== 'average_stay') return { full, tick, per: 1 };
  return {
    full: (hours: number) => full(hours * 60),
    tick: (hours: number) => `${formatMean(hours)} h`,
    per: 60,
  };
}

/** A chart for each measure, since their units share no axis. */
export function ReportCharts({ setup, report }: { setup: ReportSetup; report: CustomReport }) {
  return (
    <div className={classes.charts}>
      {setup.measures.map((measure) => (
        <MeasureChart key={measure} measure={measure} setup={setup} report={report} />
      ))}
    </div>
  );
}

function toCategories(setup: ReportSetup, { groups }: CustomReport): ChartCategory[] {
  if (setup.group === 'month') return monthCategories(groups.map(({ key }) => key));
  return groups.map(({ key }) => {
    const label = groupName(setup, key);
    return { key, label, ...(setup.group === 'weekday' && { axisLabel: label.slice(0, 3) }) };
  });
}

function MeasureChart(props: { measure: ReportMeasure; setup: ReportSetup; report: CustomReport }) {
  const { measure, setup, report } = props;
  const { label, hint } = reportMeasures[measure];
  const { full, tick, per } = drawnAs(measure, setup.per);
  const values = report.groups.map((group) => {
    const value = shownValue(group, measure, setup.per);
    return value === null ? null : value / per;
  });
  const unit = setup.group === 'hour' ? 'hour' : reportGroupings[setup.group].toLowerCase();
  const mean = setup.per === 'day' && measure !== 'average_stay' && measure !== 'occupancy';
  const title = `${label} by ${unit}${mean ? ', average per day' : ''}`;
  if (values.every((value) => !value)) {
    return (
      <div>
        <h3 className={classes.nothingTitle}>{title}</h3>
        <p className={classes.nothing}>{`${label}: nothing in this range.`}</p>
      </div>
    );
  }
  const isDailyMoney = setup.group === 'day' && (measure === 'gross' || measure === 'net');
  const firstOfMonth = isDailyMoney
    ? explainFirstOfMonth(
        report.groups.map(({ key }, index) => ({ key, value: values[index] ?? null })),
      )
    : '';
  const Chart = report.groups.length > maxBars ? LineChart : BarChart;
  return (
    <Chart
      title={title}
      caption={[hint, firstOfMonth].filter(Boolean).join(' ')}
      categoryLabel={reportGroupings[setup.group]}
      categories={toCategories(setup, report)}
      series={[{ key: measure, label, color: colors[measure], values }]}
      format={full}
      formatTick={tick}
      height={220}
    />
  );
}
