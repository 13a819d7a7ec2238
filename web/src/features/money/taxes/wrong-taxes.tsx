import type { WrongTax } from '@lotkeeper/contract/money/taxes';
import { formatTaxRate } from '@lotkeeper/contract/money/taxes';
import { rentalGroupLabels } from '@lotkeeper/contract/people/rentals';
import { formatDayRange, formatMoneyExact } from '../../../kernel/format.ts';
import { FigureLink } from '../../../shared/figure-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const wrongColumns = (organizationId: string): DataColumn<WrongTax>[] => [
  {
    key: 'property',
    header: 'Property',
    primary: true,
    render: ({ property }) => <UserText>{property.name}</UserText>,
  },
  {
    key: 'days',
    header: 'Days',
    isDetail: true,
    render: ({ days }) =>
      days.map(({ start_date, end_date }) => formatDayRange(start_date, end_date)).join(', '),
  },
  {
    key: 'group',
    header: 'Rentals',
    isDetail: true,
    render: ({ rental_group }) => rentalGroupLabels[rental_group],
  },
  { key: 'taken_rate', header: 'Taxed at', render: ({ taken_rate }) => formatTaxRate(taken_rate) },
  {
    key: 'rates',
    header: 'In force',
    render: ({ rates_in_force }) => rates_in_force.map(formatTaxRate).join(', '),
  },
  {
    key: 'difference',
    header: 'Taken less owed',
    align: 'right',
    render: ({ property, rental_group, days, taken: takenTax, by_rates }) => (
      <FigureLink
        organization={organizationId}
        figure={{
          measure: 'tax_difference',
          startDate: days[0]?.start_date ?? '',
          endDate: days.at(-1)?.end_date ?? '',
          spotPk: property.pk,
          group: rental_group,
        }}
      >
        {formatMoneyExact(takenTax - by_rates)}
      </FigureLink>
    ),
  },
];

/** Entries with other tax than the rates give, which the difference opens. */
export function WrongTaxes(props: { organizationId: string; wrong: readonly WrongTax[] }) {
  return (
    <Panel title="Taxed otherwise than the rates" flush>
      <p className="ui-explanation">
        The tax of these entries is more than a cent off what the rates on the first day of the stay
        give. You may owe the difference. It opens the entries.
      </p>
      <DataTable
        caption="Taxed otherwise than the rates"
        rows={props.wrong}
        rowKey={({ property, rental_group, days }) =>
          `${property.pk} ${rental_group} ${days[0]?.start_date}`
        }
        columns={wrongColumns(props.organizationId)}
      />
    </Panel>
  );
}
