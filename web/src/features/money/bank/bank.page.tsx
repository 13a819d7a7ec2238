import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { BankLine, PayoutWithLine } from '@lotkeeper/contract/money/bank';
import { decideBankLine, getBank, listBankPayouts } from '@lotkeeper/contract/money/bank';
import { useState } from 'react';
import {
  formatDate,
  formatDayRange,
  formatMoneyExact,
  formatQuantity,
} from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { findBankDays, useDecision } from './bank.api.ts';
import classes from './bank.module.css';
import { BankPayouts } from './bank-payouts.tsx';
import type { BankFilters } from './bank-search.ts';
import { findLatestLine } from './bank-words.ts';
import { QuestionsPanel } from './questions-panel.tsx';
import { UnknownPanel } from './unknown-panel.tsx';

const BankFileDialog = lazyDialog(async () => ({
  default: (await import('./file-dialog.tsx')).BankFileDialog,
}));

interface BankPageProps extends FilterProps<BankFilters> {
  organizationId: string;
}

/** Which payouts arrived in the bank account, as the bank's own files show. */
export function BankPage({ organizationId, filters, onFilter }: BankPageProps) {
  const { page = 1 } = filters;
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<PayoutWithLine | null>(null);
  const [decided, setDecided] = useState<BankLine | null>(null);
  const undo = useDecision(() => setDecided(null));
  const bank = useRead(getBank, { params: { orgId: organizationId }, query: findBankDays() });
  const decide = (line: BankLine) => {
    undo.reset();
    setDecided(line);
  };
  const takeBack = (line: BankLine) =>
    undo.mutate({ body: { organization: Number(organizationId), line: line.pk, payouts: null } });
  const isAdmin = useIsAdmin(organizationId);
  const removed = removing && findLatestLine(removing);
  const hasFiles = bank.data?.lines !== 0;
  return (
    <>
      <PageHeader
        title="Bank"
        subtitle="Which payouts arrived in your bank account"
        actions={
          isAdmin ? <Button onClick={() => setIsAdding(true)}>Add bank file</Button> : undefined
        }
      />
      <Notice
        text={decided ? `The transaction of ${formatDate(decided.local_date)} was decided.` : ''}
        onUndo={decided ? () => takeBack(decided) : null}
      />
      <FormFailure error={undo.error} action={decideBankLine.failure} />
      <div className="ui-stack">
        {hasFiles ? (
          <DataPanel
            title="Payouts of the last six months"
            query={bank}
            grows
            skeleton={<StatGridSkeleton count={3} noteLines={1} />}
          >
            {(data) => <Summary bank={data} />}
          </DataPanel>
        ) : null}
        {bank.data ? (
          <>
            {isAdmin ? (
              <QuestionsPanel
                organizationId={organizationId}
                questions={bank.data.questions}
                count={bank.data.question_count}
                onDecided={decide}
              />
            ) : null}
            <UnknownPanel
              organizationId={organizationId}
              lines={bank.data.unknown}
              count={bank.data.unknown_count}
              onDecided={decide}
            />
          </>
        ) : null}
        <BankPayouts
          {...{ organizationId, hasFiles }}
          page={page}
          onPage={(next, mode) => onFilter({ page: next }, mode)}
          onRemove={isAdmin ? setRemoving : null}
        />
        {hasFiles ? null : (
          <p className="ui-note">
            <strong>No bank file yet</strong>.{' '}
            {isAdmin
              ? 'Download the transactions of your account from your bank’s website as CSV, OFX, QFX, CAMT.053 or MT940, and add the file here. Lotkeeper then shows which payouts arrived.'
              : 'An Admin adds the files of your bank here. Lotkeeper then shows which payouts arrived.'}
          </p>
        )}
      </div>
      {isAdding ? (
        <BankFileDialog organizationId={organizationId} onClose={() => setIsAdding(false)} />
      ) : null}
      {removing && removed ? (
        <RemoveDialog
          organizationId={organizationId}
          payout={removing}
          line={removed}
          onClose={() => setRemoving(null)}
          onDone={(line) => {
            setRemoving(null);
            decide(line);
          }}
        />
      ) : null}
    </>
  );
}

function Summary({ bank }: { bank: AnswerOf<typeof getBank> }) {
  const { arrived, not_arrived, missing, short, sent_back, first_date, last_date, lines } = bank;
  return (
    <div className={classes.summary}>
      <StatGrid>
        <Stat
          label="Arrived"
          value={formatMoneyExact(arrived.amount)}
          note={formatQuantity(arrived.count, 'payout')}
          hint="Payouts that are matched to a transaction of your bank, less those that came back."
        />
        <Stat
          label="Not arrived"
          value={formatMoneyExact(not_arrived.amount)}
          note={formatQuantity(not_arrived.count, 'payout')}
          hint="Payouts without a transaction of your bank: on their way, not covered by a bank file, or not in the bank."
        />
        <Stat
          label="Not in the bank"
          value={formatMoneyExact(missing.amount)}
          note={formatQuantity(missing.count, 'payout')}
          hint="Of those, the ones that your bank files should have had within seven days."
        />
        {short.count > 0 ? (
          <Stat
            label="Arrived short"
            value={formatMoneyExact(short.amount)}
            note={formatQuantity(short.count, 'payout')}
            hint="What deposits lack that are less than their payout, such as a fee that your bank kept."
          />
        ) : null}
        {sent_back.count > 0 ? (
          <Stat
            label="Taken back"
            value={formatMoneyExact(sent_back.amount)}
            note={formatQuantity(sent_back.count, 'payout')}
            hint="Payouts whose deposit your bank took back, although they weren’t recorded as returned. They count as not arrived."
          />
        ) : null}
      </StatGrid>
      {first_date && last_date ? (
        <p className="ui-note ui-top">
          Bank files from {formatDayRange(first_date, last_date)},{' '}
          {formatQuantity(lines, 'transaction')}.
        </p>
      ) : null}
    </div>
  );
}

interface RemoveDialogProps {
  organizationId: string;
  payout: PayoutWithLine;
  line: BankLine;
  onClose: () => void;
  onDone: (line: BankLine) => void;
}

function RemoveDialog({ organizationId, payout, line, onClose, onDone }: RemoveDialogProps) {
  return (
    <ConfirmSend
      endpoint={decideBankLine}
      input={{ body: { organization: Number(organizationId), line: line.pk, payouts: [] } }}
      changes={[getBank, listBankPayouts]}
      question={payout.back_line ? 'Remove this return?' : 'Remove this match?'}
      confirm={payout.back_line ? 'Remove return' : 'Remove match'}
      onClose={onClose}
      onDone={() => onDone(line)}
    >
      The transaction of {formatDate(line.local_date)} then counts as none of your payouts, and the
      payout of {formatDate(payout.local_date)} as {payout.back_line ? 'arrived' : 'not arrived'}.
    </ConfirmSend>
  );
}
