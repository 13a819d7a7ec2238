import type { CloseAdjustment, LateEntry, MonthClose } from '@lotkeeper/contract/money/close';
import { listLateEntries, maxLateEntries } from '@lotkeeper/contract/money/close';
import { formatCount, formatDate, formatMoneyExact, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './close.module.css';
import { formatDay } from './close-words.ts';

const countEntries = (count: number) =>
  `${formatCount(count)} ledger ${count === 1 ? 'entry' : 'entries'}`;

const columns: DataColumn<CloseAdjustment>[] = [
  {
    key: 'month',
    header: 'Closed month',
    primary: true,
    render: ({ month }) => formatMonth(month.slice(0, 7)),
  },
  {
    key: 'entries',
    header: 'Entries',
    align: 'right',
    render: ({ entries }) => formatCount(entries),
  },
  { key: 'gross', header: 'Gross', align: 'right', render: ({ gross }) => formatMoneyExact(gross) },
  {
    key: 'refunds',
    header: 'Refunds',
    align: 'right',
    isWideOnly: true,
    render: ({ refunds }) => formatMoneyExact(refunds),
  },
  { key: 'net', header: 'Net', align: 'right', render: ({ net }) => formatMoneyExact(net) },
];

/** What arrived for closed months: for earlier ones, which counts in this month, and for this one if it is closed. */
export function CloseAdjustments(props: { organizationId: string; data: MonthClose }) {
  const { organizationId, data } = props;
  const { adjustments, late, month } = data;
  return (
    <>
      {adjustments.length > 0 ? (
        <Panel title="Adjustments of earlier months" flush>
          <p className={classes.explanation}>
            These ledger entries arrived after their month was closed, so they count here.
          </p>
          <DataTable
            caption="Adjustments of earlier months"
            rows={adjustments}
            rowKey={(adjustment) => adjustment.month}
            columns={columns}
          />
        </Panel>
      ) : null}
      {late && late.entries > 0 ? (
        <LateEntries organizationId={organizationId} month={month} late={late} />
      ) : null}
    </>
  );
}

const lateColumns: DataColumn<LateEntry>[] = [
  {
    key: 'entry',
    header: 'Entry',
    primary: true,
    render: ({ external_id }) => <UserText>{external_id}</UserText>,
  },
  {
    key: 'spot',
    header: 'Property',
    isDetail: true,
    render: ({ spot }) => <UserText>{spot}</UserText>,
  },
  {
    key: 'day',
    header: 'Day',
    isWideOnly: true,
    render: ({ local_date }) => formatDate(local_date),
  },
  { key: 'recorded', header: 'Arrived', render: ({ recorded_at }) => formatDay(recorded_at) },
  { key: 'net', header: 'Net', align: 'right', render: ({ net }) => formatMoneyExact(net) },
];

function LateEntries(props: {
  organizationId: string;
  month: MonthClose['month'];
  late: CloseAdjustment;
}) {
  const { organizationId, month, late } = props;
  const entries = useRead(listLateEntries, { params: { orgId: organizationId }, query: { month } });
  return (
    <DataPanel
      title="Arrived after closing"
      flush
      query={entries}
      skeleton={<TableSkeleton rows={3} columns={4} />}
    >
      {(rows) => (
        <>
          <p className={classes.explanation}>
            {countEntries(late.entries)}, net {formatMoneyExact(late.net)}. The sums above don’t
            have them: they count in the month that was open when they arrived.
            {rows.length === maxLateEntries ? ` The newest ${maxLateEntries} are listed.` : ''}
          </p>
          <DataTable
            caption="Arrived after closing"
            rows={rows}
            rowKey={({ pk }) => pk}
            columns={lateColumns}
          />
        </>
      )}
    </DataPanel>
  );
}
