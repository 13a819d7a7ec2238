import type {
  CustomReport,
  ReportGroup,
  ReportMeasure,
} from '@lotkeeper/contract/money/custom-reports';
import {
  enforcementSourceHint,
  reportGroupings,
  reportMeasures,
} from '@lotkeeper/contract/money/custom-reports';
import { useState } from 'react';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Pager } from '../../../ui/data/pager.tsx';
import type { ReportSetup } from './custom-reports.rules.ts';
import { findFigure, formatFor, groupName, shownValue } from './custom-reports.rules.ts';

/** Rows per page of the table: one month of days. */
const pageSize = 31;

type SpotKeys = { pk: number; organization: number };

function createColumns(
  spot: SpotKeys,
  setup: ReportSetup,
  { total }: CustomReport,
): DataColumn<ReportGroup>[] {
  const renderValue = (
    group: Pick<ReportGroup, 'days' | 'values'>,
    measure: ReportMeasure,
    key: string | null,
  ) => {
    const value = shownValue(group, measure, setup.per);
    if (value === null) return '–';
    const text = formatFor(measure, setup.per).full(value);
    const figure = findFigure(setup, measure, key);
    return figure ? linkToSpotFigure(spot, figure)(text) : text;
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
      render: (group: ReportGroup) => renderValue(group, measure, group.key),
      footer: renderValue(total, measure, null),
    })),
  ];
}

/** Each group with its measures; the overall total is on every page. */
export function ReportTable(props: { spot: SpotKeys; setup: ReportSetup; report: CustomReport }) {
  const { spot, setup, report } = props;
  const [page, setPage] = useState(1);
  const { groups } = report;
  const first = (page - 1) * pageSize;
  return (
    <>
      <DataTable
        caption="Report"
        rows={groups.slice(first, first + pageSize)}
        rowKey={({ key }) => key}
        columns={createColumns(spot, setup, report)}
      />
      {setup.group === 'source' && groups.some(({ key }) => key === 'enforcement') ? (
        <p className="ui-foot">{enforcementSourceHint}</p>
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
