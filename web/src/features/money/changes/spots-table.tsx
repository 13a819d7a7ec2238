import { formatSigned } from '@lotkeeper/contract/money/change-words';
import type {
  ChangedProperty,
  ComparedPeriod,
  RevenueBridge,
} from '@lotkeeper/contract/money/changes';
import { useState } from 'react';
import { formatMoneyExact } from '../../../kernel/format.ts';
import { FigureLink } from '../../../shared/figure-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import type { SortOrder } from '../../../ui/data/sorting.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { BridgeLink, Cause } from './change-cells.tsx';
import type { ChosenPeriod } from './changes.rules.ts';
import { namePeriods } from './changes.rules.ts';

interface SpotsTableProps {
  organizationId: string;
  bridge: RevenueBridge;
  chosen: ChosenPeriod;
}

type Column = DataColumn<ChangedProperty>;

const title = 'By property';

const computeChange = ({ earlier_net: earlier, later_net: later }: ChangedProperty) =>
  later - earlier;

/** Each property's change with its largest cause, the largest fall first; a row opens its bridge. */
export function SpotsTable(props: SpotsTableProps) {
  const { bridge, chosen } = props;
  const [order, setOrder] = useState<SortOrder>({ key: 'change', descending: false });
  return (
    <Panel title={title} flush>
      <DataTable
        caption={title}
        rows={bridge.properties}
        rowKey={({ pk }) => pk}
        columns={listColumns(props, chosen.period)}
        sorting={{ order, onSort: setOrder }}
      />
    </Panel>
  );
}

function listColumns(props: SpotsTableProps, period: ComparedPeriod): Column[] {
  const { organizationId, bridge, chosen } = props;
  const names = namePeriods(bridge, period);
  const net = (side: 'earlier' | 'later', isWideOnly: boolean): Column => {
    const { start_date: startDate, end_date: endDate, net: total } = bridge[side];
    const link = (amount: number, spotPk?: number) => (
      <FigureLink
        organization={organizationId}
        figure={{ measure: 'net', spotPk, startDate, endDate }}
      >
        {formatMoneyExact(amount)}
      </FigureLink>
    );
    return {
      key: side,
      header: names[side],
      align: 'right',
      isWideOnly,
      sortBy: (row) => row[`${side}_net`],
      render: (row) => link(row[`${side}_net`], row.pk),
      footer: link(total),
    };
  };
  return [
    {
      key: 'name',
      header: 'Property',
      primary: true,
      sortBy: ({ name }) => name,
      render: ({ pk, name }) => (
        <BridgeLink {...{ organizationId, chosen }} spotPk={pk}>
          {name}
        </BridgeLink>
      ),
      footer: 'All properties',
    },
    net('earlier', true),
    net('later', false),
    {
      key: 'change',
      header: 'Change',
      align: 'right',
      sortBy: computeChange,
      render: (row) => formatSigned(computeChange(row), formatMoneyExact),
      footer: formatSigned(bridge.later.net - bridge.earlier.net, formatMoneyExact),
    },
    {
      key: 'cause',
      header: 'Largest cause',
      isDetail: true,
      render: ({ largest_step }) => <Cause step={largest_step} />,
      footer: '',
    },
  ];
}
