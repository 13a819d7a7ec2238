import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { EntryKind } from '@lotkeeper/contract/ledger';
import { computeNet } from '@lotkeeper/contract/ledger';
import type { CsvCell } from '../kernel/http/csv.ts';

/** A ledger entry as files list it; amounts in cents. */
export interface FiledEntry {
  local_date: LocalDate;
  occurred_at: Instant;
  kind: EntryKind;
  /** null for a payout. */
  rental_type: string | null;
  source: string;
  external_id: string;
  gross: number;
  refund: number;
  tax: number;
  processing_fee: number;
  commission: number;
}

type Columns = readonly [header: string, of: (row: FiledEntry) => CsvCell][];

/** An amount as a cell. */
export const moneyCell = (amount: number): CsvCell => ({ cents: cents(amount) });

/** When and of what an entry is, in every file of ledger entries. */
export const entryNameColumns: Columns = [
  ['Date', (row) => row.local_date],
  ['Moment (UTC)', (row) => toIso(row.occurred_at)],
  ['Kind', (row) => row.kind],
  ['Rental type', (row) => row.rental_type],
  ['Source', (row) => row.source],
  ['Reference', (row) => row.external_id],
];

/** The parts of its money. */
export const entryPartColumns: Columns = [
  ['Gross', (row) => moneyCell(row.gross)],
  ['Refund', (row) => moneyCell(row.refund)],
  ['Tax', (row) => moneyCell(row.tax)],
  ['Processing fee', (row) => moneyCell(row.processing_fee)],
  ['Commission', (row) => moneyCell(row.commission)],
  ['Net', (row) => moneyCell(computeNet({ ...row, refunds: row.refund }))],
];
