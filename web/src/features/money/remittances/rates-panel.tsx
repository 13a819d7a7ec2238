import type { SiteRate } from '@lotkeeper/contract/money/remittances';
import { setSiteRate } from '@lotkeeper/contract/money/remittances';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import { useState } from 'react';
import { formatDate } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { changedReads } from './remittances.api.ts';

const nameRate = ({ source, property }: SiteRate) =>
  `${aggregatorNames[source]}, ${property?.name ?? 'all properties'}`;

interface RatesPanelProps {
  organizationId: string;
  rates: readonly SiteRate[];
  /** null = for somebody who may only read them. */
  onAdd: (() => void) | null;
}

/** The commissions that are agreed with booking sites. */
export function RatesPanel({ organizationId, rates, onAdd }: RatesPanelProps) {
  const [removing, setRemoving] = useState<SiteRate | null>(null);
  return (
    <Panel
      flush
      title="Agreed commissions"
      actions={
        onAdd ? (
          <Button size="compact-sm" variant="default" onClick={onAdd}>
            Add a commission
          </Button>
        ) : null
      }
    >
      {rates.length === 0 ? (
        <p className="ui-explanation">
          {onAdd
            ? 'Add what you agreed with a site, and Lotkeeper shows each booking where the site kept another commission.'
            : 'No commissions were added yet.'}
        </p>
      ) : (
        <DataTable
          caption="Agreed commissions"
          rows={rates}
          rowKey={({ pk }) => pk}
          columns={[
            {
              key: 'site',
              header: 'Booking site',
              primary: true,
              render: (rate) => <UserText>{nameRate(rate)}</UserText>,
            },
            { key: 'from', header: 'From', render: (rate) => formatDate(rate.start_date) },
            {
              key: 'rate',
              header: 'Commission',
              align: 'right',
              render: ({ rate }) => `${rate / 100} %`,
            },
            ...(onAdd
              ? [
                  actionsColumn<SiteRate>((rate) => (
                    <RowButton
                      action="Remove"
                      subject={`${nameRate(rate)}, from ${formatDate(rate.start_date)}`}
                      onClick={() => setRemoving(rate)}
                    />
                  )),
                ]
              : []),
          ]}
        />
      )}
      {removing ? (
        <ConfirmSend
          endpoint={setSiteRate}
          input={{
            body: {
              organization: Number(organizationId),
              source: removing.source,
              spot: removing.property?.pk ?? null,
              start_date: removing.start_date,
              rate: null,
            },
          }}
          changes={changedReads}
          question="Remove this commission?"
          confirm="Remove"
          onClose={() => setRemoving(null)}
          onDone={() => setRemoving(null)}
        >
          Bookings then have the commission that was agreed before, or none.
        </ConfirmSend>
      ) : null}
    </Panel>
  );
}
