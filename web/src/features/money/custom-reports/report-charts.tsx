import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { CustomReport, ReportMeasure } from '@lotkeeper/contract/money/custom-reports';
import { reportGroupings, reportMeasures } from '@lotkeeper/contract/money/custom-reports';
import { formatDateShort, formatMean } from '../../../kernel/format.ts';
import { explainFirstOfMonth } from '../../../shared/first-of-month.ts';
import { MoneyChart } from '../../../shared/money-chart.tsx';
import type { ChartColor } from '../../../ui/charts/chart-colors.ts';
import type { ChartCategory } from '../../../ui/charts/chart-types.ts';
import { dayCategories, monthCategories } from '../../../ui/charts/date-categories.ts';
import classes from './custom-reports.module.css';
import type { ReportSetup } from './custom-reports.rules.ts';
import { findFigure, formatFor, groupName, hasNotes, shownValue } from './custom-reports.rules.ts';

/** Bars for more groups would be too thin. */
const maxBars = 100;

const colors: Record<ReportMeasure, ChartColor> = {
  gross: 'whole',
  net: 'main',
  rentals: 'main',
  refunds: 'lost',
  average_stay: 'main',
  occupancy: 'main',
};

/** Stays are drawn in hours, so the axis has whole ones; `per` is the divisor. */
function drawnAs(measure: ReportMeasure, reading: ReportSetup['per']) {
  const { full, tick } = formatFor(measure, reading);
  if (measure !== 'average_stay') return { full, tick, per: 1 };
  return {
    full: (hours: number) => full(hours * 60),
    tick: (hours: number) => `${formatMean(hours)} h`,
    per: 60,
  };
}

interface ReportChartsProps {
  spot: { pk: number; organization: number };
  setup: ReportSetup;
  report: CustomReport;
  /** The same report for the days before. */
  before: { setup: ReportSetup; report: CustomReport } | null;
  today: LocalDate;
  findNotes: (date: string) => string[];
}

/** One chart per measure, since their units can't share an axis. */
export function ReportCharts(props: ReportChartsProps) {
  return (
    <div className={classes.charts}>
      {props.setup.measures.map((measure) => (
        <MeasureChart key={measure} {...props} measure={measure} />
      ))}
    </div>
  );
}

function toCategories({ setup, report, today, findNotes }: ReportChartsProps): ChartCategory[] {
  const keys = report.groups.map(({ key }) => key);
  if (setup.group === 'month') {
    return monthCategories(keys, setup.end < today ? undefined : today);
  }
  if (setup.group === 'day') {
    return dayCategories(keys, today, hasNotes(setup) ? findNotes : undefined);
  }
  return keys.map((key) => {
    const label = groupName(setup, key);
    return { key, label, axisLabel: setup.group === 'weekday' ? label.slice(0, 3) : label };
  });
}

type Reader = (group: CustomReport['groups'][number] | undefined) => number | null;

/** The earlier values in the order of the report’s groups: days by position, others by key. */
function toBefore({ setup, report, before }: ReportChartsProps, read: Reader) {
  if (!before) return undefined;
  const { groups } = before.report;
  const values = report.groups.map(({ key }, index) =>
    read(setup.group === 'day' ? groups[index] : groups.find((group) => group.key === key)),
  );
  const { start, end } = before.setup;
  return { label: `${formatDateShort(start)} – ${formatDateShort(end)}`, values };
}

function MeasureChart(props: ReportChartsProps & { measure: ReportMeasure }) {
  const { measure, setup, report, spot } = props;
  const { label, hint } = reportMeasures[measure];
  const { full, tick, per } = drawnAs(measure, setup.per);
  const readGroup: Reader = (group) => {
    const value = group ? shownValue(group, measure, setup.per) : null;
    return value === null ? null : value / per;
  };
  const values = report.groups.map(readGroup);
  const unit = setup.group === 'hour' ? 'hour' : reportGroupings[setup.group].toLowerCase();
  const mean = setup.per === 'day' && measure !== 'average_stay' && measure !== 'occupancy';
  const title = `${label} by ${unit}${mean ? ', average per day' : ''}`;
  if (values.every((value) => !value)) {
    return (
      <div>
        <h3 className={classes.nothingTitle}>{title}</h3>
        <p className="ui-top ui-dimmed">{`${label}: nothing in this range.`}</p>
      </div>
    );
  }
  const isDailyMoney = setup.group === 'day' && (measure === 'gross' || measure === 'net');
  const firstOfMonth = isDailyMoney
    ? explainFirstOfMonth(
        report.groups.map(({ key }, index) => ({ key, value: values[index] ?? null })),
      )
    : '';
  return (
    <MoneyChart
      spot={spot}
      title={title}
      caption={[hint, firstOfMonth].filter(Boolean).join(' ')}
      categoryLabel={reportGroupings[setup.group]}
      categories={toCategories(props)}
      series={[{ key: measure, label, color: colors[measure], values }]}
      isLine={report.groups.length > maxBars}
      before={toBefore(props, readGroup)}
      format={full}
      formatTick={tick}
      height={160}
      // No entries add up to a mean.
      findFigure={findFigure(setup, measure, null) && ((_, key) => findFigure(setup, measure, key))}
    />
  );
}
