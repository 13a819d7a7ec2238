import type { SavedReport } from '@lotkeeper/contract/money/custom-reports';
import { listSavedReports, reportMeasures } from '@lotkeeper/contract/money/custom-reports';
import { useRead } from '../../../kernel/queries.ts';
import { AdminOnly } from '../../../shared/admin-only.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { RowButton } from '../../../ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import classes from './custom-reports.module.css';
import { savedInWords } from './custom-reports.rules.ts';

export interface SavedActs {
  onOpen: (report: SavedReport) => void;
  onRename: (report: SavedReport) => void;
  onDelete: (report: SavedReport) => void;
}

interface SavedReportsProps extends SavedActs {
  spot: { pk: number; organization: number };
  /** The report that is being deleted. */
  leaving: number | null;
}

/** The property's saved reports, which can be opened, renamed, and deleted. */
export function SavedReports({ spot, leaving, ...actions }: SavedReportsProps) {
  const read = useRead(listSavedReports, { query: { spot: String(spot.pk) } });
  return (
    <DataPanel
      title="Saved reports"
      flush
      query={read}
      skeleton={<TableSkeleton rows={3} columns={2} />}
      empty={{
        title: 'No saved reports',
        text: 'Saved reports open again later with up-to-date days.',
      }}
    >
      {(reports) => (
        <ul className="ui-divided">
          {reports
            .filter(({ pk }) => pk !== leaving)
            .map((report) => (
              <Saved key={report.pk} {...{ spot, report }} {...actions} />
            ))}
        </ul>
      )}
    </DataPanel>
  );
}

function Saved(props: { spot: SavedReportsProps['spot']; report: SavedReport } & SavedActs) {
  const { spot, report, onOpen, onRename, onDelete } = props;
  const measures = report.measures.map((measure) => reportMeasures[measure].label);
  return (
    <li className={classes.report}>
      <div className={classes.what}>
        <span className="ui-strong">{report.name}</span>
        <span className="ui-note">{savedInWords(report, measures)}</span>
      </div>
      <div className="ui-row">
        <RowButton action="Open" subject={report.name} onClick={() => onOpen(report)} />
        <AdminOnly organization={spot.organization}>
          <RowButton action="Rename" subject={report.name} onClick={() => onRename(report)} />
          <RowButton action="Delete" subject={report.name} onClick={() => onDelete(report)} />
        </AdminOnly>
      </div>
    </li>
  );
}
