import { cents } from '@lotkeeper/contract/kernel/money';
import { getWeekdayName } from '@lotkeeper/contract/kernel/weekdays';
import type {
  CustomReport,
  MeasuredValues,
  ReportGrouping,
  ReportMeasure,
} from '@lotkeeper/contract/money/custom-reports';
import {
  getSourceName,
  reportGroupings,
  reportMeasures,
} from '@lotkeeper/contract/money/custom-reports';
import { reportedTypes } from '@lotkeeper/contract/money/reported-types';
import type { CsvCell } from '../../../kernel/http/csv.ts';
import { CsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import type { DaySpan } from '../../../records/day-spans.ts';

const lookUpName = (names: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(names, key) ? (names[key] ?? key) : key;

function getGroupName(group: ReportGrouping, key: string): string {
  if (group === 'month') return key.slice(0, 7);
  if (group === 'weekday') return getWeekdayName(Number(key));
  if (group === 'hour') return `${key.padStart(2, '0')}:00`;
  if (group === 'rental_type') return lookUpName(reportedTypes, key);
  return group === 'source' ? getSourceName(key) : key;
}

const units: Partial<Record<ReportMeasure, string>> = {
  average_stay: ' (minutes)',
  occupancy: ' (%)',
};

function toCell(measure: ReportMeasure, values: MeasuredValues): CsvCell {
  const value = values[measure] ?? null;
  if (value === null || measure === 'rentals' || measure === 'average_stay') return value;
  return measure === 'occupancy' ? Math.round(value * 10_000) / 100 : { cents: cents(value) };
}

/** A report as a table: a row for each group, with its number of days, and the total. */
export function customReportFile(
  options: { spot: string; days: DaySpan; group: ReportGrouping },
  { groups, total }: CustomReport,
): CsvFile {
  const { group } = options;
  const measures = Object.keys(total.values) as ReportMeasure[];
  const cells = (values: MeasuredValues) => measures.map((measure) => toCell(measure, values));
  async function* rows() {
    yield groups.map(({ key, days, values }) => [
      getGroupName(group, key),
      days || null,
      ...cells(values),
    ]);
    yield [['Total', total.days, ...cells(total.values)]];
  }
  const groupingName = inFileName(reportGroupings[group]);
  return new CsvFile(
    `custom-report ${inFileName(options.spot)} ${groupingName} ${options.days.from} ${options.days.to}`,
    [
      reportGroupings[group],
      'Days',
      ...measures.map((measure) => `${reportMeasures[measure].label}${units[measure] ?? ''}`),
    ],
    rows(),
  );
}
