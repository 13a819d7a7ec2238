import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  customReportMessages,
  downloadCustomReport,
  getCustomReport,
} from '@lotkeeper/contract/money/custom-reports';
import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import { ChartColumn } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { AdminOnly } from '../../../shared/admin-only.tsx';
import { useDayNotes } from '../../../shared/day-notes.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import classes from './custom-reports.module.css';
import type { ReportSetup } from './custom-reports.rules.ts';
import {
  findEarlierSetup,
  hasNotes,
  isEmptyReport,
  readSetup,
  searchOfSaved,
} from './custom-reports.rules.ts';
import { ReportCharts } from './report-charts.tsx';
import type { OpenDialog } from './report-dialogs.tsx';
import type { ReportSearch } from './report-search.ts';
import { ReportForm } from './report-setup.tsx';
import { ReportTable } from './report-table.tsx';
import { SavedReports } from './saved-reports.tsx';
import { useDeletion } from './use-deletion.ts';

const ReportDialogs = lazyDialog(() => import('./report-dialogs.tsx'));

interface CustomReportsPageProps extends FilterProps<ReportSearch> {
  spot: { pk: number; organization: number; name: string; timezone: string };
}

/** With more columns, the table needs the whole width. */
const maxBeside = 4;

const toQuery = (spot: { pk: number }, { measures, group, start, end }: ReportSetup) => ({
  spot: String(spot.pk),
  measures: measures.join(','),
  group,
  start_date: start,
  end_date: end,
});

/** Custom reports of an Admin: measures over a range, grouped, as charts, table, and file. */
export function CustomReportsPage({ spot, filters, onFilter }: CustomReportsPageProps) {
  const today = toLocalDate(now(), spot.timezone);
  const setup = readSetup(filters, today);
  const query = toQuery(spot, setup);
  const file = useDownload(downloadCustomReport);
  const { dialog, notice, open: openDialog, close, done, setNotice } = useDialog<OpenDialog>();
  const deletion = useDeletion(spot, setNotice);
  const open = (nextDialog: OpenDialog) => {
    deletion.forget();
    openDialog(nextDialog);
  };
  return (
    <>
      <PageHeader
        title="Custom Reports"
        subtitle={spot.name}
        actions={
          <>
            <AdminOnly organization={spot.organization}>
              <Button variant="default" onClick={() => open({ kind: 'save' })}>
                Save
              </Button>
            </AdminOnly>
            <DownloadButton loading={file.isPending} onClick={() => file.mutate({ query })} />
          </>
        }
      />
      <Notice text={notice} onUndo={deletion.undo} />
      <FormFailure error={deletion.error} action={deletion.failure} />
      <FormFailure error={file.error} action={downloadCustomReport.failure} />
      <div className="ui-stack">
        <Panel>
          <ReportForm setup={setup} today={today} onChange={onFilter} />
        </Panel>
        <Report {...{ spot, setup, query, today }} />
        <SavedReports
          spot={spot}
          onOpen={(report) => {
            deletion.forget();
            setNotice(`Opened ${report.name}.`);
            onFilter(searchOfSaved(report));
          }}
          onRename={(report) => open({ kind: 'rename', report })}
          onDelete={deletion.deleteReport}
          leaving={deletion.leaving}
        />
      </div>
      {dialog ? <ReportDialogs {...{ spot, setup, dialog }} onDone={done} onClose={close} /> : null}
    </>
  );
}

function Report(props: {
  spot: { pk: number; organization: number };
  setup: ReportSetup;
  query: ReturnType<typeof toQuery>;
  today: LocalDate;
}) {
  const { spot, setup, query, today } = props;
  const read = useRead(getCustomReport, { query }, { refreshEvery: reportRefreshSeconds });
  const earlier = findEarlierSetup(setup);
  const before = useRead(getCustomReport, earlier && { query: toQuery(spot, earlier) });
  const findNotes = useDayNotes(spot, hasNotes(setup) ? setup : null);
  const empty = read.data !== undefined && isEmptyReport(read.data);
  return (
    <div className={empty || setup.measures.length > maxBeside ? 'ui-stack' : classes.beside}>
      <DataPanel
        title="Charts"
        silentRefetch
        query={read}
        grows
        skeleton={<Bone height="18rem" />}
        isEmpty={() => empty}
        empty={{
          icon: ChartColumn,
          title: customReportMessages.empty,
          text: 'Choose other dates or other measures.',
        }}
      >
        {(report) => (
          <ReportCharts
            {...{ spot, setup, report, today, findNotes }}
            before={earlier && before.data ? { setup: earlier, report: before.data } : null}
          />
        )}
      </DataPanel>
      {read.data && !empty ? (
        <Panel flush>
          <ReportTable key={JSON.stringify(query)} spot={spot} setup={setup} report={read.data} />
        </Panel>
      ) : null}
    </div>
  );
}
