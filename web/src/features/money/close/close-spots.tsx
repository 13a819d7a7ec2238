import type { CloseSpot } from '@lotkeeper/contract/money/close';
import { closeLinkNames, closeLinks } from '@lotkeeper/contract/money/close';
import { formatMoneyExact } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './close.module.css';

const columns: DataColumn<CloseSpot>[] = [
  {
    key: 'name',
    header: 'Property',
    primary: true,
    render: ({ name }) => <UserText>{name}</UserText>,
  },
  {
    key: 'states',
    header: 'Differs at',
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

/** The comparisons that differ at a property. */
function SpotStates({ states }: Pick<CloseSpot, 'states'>) {
  const off = closeLinkNames.filter((_, index) => states[index] === 'differs');
  if (off.length === 0) return <Tag tone="green">Ties</Tag>;
  return (
    <span className={classes.states}>
      {off.map((link) => (
        <Tag key={link} tone="red">
          {closeLinks[link].label}
        </Tag>
      ))}
    </span>
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
            <RowButton action="Open" subject={name} onClick={() => onSpot(pk)} />
          )),
        ]}
      />
    </Panel>
  );
}
