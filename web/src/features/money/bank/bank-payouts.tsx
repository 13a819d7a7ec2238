import type { PayoutWithLine } from '@lotkeeper/contract/money/bank';
import { bankPayoutsPerPage, listBankPayouts } from '@lotkeeper/contract/money/bank';
import { Wallet } from 'lucide-react';
import { formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import type { PageTurning } from '../../../ui/data/use-page-in-range.ts';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { findBankDays } from './bank.api.ts';
import { findLatestLine, stateTags } from './bank-words.ts';

/** What the bank shows of a payout. */
function AtBank({ payout }: { payout: PayoutWithLine }) {
  const { amount, state, by_person } = payout;
  const line = findLatestLine(payout);
  const { tone, label } = stateTags[state];
  return (
    <>
      <Tag tone={tone}>{line ? `${label} ${formatDate(line.local_date)}` : label}</Tag>
      {line ? (
        <span className="ui-detail ui-top ui-wrap">
          {state === 'short' ? `${formatMoneyExact(amount - line.amount)} less: ` : ''}
          <UserText>{line.descriptor}</UserText>
          {by_person ? ' (matched by hand)' : ''}
        </span>
      ) : null}
    </>
  );
}

const listColumns = (onRemove: BankPayoutsProps['onRemove']): DataColumn<PayoutWithLine>[] => [
  { key: 'date', header: 'Sent', primary: true, render: (payout) => formatDate(payout.local_date) },
  {
    key: 'descriptor',
    header: 'Statement Description',
    render: (payout) => payout.statement_descriptor,
  },
  { key: 'bank', header: 'At the bank', render: (payout) => <AtBank payout={payout} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    render: (payout) => formatMoneyExact(payout.amount),
  },
  ...(onRemove
    ? [
        actionsColumn<PayoutWithLine>((payout) =>
          payout.line ? (
            <RowButton
              action={payout.back_line ? 'Remove return' : 'Remove match'}
              subject={`of the payout of ${formatDate(payout.local_date)}`}
              onClick={() => onRemove(payout)}
            />
          ) : null,
        ),
      ]
    : []),
];

interface BankPayoutsProps {
  organizationId: string;
  /** Without a bank file, every payout would say so. */
  hasFiles: boolean;
  page: number;
  onPage: PageTurning['onPage'];
  /** null = nobody may. */
  onRemove: ((payout: PayoutWithLine) => void) | null;
}

/** The payouts of the last months, each with the bank's transaction. */
export function BankPayouts(props: BankPayoutsProps) {
  const { organizationId, hasFiles, page, onPage, onRemove } = props;
  const payouts = useRead(listBankPayouts, {
    params: { orgId: organizationId },
    query: { ...findBankDays(), page: String(page) },
  });
  return (
    <PagedTable
      title="Each payout"
      caption="Payouts at the bank"
      query={payouts}
      rowKey={({ pk }) => pk}
      columns={listColumns(hasFiles ? onRemove : null).filter(
        ({ key }) => hasFiles || key !== 'bank',
      )}
      skeletonRows={6}
      empty={{
        icon: Wallet,
        title: 'No payouts in the last six months',
        text: 'Payouts appear here as soon as they are sent.',
      }}
      page={page}
      size={bankPayoutsPerPage}
      onPage={onPage}
    />
  );
}
