import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { figureMeasures } from '@lotkeeper/contract/money/figures';
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
  [figureMeasures.gross.label, (row) => moneyCell(row.gross)],
  [figureMeasures.refunds.label, (row) => moneyCell(row.refund)],
  [figureMeasures.tax.label, (row) => moneyCell(row.tax)],
  [figureMeasures.processing_fee.label, (row) => moneyCell(row.processing_fee)],
  [figureMeasures.commission.label, (row) => moneyCell(row.commission)],
  [figureMeasures.net.label, (row) => moneyCell(computeNet({ ...row, refunds: row.refund }))],
];
