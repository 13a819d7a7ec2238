import type { BankLine } from '@lotkeeper/contract/money/bank';
import {
  bankPayoutsPerPage,
  decideBankLine,
  listBankPayouts,
  maxPayoutsOfLine,
} from '@lotkeeper/contract/money/bank';
import { useState } from 'react';
import { formatCount, formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import classes from '../../../ui/form/form.module.css';
import { FailureText, FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { findBankDays, useDecision } from './bank.api.ts';
import { describePayout } from './bank-words.ts';
import { LineText } from './questions-panel.tsx';

interface UnknownPanelProps {
  organizationId: string;
  lines: readonly BankLine[];
  count: number;
  onDecided: (line: BankLine) => void;
}

/** Transactions that name the payment processor, and that no payout explains. */
export function UnknownPanel({ organizationId, lines, count, onDecided }: UnknownPanelProps) {
  const [matching, setMatching] = useState<BankLine | null>(null);
  const isAdmin = useIsAdmin(organizationId);
  if (lines.length === 0) return null;
  return (
    <Panel title={`No payout has this amount (${formatCount(count)})`} flush>
      <p>
        These transactions name the payment processor, but no payout of their days has their amount.
      </p>
      <DataTable
        caption="Transactions without a payout"
        rows={lines}
        rowKey={({ pk }) => pk}
        columns={[
          {
            key: 'date',
            header: 'Date',
            primary: true,
            render: (line) => formatDate(line.local_date),
          },
          {
            key: 'descriptor',
            header: 'Description',
            isDetail: true,
            render: (line) => <UserText>{line.descriptor}</UserText>,
          },
          {
            key: 'amount',
            header: 'Amount',
            align: 'right',
            render: (line) => formatMoneyExact(line.amount),
          },
          ...(isAdmin
            ? [
                actionsColumn<BankLine>((line) => (
                  <RowButton
                    action="Match"
                    subject={`the ${nameSide(line)} of ${formatDate(line.local_date)}`}
                    onClick={() => setMatching(line)}
                  />
                )),
              ]
            : []),
        ]}
      />
      {matching ? (
        <MatchDialog
          organizationId={organizationId}
          line={matching}
          onClose={() => setMatching(null)}
          onDecided={() => {
            setMatching(null);
            onDecided(matching);
          }}
        />
      ) : null}
    </Panel>
  );
}

const nameSide = ({ amount }: BankLine) => (amount > 0 ? 'deposit' : 'withdrawal');

interface MatchDialogProps {
  organizationId: string;
  line: BankLine;
  onClose: () => void;
  onDecided: () => void;
}

/** Chooses the payouts of a transaction, or none, among those without one. */
function MatchDialog({ organizationId, line, onClose, onDecided }: MatchDialogProps) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string[]>([]);
  const decision = useDecision(onDecided);
  const payouts = useRead(listBankPayouts, {
    params: { orgId: organizationId },
    query: { ...findBankDays(), page: String(page) },
  });
  const decide = (pks: number[]) =>
    decision.mutate({
      body: { organization: Number(organizationId), line: line.pk, payouts: pks },
    });
  const choose = (values: string[]) => {
    decision.reset();
    setChosen(values.slice(-maxPayoutsOfLine));
  };
  return (
    <Dialog title={`Match a ${nameSide(line)}`} size="table" onClose={onClose}>
      <div className={classes.form}>
        <p className="ui-bottom-wide">
          <LineText line={line} />
        </p>
        <DataPanel query={payouts} skeleton={<Bone height="8rem" />}>
          {({ results, count }) => {
            const open = results.filter(
              (payout) => payout.line === null && payout.amount > 0 === line.amount > 0,
            );
            return (
              <>
                {open.length > 0 ? (
                  <Choices
                    label="Payouts that aren’t in the bank yet"
                    options={open.map((payout) => ({
                      value: String(payout.pk),
                      label: describePayout(payout),
                    }))}
                    chosen={chosen}
                    onChange={choose}
                  />
                ) : (
                  <p className="ui-dimmed">All of these payouts have their transaction.</p>
                )}
                {count > page * bankPayoutsPerPage ? (
                  <Button variant="default" onClick={() => setPage(page + 1)}>
                    Earlier payouts
                  </Button>
                ) : null}
              </>
            );
          }}
        </DataPanel>
        <FailureText>{decision.error?.fields.payouts}</FailureText>
        <FormFailure error={decision.error} action={decideBankLine.failure} />
        <div className={classes.buttons}>
          <Button variant="default" disabled={decision.isPending} onClick={() => decide([])}>
            It’s not a payout
          </Button>
          <Button
            disabled={chosen.length === 0}
            loading={decision.isPending}
            onClick={() => decide(chosen.map(Number))}
          >
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
