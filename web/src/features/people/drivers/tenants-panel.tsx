import type { TenantParking } from '@lotkeeper/contract/people/drivers';
import { driverMessages, listBulkRentals } from '@lotkeeper/contract/people/drivers';
import { Building2 } from 'lucide-react';
import { formatCount, formatMoneyShort } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { When } from '../../../ui/data/when.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import type { Tone } from '../../../ui/frame/tag.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import type { DriversSpot } from './drivers.rules.ts';

const invoices: Record<TenantParking['invoice_status'], { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'gray' },
  draft: { word: 'Draft', tone: 'gray' },
  void: { word: 'Void', tone: 'gray' },
  paid: { word: 'Paid', tone: 'green' },
  past_due: { word: 'Past due', tone: 'red' },
  uncollectible: { word: 'Uncollectible', tone: 'red' },
};

const columns = (timezone: string, someEnd: boolean): DataColumn<TenantParking>[] => [
  {
    key: 'tenant',
    header: 'Tenant',
    primary: true,
    render: ({ description }) => <span className="ui-wrap">{description}</span>,
  },
  {
    key: 'owner',
    header: 'Owner',
    render: ({ owner }) => owner.email,
  },
  {
    key: 'slots',
    header: 'Spaces',
    align: 'right',
    render: ({ slot_count }) => formatCount(slot_count),
  },
  {
    key: 'active',
    header: 'Active Rentals',
    align: 'right',
    render: ({ active_rentals }) => formatCount(active_rentals),
  },
  {
    key: 'price',
    header: 'Price per Space',
    align: 'right',
    render: ({ price_per_slot }) => formatMoneyShort(price_per_slot),
  },
  {
    key: 'invoice',
    header: 'Invoice Status',
    render: ({ invoice_status }) => {
      const { word, tone } = invoices[invoice_status] ?? { word: 'n/a', tone: 'gray' };
      return <Tag tone={tone}>{word}</Tag>;
    },
  },
  {
    key: 'start',
    header: 'Start',
    render: ({ start_date }) => <When at={start_date} zone={timezone} />,
  },
  ...(someEnd ? [endColumn(timezone)] : []),
];

const endColumn = (timezone: string): DataColumn<TenantParking> => ({
  key: 'end',
  header: 'End',
  render: ({ end_date }) => (end_date === null ? 'No end' : <When at={end_date} zone={timezone} />),
});

/** A property's tenants with their spaces and invoices. */
export function TenantsPanel({ spot }: { spot: DriversSpot }) {
  const enabled = spot.tenant_billing_enabled;
  const tenants = useRead(listBulkRentals, enabled ? { query: { spot: String(spot.pk) } } : null);
  if (!enabled) {
    return (
      <Panel>
        <EmptyState icon={Building2} title={driverMessages.noTenants} />
      </Panel>
    );
  }
  return (
    <TablePanel
      query={tenants}
      skeletonRows={4}
      empty={{ icon: Building2, title: 'Tenants’ information will show up here' }}
      caption="Tenants"
      rowKey={({ uuid }) => uuid}
      columns={columns(
        spot.timezone,
        tenants.data?.some(({ end_date }) => end_date !== null) ?? false,
      )}
    />
  );
}
