import type { CustomReport, ReportGroup, ReportMeasure } from '@lotkeeper/contract/custom-reports';
import {
  enforcementSourceHint,
  reportGroupings,
  reportMeasures,
} from '@lotkeeper/contract/custom-reports';
import { useState } from 'react';
import type { DataColumn } from '../../ui/data/data-table.tsx';
import { DataTable } from '../../ui/data/data-table.tsx';
import { Pager } from '../../ui/data/pager.tsx';
import classes from './custom-reports.module.css';
import type { ReportSetup } from './custom-reports.rules.ts';
import { formatFor, groupName, shownValue } from './custom-reports.rules.ts';

/** Groups on a page of the table: a month of days. */
const pageSize = 31;

function createColumns(setup: ReportSetup, { total }: CustomReport): DataColumn<ReportGroup>[] {
  const formatValue = (group: Pick<ReportGroup, 'days' | 'values'>, measure: ReportMeasure) => {
    const value = shownValue(group, measure, setup.per);
    return value === null ? '–' : formatFor(measure, setup.per).full(value);
  };
  return [
    {
      key: 'group',
      header: reportGroupings[setup.group],
      primary: true,
      render: ({ key }) => groupName(setup, key),
      footer: setup.per === 'day' ? 'Average per day' : 'Total',
    },
    ...setup.measures.map((measure) => ({
      key: measure,
      header: reportMeasures[measure].label,
      align: 'right' as const,
      render: (group: ReportGroup) => formatValue(group, measure),
      footer: formatValue(total, measure),
    })),
  ];
}

/** Each group with its measures, and the total of all of them on every page. */
export function ReportTable({ setup, report }: { setup: ReportSetup; report: CustomReport }) {
  const [page, setPage] = useState(1);
  const { groups } = report;
  const first = (page - 1) * pageSize;
  return (
    <>
      <DataTable
        caption="Report"
        rows={groups.slice(first, first + pageSize)}
        rowKey={({ key }) => key}
        columns={createColumns(setup, report)}
      />
      {setup.group === 'source' && groups.some(({ key }) => key === 'enforcement') ? (
        <p className={classes.definition}>{enforcementSourceHint}</p>
      ) : null}
      <Pager
        label="Report"
        page={page}
        list={{ data: { count: groups.length }, isFetching: false }}
        size={pageSize}
        onPage={setPage}
      />
    </>
  );
}
