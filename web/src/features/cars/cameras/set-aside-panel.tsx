import type { SetAsideRow } from '@lotkeeper/contract/cars/cameras';
import { listSetAside } from '@lotkeeper/contract/cars/cameras';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';

const columns: DataColumn<SetAsideRow>[] = [
  { key: 'plate', header: 'Plate', primary: true, render: ({ plate }) => plate || 'No plate' },
  { key: 'kind', header: 'What', render: ({ kind }) => (kind === 'read' ? 'Plate read' : 'Visit') },
  { key: 'spot', header: 'Property', render: ({ spot_name }) => spot_name },
  { key: 'camera', header: 'Camera', render: ({ camera_name }) => camera_name ?? '–' },
  {
    key: 'received',
    header: 'Received',
    render: ({ received_at }) => (received_at === null ? '–' : formatAgo(received_at, now())),
  },
  { key: 'reason', header: 'Why', render: ({ reason }) => reason },
];

/** Reads that couldn't become a visit, with the reason; renders nothing when there are none. */
export function SetAsidePanel({ organizationId }: { organizationId: string }) {
  const rows = useRead(listSetAside, { params: { id: organizationId } }, { refreshEvery: 60 });
  if (rows.data?.length === 0) return null;
  return (
    <TablePanel
      title="Set aside"
      query={rows}
      skeletonRows={1}
      caption="Set aside"
      rowKey={({ kind, pk }) => `${kind} ${pk}`}
      columns={columns}
    />
  );
}
