import type { Taxes, TaxRate } from '@lotkeeper/contract/money/taxes';
import {
  describeTerms,
  formatTaxRate,
  getTaxes,
  removeTaxRate,
} from '@lotkeeper/contract/money/taxes';
import { rentalGroupLabels } from '@lotkeeper/contract/people/rentals';
import { useState } from 'react';
import { formatDate } from '../../../kernel/format.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './taxes.module.css';

interface RatesPanelProps {
  organizationId: string;
  taxes: Taxes;
}

/** The rates of all properties, with the days from which they are in force. */
export function RatesPanel({ organizationId, taxes: { rates, properties } }: RatesPanelProps) {
  const [removed, setRemoved] = useState<TaxRate | null>(null);
  const isAdmin = useIsAdmin(organizationId);
  const names = new Map(properties.map(({ pk, name }) => [pk, name]));
  const nameOfSpot = ({ spot_pk }: TaxRate) => names.get(spot_pk) ?? '';
  const columns: DataColumn<TaxRate>[] = [
    {
      key: 'authority',
      header: 'Authority',
      primary: true,
      render: ({ authority }) => <UserText>{authority}</UserText>,
    },
    {
      key: 'property',
      header: 'Property',
      isDetail: true,
      render: (rate) => <UserText>{nameOfSpot(rate)}</UserText>,
    },
    { key: 'from', header: 'From', render: ({ starts_on }) => formatDate(starts_on) },
    {
      key: 'groups',
      header: 'Rentals',
      isWideOnly: true,
      render: ({ rental_groups }) =>
        rental_groups.map((group) => rentalGroupLabels[group]).join(', '),
    },
    {
      key: 'rate',
      header: 'Rate',
      align: 'right',
      render: (rate) => {
        const terms = describeTerms(rate);
        return (
          <>
            {formatTaxRate(rate.rate)}
            {terms ? <div className={classes.terms}>{terms}</div> : null}
          </>
        );
      },
    },
  ];
  return (
    <>
      <Panel title="Rates" flush={rates.length > 0}>
        {rates.length === 0 ? (
          <p>
            No rates yet.
            {isAdmin
              ? ' Set what each city, county and state takes on top of the price, and from which day.'
              : null}
          </p>
        ) : (
          <DataTable
            caption="Rates"
            rows={rates}
            rowKey={({ spot_pk, authority, starts_on }) => `${spot_pk} ${authority} ${starts_on}`}
            columns={[
              ...columns,
              ...(isAdmin
                ? [
                    actionsColumn<TaxRate>((rate) => (
                      <RowButton
                        action="Remove"
                        subject={`${rate.authority}, ${nameOfSpot(rate)}, ${formatDate(rate.starts_on)}`}
                        onClick={() => setRemoved(rate)}
                      />
                    )),
                  ]
                : []),
            ]}
          />
        )}
      </Panel>
      {removed ? (
        <ConfirmSend
          endpoint={removeTaxRate}
          input={{
            params: { orgId: organizationId },
            body: {
              authority: removed.authority,
              starts_on: removed.starts_on,
              spot: removed.spot_pk,
            },
          }}
          changes={[getTaxes]}
          question="Remove this rate?"
          confirm="Remove"
          onClose={() => setRemoved(null)}
        >
          The rate of <UserText>{removed.authority}</UserText> before{' '}
          {formatDate(removed.starts_on)}, if there is one, then goes on. To end a tax, set a rate
          of 0 % from the day on.
        </ConfirmSend>
      ) : null}
    </>
  );
}
