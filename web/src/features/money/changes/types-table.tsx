import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { ComparedPeriod, RevenueBridge } from '@lotkeeper/contract/money/changes';
import { reportedTypes } from '@lotkeeper/contract/money/reported-types';
import { formatCount, formatMoneyExact, formatStay } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { namePeriods } from './changes.rules.ts';

type TypeRow = RevenueBridge['types'][number];
type Figures = TypeRow['later'];

const title = 'Averages by rental type';

const formatAverage = ({ charges, count }: { charges: Cents; count: number }) =>
  count === 0 ? '–' : formatMoneyExact(charges / count);

/**
 * The number of rentals of each type, with their average payment and stay: the basis of the steps.
 */
export function TypesTable({ bridge, period }: { bridge: RevenueBridge; period: ComparedPeriod }) {
  const names = namePeriods(bridge, period);
  const column = (
    key: string,
    header: string,
    format: (figures: Figures) => string,
  ): DataColumn<TypeRow> => ({
    key,
    header,
    align: 'right',
    render: ({ earlier, later }) => {
      const [before, after] = [format(earlier), format(later)];
      return before === after ? after : `${before} → ${after}`;
    },
  });
  return (
    <Panel title={title} flush>
      <DataTable
        caption={title}
        rows={bridge.types}
        rowKey={({ rental_type: type }) => type}
        columns={[
          {
            key: 'type',
            header: 'Type',
            primary: true,
            render: ({ rental_type: type }) => reportedTypes[type],
          },
          column('count', 'Number', ({ count }) => formatCount(count)),
          column('price', 'Average price', formatAverage),
          column('stay', 'Average stay', ({ stay_minutes: minutes }) =>
            minutes === null ? '–' : formatStay(minutes),
          ),
        ]}
      />
      <p className="ui-foot">
        {names.earlier} → {names.later}. Monthlies, Enterprise and Tenants count payments.
      </p>
    </Panel>
  );
}
