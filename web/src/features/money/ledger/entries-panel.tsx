import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { figureMeasures, getFigure, listFigureEntries } from '@lotkeeper/contract/money/figures';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../kernel/api.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { NoMatch } from '../../../ui/data/no-match.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Hinted } from '../../../ui/frame/hint.tsx';
import { listColumns } from './entry-columns.tsx';
import type { LedgerQuestion } from './ledger.api.ts';
import { useCountedTotal, useEntries } from './ledger.api.ts';
import classes from './ledger.module.css';
import { describeFilters, findOtherSum, formatFigure } from './ledger.rules.ts';

type EntriesPage = AnswerOf<typeof listFigureEntries>;

interface EntriesPanelProps {
  question: LedgerQuestion;
  /** Whether entries of several properties are listed. */
  withSpots: boolean;
  /** Removes the filters. */
  onClear: () => void;
}

/** A figure's total, above the entries that add up to it. */
export function EntriesPanel(props: EntriesPanelProps) {
  const { question } = props;
  const [withRunningTotal, setWithRunningTotal] = useState(false);
  const entries = useEntries(question);
  const [first] = entries.data ?? [];
  const counted = useCountedTotal(question, first?.up_to ?? null);
  const sum = first?.total === null ? counted.data : first;
  return (
    <DataPanel
      title={figureMeasures[question.measure].label}
      actions={
        <>
          <label className={classes.running}>
            <input
              type="checkbox"
              checked={withRunningTotal}
              onChange={(event) => setWithRunningTotal(event.currentTarget.checked)}
            />
            Running total
          </label>
          <Total {...{ question, sum }} />
        </>
      }
      flush
      grows
      query={entries}
      skeleton={<TableSkeleton rows={8} columns={6} />}
    >
      {(pages) => (
        <>
          {counted.isError ? (
            <ErrorState
              title={failureMessage(counted.error, getFigure.failure)}
              onRetry={() => void counted.refetch()}
              retrying={counted.isFetching}
            />
          ) : null}
          <Entries {...props} {...{ pages, sum, withRunningTotal }} />
          {entries.more ? <MoreRows {...entries.more} /> : null}
        </>
      )}
    </DataPanel>
  );
}

/** The total of a list and the number of its entries; undefined until both are known. */
type Sum = { total: number | null; count: number | null } | undefined;

interface EntriesProps extends EntriesPanelProps {
  pages: readonly EntriesPage[];
  sum: Sum;
  withRunningTotal: boolean;
}

function Entries(props: EntriesProps) {
  const { question, withSpots, withRunningTotal, pages, sum, onClear } = props;
  const { measure } = question;
  const withPlates = useIsAdmin(question.organizationId);
  const rows = pages.flatMap(({ results }) => results);
  const filters = [
    question.search,
    ...describeFilters(question.filters).map(({ text }) => text),
  ].filter(Boolean);
  const otherSum = findOtherSum(pages, sum?.total);
  return (
    <>
      {otherSum === null ? null : (
        <p role="alert" className={classes.differs}>
          These entries add up to {formatFigure(measure, otherSum)}, which isn’t the total: an entry
          was changed in the database. <code>npm run ledger:verify</code> on the server names it.
        </p>
      )}
      <DataTable
        caption="Ledger entries"
        rows={rows}
        rowKey={({ pk }) => pk}
        columns={listColumns({
          organization: Number(question.organizationId),
          measure,
          withSpots,
          withPlates,
          withRunningTotal,
        })}
        empty={
          filters.length > 0 ? (
            <NoMatch
              title={
                question.search
                  ? `No entry in these days has this ${withPlates ? 'plate or ' : ''}reference.`
                  : 'No entries in these days'
              }
              by={filters}
              onClear={onClear}
            />
          ) : (
            {
              icon: BookOpen,
              title: 'No entries',
              text: 'Nothing was charged, refunded or paid out in these days.',
            }
          )
        }
      />
      {rows.length > 0 ? (
        <p className="ui-foot">
          {sum?.count
            ? `${formatCount(rows.length)} of ${formatCount(sum.count)} entries`
            : `The first ${formatCount(rows.length)} entries`}
        </p>
      ) : null}
    </>
  );
}

function Total({ question: { measure }, sum }: { question: LedgerQuestion; sum: Sum }) {
  if (typeof sum?.total !== 'number' || sum.count === null)
    return (
      <p role="status" className={classes.sum}>
        Counting the entries…
      </p>
    );
  const entries = sum.count === 1 ? '1 entry' : `${formatCount(sum.count)} entries`;
  return (
    <p className={classes.sum}>
      <span>
        <Hinted label={`The sum of ${entries}`} hint={figureMeasures[measure].hint} />
      </span>
      <strong className={classes.figure}>{formatFigure(measure, sum.total)}</strong>
    </p>
  );
}
