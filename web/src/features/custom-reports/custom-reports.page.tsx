import {
  customReportMessages,
  downloadCustomReport,
  getCustomReport,
  reportGroupings,
} from '@lotkeeper/contract/custom-reports';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { reportRefreshSeconds } from '@lotkeeper/contract/reports';
import { ChartColumn } from 'lucide-react';
import { now } from '../../kernel/clock.ts';
import { formatDate } from '../../kernel/format.ts';
import { useDownload, useRead } from '../../kernel/queries.ts';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { EmptyState } from '../../ui/data/states.tsx';
import { Button } from '../../ui/form/button.tsx';
import { DownloadButton } from '../../ui/form/download-button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { lazyDialog } from '../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../ui/frame/notice.tsx';
import { PageHeader } from '../../ui/frame/page-header.tsx';
import { Panel } from '../../ui/frame/panel.tsx';
import { useDialog } from '../../ui/frame/use-dialog.ts';
import classes from './custom-reports.module.css';
import type { ReportSearch, ReportSetup } from './custom-reports.rules.ts';
import { isEmptyReport, readSetup, searchOfSaved } from './custom-reports.rules.ts';
import { ReportCharts } from './report-charts.tsx';
import type { OpenDialog } from './report-dialogs.tsx';
import { ReportForm } from './report-setup.tsx';
import { ReportTable } from './report-table.tsx';
import { SavedReports } from './saved-reports.tsx';

const ReportDialogs = lazyDialog(() => import('./report-dialogs.tsx'));

interface CustomReportsPageProps {
  spot: { pk: number; name: string; timezone: string };
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

const toQuery = (spot: { pk: number }, { measures, group, start, end }: ReportSetup) => ({
  spot: String(spot.pk),
  measures: measures.join(','),
  group,
  start_date: start,
  end_date: end,
});

/** Reports that an Admin makes up himself: measures over a range, grouped, as charts, table and file. */
export function CustomReportsPage({ spot, search, onSearch }: CustomReportsPageProps) {
  const today = toLocalDate(now(), spot.timezone);
  const setup = readSetup(search, today);
  const query = toQuery(spot, setup);
  const file = useDownload(downloadCustomReport);
  const { dialog, notice, open, close, done, setNotice } = useDialog<OpenDialog>();
  return (
    <>
      <title>Custom Reports · Lotkeeper</title>
      <PageHeader
        title="Custom Reports"
        subtitle={spot.name}
        actions={
          <>
            <Button onClick={() => open({ kind: 'save' })}>Save</Button>
            <DownloadButton loading={file.isPending} onClick={() => file.mutate({ query })} />
          </>
        }
      />
      <Notice text={notice} />
      <FormFailure error={file.error} action={downloadCustomReport.failure} />
      <div className={classes.panels}>
        <Panel>
          <ReportForm setup={setup} today={today} onChange={onSearch} />
        </Panel>
        <Report setup={setup} query={query} />
        <SavedReports
          spot={spot}
          onOpen={(report) => {
            setNotice(`Opened ${report.name}.`);
            onSearch(searchOfSaved(report));
          }}
          onRename={(report) => open({ kind: 'rename', report })}
          onDelete={(report) => open({ kind: 'delete', report })}
        />
      </div>
      {dialog ? <ReportDialogs {...{ spot, setup, dialog }} onDone={done} onClose={close} /> : null}
    </>
  );
}

function Report({ setup, query }: { setup: ReportSetup; query: ReturnType<typeof toQuery> }) {
  const read = useRead(getCustomReport, { query }, { refreshEvery: reportRefreshSeconds });
  const days = `${formatDate(setup.start)} – ${formatDate(setup.end)}`;
  const empty = read.data !== undefined && isEmptyReport(read.data);
  return (
    <>
      <DataPanel
        title={`By ${reportGroupings[setup.group].toLowerCase()}, ${days}`}
        silentRefetch
        query={read}
        skeleton={<Bone height="18rem" />}
        empty={() =>
          empty ? (
            <EmptyState
              icon={<ChartColumn size={24} />}
              title={customReportMessages.empty}
              text="Choose other dates or other measures."
            />
          ) : null
        }
      >
        {(report) => <ReportCharts setup={setup} report={report} />}
      </DataPanel>
      {read.data && !empty ? (
        <Panel title="Table" flush>
          <ReportTable key={JSON.stringify(query)} setup={setup} report={read.data} />
        </Panel>
      ) : null}
    </>
  );
}
