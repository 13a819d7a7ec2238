import { fromEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { debtAges, debtKindNames } from '@lotkeeper/contract/people/filter-words';
import type { Receivable } from '@lotkeeper/contract/people/receivables';
import {
  debtKinds,
  downloadReceivables,
  listReceivables,
  receivablesPageSize,
} from '@lotkeeper/contract/people/receivables';
import { Link } from '@tanstack/react-router';
import { HandCoins } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import {
  formatCount,
  formatDate,
  formatMoneyShort,
  formatQuantity,
} from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { FieldRow } from '../../../ui/data/field-row.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { ReadText } from '../../../ui/data/skeleton.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import type { ReceivablesFilters } from './receivables-search.ts';

interface ReceivablesPageProps extends FilterProps<ReceivablesFilters> {
  organizationId: string;
}

const any = 'all';
const kinds = [
  { value: any, label: 'All' },
  ...debtKindNames.map((kind) => ({ value: kind, label: debtKinds[kind] })),
];
const ages = [
  { value: any, label: 'All' },
  ...debtAges.map((age) => ({ value: age, label: `Older than ${age} days` })),
];

/** What drivers and tenants owe at any property, the most first, with the sum. */
export function ReceivablesPage({ organizationId, filters, onFilter }: ReceivablesPageProps) {
  const { kind, older, page = 1 } = filters;
  const question = {
    organization: organizationId,
    ...(kind && { kind }),
    ...(older && { older_than: older }),
  };
  const list = useRead(listReceivables, { query: { ...question, page } });
  const download = useDownload(downloadReceivables);
  return (
    <>
      <PageHeader
        title="Who Owes"
        subtitle="Open violations, unpaid monthly parking, and unpaid tenant invoices at all properties"
        actions={
          <DownloadButton
            loading={download.isPending}
            onClick={() => download.mutate({ query: question })}
          />
        }
      />
      <FormFailure error={download.error} />
      <PagedTable
        title="Not paid yet"
        caption="Not paid yet"
        actions={
          <FieldRow label="Listed debts">
            <SearchSelect
              label="For"
              options={kinds}
              value={kind ?? any}
              onChoose={(chosen) =>
                onFilter({ older, kind: debtKindNames.find((name) => name === chosen) })
              }
            />
            <SearchSelect
              label="Age"
              options={ages}
              value={older ?? any}
              onChoose={(age) => onFilter({ kind, older: debtAges.find((name) => name === age) })}
            />
            <span>
              <ReadText read={list} like="100 open, $10,000 owed">
                {describeSum}
              </ReadText>
            </span>
          </FieldRow>
        }
        query={list}
        rowKey={({ uuid }) => uuid}
        columns={listColumns(Number(organizationId))}
        skeletonRows={6}
        empty={nobody}
        filtered={{
          by: [kind && debtKinds[kind], older && `Older than ${older} days`],
          onClear: () => onFilter({}),
        }}
        page={page}
        size={receivablesPageSize}
        onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
      />
    </>
  );
}

const nobody = {
  icon: HandCoins,
  title: 'Nobody owes anything',
  text: 'Violations, monthly parking and tenant invoices that aren’t paid yet appear here, the most first.',
};

const describeSum = ({ count, total_amount, appealed_amount }: AnswerOf<typeof listReceivables>) =>
  `${formatCount(count)} open, ${formatMoneyShort(total_amount)} owed${
    appealed_amount > 0 ? `, ${formatMoneyShort(appealed_amount)} of it appealed` : ''
  }`;

/** The name of who owes, as a link to everything recorded about it; tenants are on the page Drivers. */
function Debtor({ organization, debt }: { organization: number; debt: Receivable }) {
  const { kind, uuid, debtor, spot } = debt;
  if (kind === 'tenant') {
    return (
      <Link
        to="/organization/$organizationId/spots/$spotId/drivers"
        params={{ organizationId: String(organization), spotId: String(spot.pk) }}
        search={{ tab: 'tenants' }}
      >
        {debtor}
      </Link>
    );
  }
  const subject = kind === 'monthly' ? 'rental' : kind;
  const [plate = debtor, state] = debtor.split(/ (?=[A-Z]{2}$)/);
  return (
    <StoryLink organization={organization} subject={subject} id={uuid}>
      <Plate plate={plate} state={state} />
    </StoryLink>
  );
}

/** Says that the driver needn’t pay yet, and leads to the appeal that has to be decided. */
const AppealLink = ({ organization, appeal }: { organization: number; appeal: number }) => (
  <>
    {', '}
    <Link
      to="/organization/$organizationId/appeals/$appeal"
      params={{ organizationId: String(organization), appeal: String(appeal) }}
    >
      appealed
    </Link>
  </>
);

const listColumns = (organization: number): DataColumn<Receivable>[] => [
  {
    key: 'debtor',
    header: 'Who',
    primary: true,
    render: (debt) => <Debtor organization={organization} debt={debt} />,
  },
  {
    key: 'kind',
    header: 'For',
    isDetail: true,
    render: ({ kind, code, spot, appeal }) => (
      <span className="ui-nowrap">
        {debtKinds[kind]}{' '}
        {code ? (
          // Where it's waived, and its notice printed.
          <Link
            to="/organization/$organizationId/spots/$spotId/violations"
            params={{ organizationId: String(organization), spotId: String(spot.pk) }}
            search={{ searchTerm: code }}
          >
            {code}
          </Link>
        ) : null}
        {appeal === null ? null : <AppealLink organization={organization} appeal={appeal} />}
      </span>
    ),
  },
  {
    key: 'spot',
    header: 'Property',
    isDetail: true,
    isCut: true,
    render: ({ spot }) => <span title={spot.name}>{spot.name}</span>,
  },
  {
    key: 'since',
    header: 'Since',
    isWideOnly: true,
    align: 'right',
    render: ({ since, spot }) => formatDate(toLocalDate(fromEpochSeconds(since), spot.timezone)),
  },
  {
    key: 'age',
    header: 'Age',
    align: 'right',
    render: ({ since }) => formatQuantity(Math.floor((now() - since * 1000) / dayMs), 'day'),
  },
  {
    key: 'amount',
    header: 'Owed',
    align: 'right',
    render: ({ amount }) => formatMoneyShort(amount),
  },
];
