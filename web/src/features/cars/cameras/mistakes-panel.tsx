import type { CameraMistakes, Confusion } from '@lotkeeper/contract/cars/camera-mistakes';
import { listCameraMistakes } from '@lotkeeper/contract/cars/camera-mistakes';
import { formatCount, formatMean } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

/** '2.5 (12 of 4,800)'; a camera whose reads are older is one without reads. */
export function describeMisreads({ reads, misread }: CameraMistakes): string {
  if (misread === 0) return 'None';
  const count = `${formatCount(misread)} of ${formatCount(reads)}`;
  return reads < misread
    ? formatCount(misread)
    : `${formatMean((misread / reads) * 1000)} (${count})`;
}

/** '8 for B, 12 times'. */
export function describeConfusion({ read, real, count }: Confusion): string {
  const what =
    read === '' ? `leaves out ${real}` : real === '' ? `adds ${read}` : `${read} for ${real}`;
  return `${what}, ${count === 1 ? 'once' : `${formatCount(count)} times`}`;
}

const columns: DataColumn<CameraMistakes>[] = [
  {
    key: 'name',
    header: 'Camera',
    primary: true,
    render: ({ name }) => <UserText>{name}</UserText>,
  },
  { key: 'spot', header: 'Property', render: ({ spot_name }) => spot_name ?? '–' },
  {
    key: 'misread',
    header: 'Misreads per 1,000 reads, last 30 days',
    align: 'right',
    render: describeMisreads,
  },
  {
    key: 'confusions',
    header: 'Mistakes most',
    render: ({ confusions }) =>
      confusions.map(describeConfusion).join('; ') || 'No character often',
  },
];

/** What people at the plate desk found that cameras read wrong; renders nothing when they found nothing. */
export function MistakesPanel({ organizationId }: { organizationId: string }) {
  const rows = useRead(listCameraMistakes, { params: { id: organizationId } });
  if (!rows.data?.length) return null;
  return (
    <TablePanel
      title="What cameras mistake"
      query={rows}
      skeletonRows={1}
      caption="What cameras mistake"
      rowKey={({ camera }) => camera}
      columns={columns}
    />
  );
}
