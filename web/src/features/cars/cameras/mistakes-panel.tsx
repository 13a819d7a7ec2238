import type { CameraMistakes, Confusion } from '@lotkeeper/contract/cars/camera-mistakes';
import { listCameraMistakes, mistakeDays } from '@lotkeeper/contract/cars/camera-mistakes';
import { formatCount, formatMean } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './cameras.module.css';

/** '2.5'; of a camera that read less than what was found wrong, as its reads are older, nothing is known. */
export function describeRate({
  reads,
  misread,
}: Pick<CameraMistakes, 'reads' | 'misread'>): string {
  if (misread === 0) return 'None';
  return reads < misread ? '–' : formatMean((misread / reads) * 1000);
}

/** '12 of 4,800'. */
const describeCounts = ({ reads, misread }: CameraMistakes) =>
  `${formatCount(misread)} of ${formatCount(reads)}`;

/** '8 for B, 12 times'. */
export function describeConfusion({ read, real, count }: Confusion): string {
  const mistake =
    read === '' ? `Leaves out ${real}` : real === '' ? `Adds ${read}` : `${read} for ${real}`;
  return `${mistake}, ${count === 1 ? 'once' : `${formatCount(count)} times`}`;
}

const columns: DataColumn<CameraMistakes>[] = [
  {
    key: 'name',
    header: 'Camera',
    primary: true,
    render: ({ name, spot_name }) => (
      <>
        <UserText>{name}</UserText>
        {spot_name === null ? null : <span className={classes.note}>{spot_name}</span>}
      </>
    ),
  },
  {
    key: 'misread',
    header: `Misreads per 1,000 reads, ${mistakeDays} days`,
    align: 'right',
    render: (row) => (
      <>
        {describeRate(row)}
        {row.misread === 0 ? null : <span className={classes.note}>{describeCounts(row)}</span>}
      </>
    ),
  },
  {
    key: 'confusions',
    header: 'Mistakes most',
    render: ({ confusions }) =>
      confusions.length === 0 ? (
        'No character yet'
      ) : (
        <ul>
          {confusions.map((confusion) => (
            <li key={`${confusion.read} ${confusion.real}`}>{describeConfusion(confusion)}</li>
          ))}
        </ul>
      ),
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
