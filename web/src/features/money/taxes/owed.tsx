import type { OwedLine, Taxes } from '@lotkeeper/contract/money/taxes';
import { formatTaxRate, taxLevels } from '@lotkeeper/contract/money/taxes';
import { formatDayRange, formatMoneyExact } from '../../../kernel/format.ts';
import { FigureLink } from '../../../shared/figure-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { SumTable } from '../../../ui/data/sum-table.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './taxes.module.css';

/** Each authority, what nobody is known to be owed, and the total, which opens. */
export function Owed({ organizationId, taxes }: { organizationId: string; taxes: Taxes }) {
  const { authorities, unassigned, total, start_date, end_date } = taxes;
  const left = unassigned.reduce((sum, { owed }) => sum + owed, 0);
  const assigned = new Set(
    authorities.flatMap(({ lines }) => lines.map(({ property }) => property.pk)),
  );
  const renderTax = (amount: number, spotPk?: number) => (
    <FigureLink
      organization={organizationId}
      figure={{ measure: 'tax', startDate: start_date, endDate: end_date, spotPk }}
    >
      {formatMoneyExact(amount)}
    </FigureLink>
  );
  return (
    <SumTable
      caption="Owed"
      groups={[
        ...(authorities.length === 0
          ? []
          : [
              {
                lines: authorities.map(({ authority, level, owed }, index) => ({
                  label: `${authority} (${taxLevels[level]})`,
                  amount: (
                    <a className="ui-figure" href={`#authority-${index}`}>
                      {formatMoneyExact(owed)}
                    </a>
                  ),
                })),
              },
            ]),
        ...(left === 0
          ? []
          : [
              {
                heading: 'Not assigned: no rate is set',
                lines: unassigned.map(({ property, owed }) => ({
                  label: property.name,
                  amount: assigned.has(property.pk)
                    ? formatMoneyExact(owed)
                    : renderTax(owed, property.pk),
                })),
                total: { label: 'Not assigned', amount: formatMoneyExact(left) },
              },
            ]),
        {
          lines: [],
          total: { label: 'Taxes on the income statement', amount: renderTax(total) },
        },
      ]}
    />
  );
}

/** The tax that an owed line is a part of: that of its property and days, to all authorities. */
function findAllTax({ property, rental_group, ...line }: OwedLine, taxes: Taxes) {
  const isWithin = line.start_date >= taxes.start_date && line.end_date <= taxes.end_date;
  const { start_date, end_date } = isWithin ? line : taxes;
  return {
    measure: 'tax' as const,
    startDate: start_date,
    endDate: end_date,
    spotPk: property.pk,
    group: rental_group ?? undefined,
  };
}

/** What is owed to each authority by property and rate, with a link to the tax that it's a part of. */
export function Authorities({ organizationId, taxes }: { organizationId: string; taxes: Taxes }) {
  const columns: DataColumn<OwedLine>[] = [
    {
      key: 'property',
      header: 'Property',
      primary: true,
      render: ({ property }) => <UserText>{property.name}</UserText>,
      footer: 'Total',
    },
    {
      key: 'days',
      header: 'Days',
      isDetail: true,
      render: ({ start_date, end_date }) => formatDayRange(start_date, end_date),
    },
    { key: 'rate', header: 'Rate', render: ({ rate }) => formatTaxRate(rate) },
    {
      key: 'receipts',
      header: 'Taxable receipts',
      align: 'right',
      render: ({ receipts }) => formatMoneyExact(receipts),
    },
    {
      key: 'owed',
      header: 'Tax owed',
      align: 'right',
      render: ({ owed }) => formatMoneyExact(owed),
    },
    {
      key: 'entries',
      header: 'Entries',
      isDetail: true,
      render: (line) => (
        <FigureLink organization={organizationId} figure={findAllTax(line, taxes)}>
          All tax <span className="ui-hidden">of {line.property.name}</span>
        </FigureLink>
      ),
    },
  ];
  return taxes.authorities.map(({ authority, level, lines, owed }, index) => {
    const receipts = lines.reduce((sum, line) => sum + line.receipts, 0);
    const footers = { receipts: formatMoneyExact(receipts), owed: formatMoneyExact(owed) };
    return (
      <div key={authority} id={`authority-${index}`} className={classes.authority}>
        <Panel title={<UserText>{authority}</UserText>} actions={taxLevels[level]} flush>
          <DataTable
            caption={authority}
            rows={lines}
            rowKey={({ property, rate, start_date }) => `${property.pk} ${rate} ${start_date}`}
            columns={columns.map((column) =>
              column.key in footers
                ? { ...column, footer: footers[column.key as keyof typeof footers] }
                : column,
            )}
          />
        </Panel>
      </div>
    );
  });
}
