import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { EntryKind } from '@lotkeeper/contract/money/ledger';
import { computeNet } from '@lotkeeper/contract/money/ledger';
import type { CsvColumns } from '../../../kernel/http/csv.ts';
import { moneyCell } from '../../../kernel/http/csv.ts';

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

/** The time, kind, and subject columns of every ledger file. */
export const entryNameColumns: CsvColumns<FiledEntry> = [
  ['Date', (row) => row.local_date],
  ['Moment (UTC)', (row) => toIso(row.occurred_at)],
  ['Kind', (row) => row.kind],
  ['Rental type', (row) => row.rental_type],
  ['Source', (row) => row.source],
  ['Reference', (row) => row.external_id],
];

export const entryPartColumns: CsvColumns<FiledEntry> = [
  ['Gross', (row) => moneyCell(row.gross)],
  ['Refund', (row) => moneyCell(row.refund)],
  ['Tax', (row) => moneyCell(row.tax)],
  ['Processing fee', (row) => moneyCell(row.processing_fee)],
  ['Commission', (row) => moneyCell(row.commission)],
  ['Net', (row) => moneyCell(computeNet({ ...row, refunds: row.refund }))],
];
