import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AuditorEntry, OpenedAuditorLink } from '@lotkeeper/contract/money/auditor-links';
import {
  downloadAuditorPacket,
  getAuditorMonth,
  listAuditorEntries,
  openAuditorLink,
} from '@lotkeeper/contract/money/auditor-links';
import type { MonthClose } from '@lotkeeper/contract/money/close';
import { allProperties } from '@lotkeeper/contract/money/statement-groups';
import { QueryClientProvider } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatMoneyExact, formatMonth } from '../../../kernel/format.ts';
import { queryClient, useDownload, useRead, useReadPages } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PublicPage } from '../../../ui/frame/public-page.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { CloseLinkRow } from '../close/public.ts';

const formatDay = (at: number) => formatDate(toLocalDate(instant(at), 'UTC'));

/** What an outside accountant reads by a link, without an account. */
export function AuditorPage({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <title>For auditors · Lotkeeper</title>
      <OpenedLink token={token} />
    </QueryClientProvider>
  );
}

function OpenedLink({ token }: { token: string }) {
  const read = useRead(openAuditorLink, { params: { token } });
  const { data } = read;
  return (
    <PublicPage
      title={data?.organization ?? 'For auditors'}
      subtitle={
        data ? `For ${data.auditor}, read-only, until ${formatDay(data.expires_at)}` : 'Read-only'
      }
    >
      {data ? (
        <Months token={token} link={data} />
      ) : (
        <DataPanel query={read} skeleton={<TableSkeleton rows={6} columns={2} />}>
          {() => null}
        </DataPanel>
      )}
    </PublicPage>
  );
}

/** The months of a link, newest first. */
function listMonths({ first_month, last_month }: OpenedAuditorLink): LocalDate[] {
  const months: LocalDate[] = [];
  for (let month = last_month; month >= first_month; month = addMonths(month, -1))
    months.push(month);
  return months;
}

const all = 'all';

function Months({ token, link }: { token: string; link: OpenedAuditorLink }) {
  const [month, setMonth] = useState<LocalDate>(link.last_month);
  const [first] = link.covered;
  const [chosen, setChosen] = useState(link.covers_all ? all : String(first?.pk ?? all));
  const spot = chosen === all ? undefined : chosen;
  const packet = useDownload(downloadAuditorPacket);
  const query = { month, ...(spot === undefined ? {} : { spot }) };
  const read = useRead(getAuditorMonth, { params: { token }, query });
  return (
    <>
      <div className="ui-fields">
        <SearchSelect<LocalDate>
          label="Month"
          options={listMonths(link).map((value) => ({
            value,
            label: formatMonth(value.slice(0, 7)),
          }))}
          value={month}
          onChoose={setMonth}
        />
        <SearchSelect
          label="Property"
          options={[
            ...(link.covers_all ? [{ value: all, label: allProperties }] : []),
            ...link.covered.map(({ pk, name }) => ({ value: String(pk), label: name })),
          ]}
          value={chosen}
          onChoose={setChosen}
        />
      </div>
      <FormFailure error={packet.error} />
      <DataPanel
        title={`Close of ${formatMonth(month.slice(0, 7))}`}
        query={read}
        skeleton={<TableSkeleton rows={6} columns={2} />}
        actions={
          read.data?.closing && link.covers_all ? (
            <Button
              onClick={() => packet.mutate({ params: { token }, query: { month } })}
              loading={packet.isPending}
            >
              Download packet
            </Button>
          ) : null
        }
      >
        {(data) => <p>{describeClosing(data)}</p>}
      </DataPanel>
      {read.data ? (
        <Panel title="Comparisons" flush>
          {read.data.links.map((closeLink) => (
            <CloseLinkRow
              key={closeLink.link}
              organizationId={null}
              month={month}
              spotPk={spot === undefined ? undefined : Number(spot)}
              link={closeLink}
              isOpen
              onSign={null}
            />
          ))}
        </Panel>
      ) : null}
      {spot === undefined ? (
        <Panel title="Ledger">
          <p>Choose a property to read its ledger of the month.</p>
        </Panel>
      ) : (
        <Ledger key={`${month} ${spot}`} token={token} month={month} spot={spot} />
      )}
    </>
  );
}

const describeClosing = ({ closing }: MonthClose) =>
  closing
    ? `Closed on ${formatDay(closing.closed_at)} by ${closing.closed_by}. Its sums and signatures are frozen.`
    : 'This month isn’t closed yet, so its sums may still change.';

const columns: DataColumn<AuditorEntry>[] = [
  {
    key: 'entry',
    header: 'Entry',
    primary: true,
    render: ({ external_id, source }) => <UserText>{`${source} ${external_id}`}</UserText>,
  },
  { key: 'day', header: 'Day', render: ({ local_date }) => formatDate(local_date) },
  { key: 'kind', header: 'Kind', isWideOnly: true, render: ({ kind }) => kind },
  { key: 'gross', header: 'Gross', align: 'right', render: ({ gross }) => formatMoneyExact(gross) },
  {
    key: 'refund',
    header: 'Refund',
    align: 'right',
    isWideOnly: true,
    render: ({ refund }) => formatMoneyExact(refund),
  },
  {
    key: 'tax',
    header: 'Tax',
    align: 'right',
    isWideOnly: true,
    render: ({ tax }) => formatMoneyExact(tax),
  },
  { key: 'net', header: 'Net', align: 'right', render: ({ net }) => formatMoneyExact(net) },
];

function Ledger({ token, month, spot }: { token: string; month: LocalDate; spot: string }) {
  const pages = useReadPages(
    listAuditorEntries,
    { params: { token }, query: { month, spot } },
    ({ next }) => (next === null ? null : { after: String(next) }),
  );
  return (
    <DataPanel
      title="Ledger"
      flush
      query={pages}
      skeleton={<TableSkeleton rows={8} columns={5} />}
      isEmpty={([page]) => page?.results.length === 0}
      empty={{
        icon: Receipt,
        title: 'No entries',
        text: 'The ledger has no entries of this property in the month.',
      }}
    >
      {(read) => (
        <>
          <DataTable
            caption="Ledger"
            rows={read.flatMap(({ results }) => results)}
            rowKey={({ pk }) => pk}
            columns={columns}
          />
          {pages.more ? <MoreRows {...pages.more} /> : null}
        </>
      )}
    </DataPanel>
  );
}
