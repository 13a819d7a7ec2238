import type { FoundOrganization } from '@lotkeeper/contract/platform/superuser';
import { searchOrganizations } from '@lotkeeper/contract/platform/superuser';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatMoney, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const listColumns = (month: string | undefined): DataColumn<FoundOrganization>[] => [
  {
    key: 'name',
    header: 'Organization',
    primary: true,
    render: ({ pk, name }) => (
      <Link to="/organization/$organizationId" params={{ organizationId: String(pk) }}>
        <UserText>{name}</UserText>
      </Link>
    ),
  },
  {
    key: 'spots',
    header: 'Properties',
    align: 'right',
    render: ({ spot_count }) => formatCount(spot_count),
  },
  {
    key: 'gross',
    header: month ? `Gross, ${formatMonth(month.slice(0, 7))}` : 'Gross',
    align: 'right',
    render: ({ gross }) => formatMoney(gross),
  },
  {
    key: 'alerts',
    header: 'Open alerts',
    render: ({ pk, open_alerts }) =>
      open_alerts === 0 ? (
        'None'
      ) : (
        <Link
          to="/organization/$organizationId/$page"
          params={{ organizationId: String(pk), page: 'alerts' }}
        >
          <Tag tone="amber">{formatCount(open_alerts)}</Tag>
          <span className="ui-hidden"> open alerts</span>
        </Link>
      ),
  },
];

/** Where superusers start: every organization, by name. */
export function OrganizationsPage() {
  const { first_name } = useProfile();
  const [search, setSearch] = useState('');
  const found = useRead(searchOrganizations, { query: { search } });
  return (
    <>
      <PageHeader
        title={`Hello, ${first_name}`}
        tabTitle="Lotkeeper"
        subtitle="Open an organization to see what its people see"
      />
      <SearchField
        className="ui-bottom-wide ui-search"
        ariaLabel="Search organizations by name"
        value={search}
        maxLength={100}
        onSearch={setSearch}
      />
      <TablePanel
        query={found}
        caption="Organizations"
        rowKey={({ pk }) => pk}
        columns={listColumns(found.data?.[0]?.gross_month)}
        filtered={{ by: [search], onClear: () => setSearch('') }}
      />
    </>
  );
}
