import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { OwedLine, Taxes, WrongTax } from '@lotkeeper/contract/money/taxes';
import { downloadTaxes, formatTaxRate, getTaxes, taxLevels } from '@lotkeeper/contract/money/taxes';
import { rentalGroupLabels } from '@lotkeeper/contract/people/rentals';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatDayRange, formatMoneyExact } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { FigureLink } from '../../../shared/figure-link.tsx';
import { findToday } from '../../../shared/report-ranges.ts';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { SumTable } from '../../../ui/data/sum-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { RatesPanel } from './rates-panel.tsx';
import classes from './taxes.module.css';
import type { TaxesFilters } from './taxes-search.ts';

const RateDialog = lazyDialog(async () => ({
  default: (await import('./rate-dialog.tsx')).RateDialog,
}));

interface TaxesPageProps extends FilterProps<TaxesFilters> {
  organizationId: string;
}

/** What is owed to which city, county and state for a month or quarter, and the rates. */
export function TaxesPage(props: TaxesPageProps) {
  const { organizationId } = props;
  return (
    <WithReportSpots
      organizationId={organizationId}
      title="Taxes"
      panel={{
        title: 'Owed',
        columns: 3,
        icon: Landmark,
        text: 'What you owe to cities, counties and states will appear here.',
      }}
    >
      {(spots) => <PeriodTaxes {...props} spots={spots} />}
    </WithReportSpots>
  );
}

/** The first month of a quarter. */
const startOfQuarter = (month: LocalDate) =>
  addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3));

