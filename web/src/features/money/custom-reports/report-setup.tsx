import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  customReportMessages,
  reportGroupings,
  reportMeasureNames,
  reportMeasures,
  reportRanges,
  whyNotMeasured,
} from '@lotkeeper/contract/money/custom-reports';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import { useState } from 'react';
import { Choices } from '../../../ui/form/choices.tsx';
import { DateRangePicker } from '../../../ui/form/date-range-picker.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import classes from './custom-reports.module.css';
import type { ReportSetup } from './custom-reports.rules.ts';
import { daysIn, hasMean, readSetup, toSearch } from './custom-reports.rules.ts';
import type { ReportSearch } from './report-search.ts';

const toOptions = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));

const groupings = toOptions(reportGroupings);
/** Mondays of 30 days are beside Saturdays of the 30 before, so only old links and reports have them. */
const listRanges = (chosen: ReportSetup['range']) =>
  toOptions(reportRanges).filter(({ value }) => value !== 'last_30_days' || value === chosen);
const readings = [
  { value: 'total', label: 'Total' },
  { value: 'day', label: 'Average per day' },
] as const;

interface ReportFormProps {
  setup: ReportSetup;
  today: LocalDate;
  onChange: (search: ReportSearch) => void;
}

/** What a report measures, how it groups, and which days it covers. */
export function ReportForm({ setup, today, onChange }: ReportFormProps) {
  const change = (to: Partial<ReportSetup>) => onChange(toSearch({ ...setup, ...to }));
  return (
    <div className="ui-parts">
      <Measures {...{ setup, today, onChange }} />
      <div className={classes.filters}>
        <div className="ui-field">
          <SearchSelect
            label="Group by"
            options={groupings}
            value={setup.group}
            onChoose={(group) => change({ group })}
          />
        </div>
        <div className="ui-field">
          <SearchSelect
            label="Range"
            options={listRanges(setup.range)}
            value={setup.range}
            onChoose={(range) => change({ range })}
          />
        </div>
        <Dates {...{ setup, today, onChange }} />
        {hasMean(setup.group) ? (
          <Segments
            label="Reading"
            options={readings}
            chosen={setup.per}
            onChange={(per) => change({ per })}
          />
        ) : null}
      </div>
    </div>
  );
}

/** The last measure can't be removed: the report stays as it is, and says so. */
function Measures({ setup, onChange }: ReportFormProps) {
  const [isEmpty, setIsEmpty] = useState(false);
  return (
    <div className={classes.measures}>
      <Choices
        label="Measures"
        options={reportMeasureNames.map((value) => ({
          value,
          label: reportMeasures[value].label,
          unless: whyNotMeasured(value, setup.group, daysIn(setup)),
        }))}
        chosen={setup.measures}
        onChange={(chosen) => {
          const measures = reportMeasureNames.filter((measure) => chosen.includes(measure));
          setIsEmpty(measures.length === 0);
          if (measures.length > 0) onChange(toSearch({ ...setup, measures }));
        }}
        error={isEmpty ? customReportMessages.measures : undefined}
      />
    </div>
  );
}

/** Dates picked here stay fixed; a range over three years is refused. */
function Dates({ setup, today, onChange }: ReportFormProps) {
  const [refused, setRefused] = useState(false);
  return (
    <div>
      <DateRangePicker
        label="Dates"
        value={setup}
        today={today}
        earliest={earliestReportDate}
        onChange={({ start, end }) => {
          const search = toSearch({
            ...setup,
            range: 'fixed',
            start: start as LocalDate,
            end: end as LocalDate,
          });
          const isFixedRange = readSetup(search, today).range === 'fixed';
          setRefused(!isFixedRange);
          if (isFixedRange) onChange(search);
        }}
      />
      <FailureText>{refused ? customReportMessages.tooLong : null}</FailureText>
    </div>
  );
}
