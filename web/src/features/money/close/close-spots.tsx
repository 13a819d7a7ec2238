import type { CloseSpot } from '@lotkeeper/contract/money/close';
import { linkStateLabels } from '@lotkeeper/contract/money/close';
import { formatMoneyExact } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const columns: DataColumn<CloseSpot>[] = [
  {
    key: 'name',
    header: 'Property',
    primary: true,
    render: ({ name }) => <UserText>{name}</UserText>,
  },
  {
    key: 'states',
    header: 'Comparisons',
    isDetail: true,
    render: ({ states }) => <SpotStates states={states} />,
  },
  {
    key: 'net',
    header: 'Net revenue',
    align: 'right',
    render: ({ net }) => formatMoneyExact(net),
  },
];

/** How many comparisons differ at a property, which it names when it's opened. */
function SpotStates({ states }: Pick<CloseSpot, 'states'>) {
  const off = states.filter((state) => state === 'differs').length;
  return off === 0 ? (
    <Tag tone="green">{linkStateLabels.ties}</Tag>
  ) : (
    <Tag tone="red">{off === 1 ? '1 differs' : `${off} differ`}</Tag>
  );
}

/** Each property, those that differ first. */
export function CloseSpots(props: { spots: readonly CloseSpot[]; onSpot: (pk: number) => void }) {
  const { spots, onSpot } = props;
  const isOff = ({ states }: CloseSpot) => Number(states.includes('differs'));
  return (
    <Panel title="Properties" flush>
      <DataTable
        caption="Properties"
        rows={spots.toSorted((a, b) => isOff(b) - isOff(a))}
        rowKey={({ pk }) => pk}
        columns={[
          ...columns,
          actionsColumn<CloseSpot>(({ pk, name }) => (
            <RowButton action="View" subject={name} onClick={() => onSpot(pk)} />
          )),
        ]}
      />
    </Panel>
  );
}
