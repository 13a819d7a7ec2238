import type { SavedReport } from '@lotkeeper/contract/money/custom-reports';
import {
  createSavedReport,
  deleteSavedReport,
  listSavedReports,
} from '@lotkeeper/contract/money/custom-reports';
import { useState } from 'react';
import { useSend } from '../../../kernel/queries.ts';

/** Deletes saved reports without asking, since each can be saved again. */
export function useDeletion(spot: { pk: number }, onDone: (message: string) => void) {
  const [last, setLast] = useState<SavedReport | null>(null);
  const remove = useSend(deleteSavedReport, [listSavedReports]);
  const create = useSend(createSavedReport, [listSavedReports]);
  const undo = (report: SavedReport) => {
    const { name, measures, group, range, start_date, end_date } = report;
    const dates = start_date && end_date ? { start_date, end_date } : {};
    create.mutate(
      { body: { spot: spot.pk, name, measures, group, range, ...dates } },
      {
        onSuccess: () => {
          setLast(null);
          onDone(`Restored ${name}.`);
        },
      },
    );
  };
  return {
    error: remove.error ?? create.error,
    failure: remove.error ? deleteSavedReport.failure : createSavedReport.failure,
    /** The report that is being deleted; the list already omits it. */
    leaving: remove.isPending ? Number(remove.variables.params.id) : null,
    deleteReport: (report: SavedReport) => {
      create.reset();
      remove.mutate(
        { params: { id: report.pk } },
        {
          onSuccess: () => {
            setLast(report);
            onDone(`Deleted ${report.name}.`);
          },
        },
      );
    },
    undo: last && !create.isPending ? () => undo(last) : null,
    forget: () => setLast(null),
  };
}
