import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { figureMeasures, getFigure, listFigureEntries } from '@lotkeeper/contract/money/figures';
import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureMessage } from '../../../kernel/api.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { ErrorState } from '../../../ui/data/states.tsx';
import { listColumns } from './entry-columns.tsx';
import type { LedgerQuestion } from './ledger.api.ts';
import { useCountedTotal, useEntries } from './ledger.api.ts';
import classes from './ledger.module.css';
import { findOtherSum, formatFigure } from './ledger.rules.ts';

type EntriesPage = AnswerOf<typeof listFigureEntries>;

interface EntriesPanelProps {
  question: LedgerQuestion;
  /** Whether entries of several properties are listed. */
  withSpots: boolean;
  withRunningTotal: boolean;
}

/** A figure's total, above the entries that add up to it. */
export function EntriesPanel(props: EntriesPanelProps) {
  const { question } = props;
  const entries = useEntries(question);
  return (
    <DataPanel
      title={figureMeasures[question.measure].label}
      flush
      grows
      query={entries}
      skeleton={<TableSkeleton rows={8} columns={6} />}
    >
      {(pages) => (
        <Entries
          {...props}
          pages={pages}
          more={entries.more ? <MoreRows {...entries.more} /> : null}
        />
      )}
    </DataPanel>
  );
}

function Entries(props: EntriesPanelProps & { pages: readonly EntriesPage[]; more: ReactNode }) {
  const { question, withSpots, withRunningTotal, pages, more } = props;
  const { measure } = question;
  const withPlates = useIsAdmin(question.organizationId);
  const rows = pages.flatMap(({ results }) => results);
  const [first] = pages;
  const countedTotal = useCountedTotal(question, first?.up_to ?? null);
  const count = first?.count ?? countedTotal.data?.count;
  const otherSum = findOtherSum(pages, first?.total ?? countedTotal.data?.total);
  return (
    <>
      {first ? <Total page={first} question={question} countedTotal={countedTotal} /> : null}
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
        empty={{
          icon: BookOpen,
          title: 'No entries',
          text: question.search
            ? `No entry in these days has this ${withPlates ? 'plate or ' : ''}reference.`
            : 'Nothing was charged, refunded or paid out in these days with these filters.',
        }}
      />
      {rows.length > 0 ? (
        <p className={classes.shown}>
          {count === undefined
            ? `The first ${formatCount(rows.length)} entries`
            : `${formatCount(rows.length)} of ${formatCount(count)} entries`}
        </p>
      ) : null}
      {more}
    </>
  );
}

interface TotalProps {
  question: LedgerQuestion;
  page: EntriesPage;
  /** The total of a list whose first page came without one. */
  countedTotal: ReturnType<typeof useCountedTotal>;
}

function Total({ question, page, countedTotal }: TotalProps) {
  const { measure } = question;
  const { total, count } =
    page.total === null ? { total: null, count: null, ...countedTotal.data } : page;
  if (total === null || count === null) {
    if (countedTotal.isError)
      return (
        <ErrorState
          title={failureMessage(countedTotal.error, getFigure.failure)}
          onRetry={() => void countedTotal.refetch()}
          retrying={countedTotal.isFetching}
        />
      );
    return (
      <div className={classes.total}>
        <strong className={classes.figure} aria-hidden>
          …
        </strong>
        <span role="status">Counting the entries…</span>
      </div>
    );
  }
  const entries = count === 1 ? '1 entry' : `${formatCount(count)} entries`;
  return (
    <div className={classes.total}>
      <strong className={classes.figure}>{formatFigure(measure, total)}</strong>
      <span>{`The sum of ${entries}. ${figureMeasures[measure].hint}`}</span>
    </div>
  );
}
