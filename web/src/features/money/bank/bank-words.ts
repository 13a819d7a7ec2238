import type {
  BankColumn,
  BankFilePreview,
  BankFormat,
  BankState,
  PayoutAtBank,
  PayoutWithLine,
} from '@lotkeeper/contract/money/bank';
import {
  formatCount,
  formatDate,
  formatDayRange,
  formatMoneyExact,
  formatQuantity,
} from '../../../kernel/format.ts';
import type { Tone } from '../../../ui/frame/tag.tsx';
import type { ImportResult } from './bank.api.ts';

/** What the bank did last about a payout, and a person may take away: its return, or else its deposit. */
export const findLatestLine = ({ back_line, line }: Pick<PayoutWithLine, 'back_line' | 'line'>) =>
  back_line ?? line;

const formatNames: Record<BankFormat, string> = {
  csv: 'CSV',
  ofx: 'OFX',
  camt: 'CAMT.053',
  mt940: 'MT940',
};

export const columnNames: Record<BankColumn, string> = {
  date: 'Date',
  description: 'Description',
  amount: 'Amount',
  credit: 'Deposits',
  debit: 'Withdrawals',
  direction: 'Debit or credit',
  status: 'Status',
  currency: 'Currency',
  ignore: 'Nothing needed',
};

export const stateTags: Record<BankState, { tone: Tone; label: string }> = {
  arrived: { tone: 'green', label: 'Arrived' },
  asked: { tone: 'amber', label: 'For you to decide' },
  waiting: { tone: 'gray', label: 'On its way' },
  missing: { tone: 'red', label: 'Not in the bank' },
  no_statement: { tone: 'gray', label: 'No bank file' },
  returned: { tone: 'gray', label: 'Came back' },
  short: { tone: 'red', label: 'Arrived short' },
  late: { tone: 'amber', label: 'Arrived late' },
  sent_back: { tone: 'red', label: 'Taken back' },
  return_missing: { tone: 'red', label: 'Return not in the bank' },
};

export const countTransactions = (count: number) => formatQuantity(count, 'transaction');

const countLines = (count: number) =>
  count === 1 ? '1 line can’t be read' : `${formatCount(count)} lines can’t be read`;

const describeKnown = (known: number, total: number) =>
  known === total ? 'all of them here already' : `${formatCount(known)} here already`;

/** What is in a file, as one line. */
export function describeFile(file: BankFilePreview): string {
  const { format, account, lines, known, refused, first_date, last_date } = file;
  const name = account ? `${formatNames[format]}, account …${account}` : formatNames[format];
  return [
    name,
    first_date && last_date ? formatDayRange(first_date, last_date) : null,
    countTransactions(lines),
    lines > 0 && known > 0 ? describeKnown(known, lines) : null,
    refused > 0 ? countLines(refused) : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What adding a file did, as a message. */
export function describeImport({
  lines,
  added,
  known,
  refused,
  open_questions,
}: ImportResult): string {
  const duplicates = known > 0 ? `, ${formatCount(known)} were here already` : '';
  const news = added === 0 ? 'Nothing new was added.' : `${formatCount(added)} added.`;
  const questions =
    open_questions === 0
      ? ''
      : ` ${formatQuantity(open_questions, 'needs', 'need')} your decision.`;
  const problems = refused === 0 ? '' : ` ${countLines(refused)}.`;
  return `${countTransactions(lines)}${duplicates}. ${news}${questions}${problems}`;
}

/** A payout as a choice. */
export const describePayout = ({ local_date, amount, statement_descriptor }: PayoutAtBank) =>
  [formatMoneyExact(amount), `sent ${formatDate(local_date)}`, statement_descriptor]
    .filter(Boolean)
    .join(' · ');
