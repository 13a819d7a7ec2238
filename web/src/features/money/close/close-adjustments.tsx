import type {
  CloseAdjustment,
  CloseLink,
  LateChange,
  LateEntry,
  LikelyDouble,
  MonthClose,
} from '@lotkeeper/contract/money/close';
import {
  closeCauses,
  closeLinks,
  closeStations,
  listLateEntries,
  maxDoubles,
  maxLateEntries,
} from '@lotkeeper/contract/money/close';
import { formatCount, formatDate, formatMoneyExact, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { FigureLink } from '../../../shared/figure-link.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './close.module.css';
import { formatDay, formatSum } from './close-words.ts';

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
  const { adjustments, late, late_changes, doubles, month } = data;
  return (
    <>
      {adjustments.length > 0 ? (
        <Panel title="Adjustments of earlier months" flush>
          <p className="ui-explanation">
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
      {late_changes.length > 0 ? <LateChanges changes={late_changes} links={data.links} /> : null}
      {doubles.length > 0 ? <Doubles organizationId={organizationId} doubles={doubles} /> : null}
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
          <p className="ui-explanation">
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

const nameChange = ({ link, cause }: LateChange) =>
  cause === null ? closeStations[link === 'cars' ? 'cars' : 'bank'].label : closeCauses[cause];

/** Late visits, remittances and transactions of the bank, which the frozen sums don't have. */
function LateChanges(props: { changes: readonly LateChange[]; links: readonly CloseLink[] }) {
  const { changes, links } = props;
  const showSum = ({ link }: LateChange, value: number) => {
    const found = links.find((item) => item.link === link);
    return found ? formatSum(found, value) : formatMoneyExact(value);
  };
  return (
    <Panel title="Changed after closing" flush>
      <p className="ui-explanation">
        Visits, remittances and bank files that came late. The sums above don’t have them.
      </p>
      <DataTable
        caption="Changed after closing"
        rows={changes}
        rowKey={({ link, cause, source, detail }) => `${link} ${cause} ${source} ${detail}`}
        columns={[
          {
            key: 'what',
            header: 'What',
            primary: true,
            render: (change) => (
              <>
                {nameChange(change)}
                {change.detail === null ? null : (
                  <span className={classes.cause}>
                    <UserText>{change.detail}</UserText>
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'link',
            header: 'Comparison',
            isWideOnly: true,
            render: ({ link }) => closeLinks[link].label,
          },
          {
            key: 'before',
            header: 'When closed',
            align: 'right',
            render: (change) => showSum(change, change.before),
          },
          {
            key: 'now',
            header: 'Now',
            align: 'right',
            render: (change) => showSum(change, change.now),
          },
        ]}
      />
    </Panel>
  );
}

function Doubles(props: { organizationId: string; doubles: readonly LikelyDouble[] }) {
  const { organizationId, doubles } = props;
  return (
    <Panel title="Likely doubles" flush>
      <p className="ui-explanation">
        Charges of the same rental with the same amount in the same minute. If one was recorded
        twice, refund it; then it’s no longer here.
        {doubles.length === maxDoubles ? ` The first ${maxDoubles} are listed.` : ''}
      </p>
      <DataTable
        caption="Likely doubles"
        rows={doubles}
        rowKey={({ pk }) => pk}
        columns={[
          {
            key: 'day',
            header: 'Day',
            primary: true,
            render: ({ local_date }) => formatDate(local_date),
          },
          {
            key: 'property',
            header: 'Property',
            render: ({ property }) => <UserText>{property.name}</UserText>,
          },
          {
            key: 'ids',
            header: 'IDs',
            isDetail: true,
            render: ({ first_id, second_id }) => <UserText>{`${first_id}, ${second_id}`}</UserText>,
          },
          {
            key: 'amount',
            header: 'Amount',
            align: 'right',
            render: ({ amount, local_date, property }) => (
              <FigureLink
                organization={organizationId}
                figure={{
                  measure: 'gross',
                  startDate: local_date,
                  endDate: local_date,
                  spotPk: property.pk,
                }}
              >
                {formatMoneyExact(amount)}
              </FigureLink>
            ),
          },
        ]}
      />
    </Panel>
  );
}