function PeriodTaxes(props: TaxesPageProps & { spots: readonly SpotSummary[] }) {
  const { organizationId, filters, onFilter, spots } = props;
  const [isAdding, setIsAdding] = useState(false);
  const thisMonth = startOfMonth(findToday(spots, now()));
  const { period = 'month' } = filters;
  const chosen = filters.month ? (`${filters.month}-01` as LocalDate) : addMonths(thisMonth, -1);
  const month = period === 'quarter' ? startOfQuarter(chosen) : chosen;
  const months = period === 'quarter' ? '3' : '1';
  const read = useRead(getTaxes, { params: { orgId: organizationId }, query: { month, months } });
  const file = useDownload(downloadTaxes);
  const { data } = read;
  return (
    <>
      <PageHeader
        title="Taxes"
        subtitle={data ? formatDayRange(data.start_date, data.end_date) : 'All properties'}
        actions={
          <>
            <DownloadButton
              onClick={() =>
                file.mutate({ query: { organization: organizationId, month, months } })
              }
            />
            <Button onClick={() => setIsAdding(true)}>Set rate</Button>
          </>
        }
      />
      <div className={classes.filters}>
        <SearchSelect
          label="Period"
          options={[
            { value: 'month', label: 'Month' },
            { value: 'quarter', label: 'Quarter' },
          ]}
          value={period}
          onChoose={(next) => onFilter({ ...filters, period: next })}
        />
        <MonthSelect
          label={period === 'quarter' ? 'Quarter of' : 'Month'}
          month={chosen}
          today={thisMonth}
          onChoose={(next) => onFilter({ ...filters, month: next.slice(0, 7) })}
        />
      </div>
      <FormFailure error={file.error} />
      <div className={classes.panels}>
        <DataPanel
          title="Owed"
          query={read}
          skeleton={<TableSkeleton rows={5} columns={2} />}
          isEmpty={({ total, authorities }) => total === 0 && authorities.length === 0}
          empty={{
            icon: Landmark,
            title: 'No tax in these days',
            text: 'Tax that drivers pay appears here, divided among the places whose rates you set.',
          }}
        >
          {(taxes) => <Owed organizationId={organizationId} taxes={taxes} />}
        </DataPanel>
        {data && data.wrong.length > 0 ? (
          <WrongTaxes organizationId={organizationId} wrong={data.wrong} />
        ) : null}
        {data ? <Authorities organizationId={organizationId} taxes={data} /> : null}
        {data ? <RatesPanel organizationId={organizationId} taxes={data} /> : null}
      </div>
      {isAdding ? (
        <RateDialog
          organizationId={organizationId}
          spots={spots}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </>
  );
}

/** Each authority, what nobody is known to be owed, and the total, which opens. */
function Owed({ organizationId, taxes }: { organizationId: string; taxes: Taxes }) {
  const { authorities, unassigned, total, start_date, end_date } = taxes;
  const left = unassigned.reduce((sum, { owed }) => sum + owed, 0);
  const figure = { measure: 'tax', startDate: start_date, endDate: end_date } as const;
  return (
    <SumTable
      caption="Owed"
      groups={[
        {
          lines: [
            ...authorities.map(({ authority, level, owed }, index) => ({
              label: `${authority} (${taxLevels[level]})`,
              amount: (
                <a className={classes.figure} href={`#authority-${index}`}>
                  {formatMoneyExact(owed)}
                </a>
              ),
            })),
            ...(left === 0
              ? []
              : [
                  {
                    label: 'Not assigned: no rate is set',
                    note: (
                      <ul className={classes.note}>
                        {unassigned.map(({ property, owed }) => (
                          <li key={property.pk}>
                            <UserText>{property.name}</UserText>{' '}
                            <FigureLink
                              organization={organizationId}
                              figure={{ ...figure, spotPk: property.pk }}
                            >
                              {formatMoneyExact(owed)}
                            </FigureLink>
                          </li>
                        ))}
                      </ul>
                    ),
                    amount: formatMoneyExact(left),
                  },
                ]),
          ],
          total: {
            label: 'Taxes on the income statement',
            amount: (
              <FigureLink organization={organizationId} figure={figure}>
                {formatMoneyExact(total)}
              </FigureLink>
            ),
          },
        },
      ]}
    />
  );
}

const propertyColumn: DataColumn<OwedLine | WrongTax> = {
  key: 'property',
  header: 'Property',
  primary: true,
  render: ({ property }) => <UserText>{property.name}</UserText>,
};

const wrongColumns = (organizationId: string): DataColumn<WrongTax>[] => [
  propertyColumn,
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
  { key: 'rates', header: 'In force', render: ({ rates }) => rates.map(formatTaxRate).join(', ') },
  {
    key: 'difference',
    header: 'Taken less owed',
    align: 'right',
    render: ({ property, rental_group, days, taken, by_rates }) => (
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
        {formatMoneyExact(taken - by_rates)}
      </FigureLink>
    ),
  },
];

/** Entries with other tax than the rates give, which the difference opens. */
function WrongTaxes(props: { organizationId: string; wrong: readonly WrongTax[] }) {
  return (
    <Panel title="Taxed otherwise than the rates" flush>
      <p className={classes.explanation}>
        The tax of these entries is more than a cent off what the rates on the first day of the stay
        give. You may owe the difference. It opens the entries.
      </p>
      <DataTable
        caption="Taxed otherwise than the rates"
        rows={props.wrong}
        rowKey={({ property, rental_group }) => `${property.pk} ${rental_group}`}
        columns={wrongColumns(props.organizationId)}
      />
    </Panel>
  );
}

/** What is owed to each authority by property and rate; amounts open the tax that they are a part of. */
function Authorities({ organizationId, taxes }: { organizationId: string; taxes: Taxes }) {
  const toLink = (amount: number, { property, rental_group, start_date, end_date }: OwedLine) => {
    const isWithin = start_date >= taxes.start_date && end_date <= taxes.end_date;
    const days = isWithin ? { start_date, end_date } : taxes;
    return (
      <FigureLink
        organization={organizationId}
        figure={{
          measure: 'tax',
          startDate: days.start_date,
          endDate: days.end_date,
          spotPk: property.pk,
          group: rental_group ?? undefined,
        }}
      >
        {formatMoneyExact(amount)}
      </FigureLink>
    );
  };
  const columns: DataColumn<OwedLine>[] = [
    { ...propertyColumn, footer: 'Total' },
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
      render: (line) => toLink(line.receipts, line),
    },
    { key: 'owed', header: 'Tax owed', align: 'right', render: (line) => toLink(line.owed, line) },
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
