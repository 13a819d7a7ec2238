import { createHash } from 'node:crypto';
import { historyMessages } from '@lotkeeper/contract/intake/history';
import type { CsvRecord, ImportDeps, ImportedFile, RefusedRow } from '../files/public.ts';
import { decoded, isBlank, readRecords, skipBytes } from '../files/public.ts';
import type { CompleteReading } from './history-file.ts';
import type { HistoryItem, HistoryKind } from './history-item.ts';
import type { RowReading } from './history-row.rules.ts';
import { itemOfRow } from './history-row.rules.ts';
import type { NamedItem } from './record-history.ts';

/** Rows that one transaction records. */
const usualRowsAtOnce = 1000;

/** A row without an ID is known by its content, without who drove. */
function hashItem(item: HistoryItem): string {
  const { renter: _, ...content } = { renter: null, ...item };
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

/** The names of rows so far: of several equal rows without an ID, each is the first, second and so on. */
export class RowNames {
  readonly #counts = new Map<string, number>();

  take(item: HistoryItem): string {
    // A refund that failed has the ID of the refund.
    const isReturned = item.kind === 'refund' && item.amount < 0;
    if (item.id !== null) return isReturned ? `${item.id} returned` : item.id;
    const hash = hashItem(item);
    const count = (this.#counts.get(hash) ?? 0) + 1;
    this.#counts.set(hash, count);
    return count === 1 ? `row-${hash}` : `row-${hash}-${count}`;
  }
}

/** What a job needs to know of an import. */
export interface FoundHistory extends ImportedFile {
  reading: CompleteReading;
  kinds: HistoryKind[];
  /** How many kinds are recorded. */
  pass: number;
  head_bytes: number;
  head_lines: number;
}

/** Rows of a pass up to a place in the file. */
export interface HistoryRows {
  /** The names of all rows up to there. */
  names: RowNames;
  rows: NamedItem[];
  /** Rows that are the same as an earlier one of these. */
  repeated: number;
  refused: RefusedRow[];
  to: { bytes: number; lines: number };
}

const storable = (cell: string) => cell.replaceAll('\0', '');

/** Collects the rows of one kind, until they are taken. */
class Collector {
  readonly #kind: HistoryKind;
  readonly #keepsRefused: boolean;
  #rows = new Map<string, NamedItem>();
  #repeated = 0;
  #refused: RefusedRow[] = [];

  constructor(kind: HistoryKind, keepsRefused: boolean) {
    this.#kind = kind;
    this.#keepsRefused = keepsRefused;
  }

  get size(): number {
    return this.#rows.size + this.#refused.length + this.#repeated;
  }

  add({ line, cells }: CsvRecord, item: HistoryItem, name: string): void {
    if (item.kind !== this.#kind) return;
    const before = this.#rows.get(name);
    if (!before) this.#rows.set(name, { line, cells, name, item });
    else if (JSON.stringify(before.item) === JSON.stringify(item)) this.#repeated += 1;
    else this.#refused.push({ line, reason: historyMessages.sameId, cells: cells.map(storable) });
  }

  /** A row that can't be read belongs to the first pass. */
  refuse({ line, cells }: CsvRecord, reason: string): void {
    if (this.#keepsRefused) this.#refused.push({ line, reason, cells: cells.map(storable) });
  }

  take(to: HistoryRows['to']): Omit<HistoryRows, 'names'> {
    const batch = {
      rows: [...this.#rows.values()],
      repeated: this.#repeated,
      refused: this.#refused,
      to,
    };
    this.#rows = new Map();
    this.#repeated = 0;
    this.#refused = [];
    return batch;
  }
}

/**
 * The rows of an import's pass after the recorded ones, in batches. Earlier rows are read again where the names of
 * equal ones aren't known from this process.
 */
export async function* readHistoryRows(
  { files, rowsAtOnce = usualRowsAtOnce, pieceBytes }: ImportDeps,
  found: FoundHistory,
  reading: RowReading,
  names: RowNames | null,
): AsyncGenerator<HistoryRows> {
  const { head_bytes, head_lines, done_bytes, done_lines, pass, kinds } = found;
  const file = await files.open(found.file);
  if (!file) throw new Error('The file of the import is gone.');
  const known = names ?? new RowNames();
  const from = names
    ? { bytes: done_bytes, lines: done_lines }
    : { bytes: head_bytes, lines: head_lines };
  const text = skipBytes(decoded(file.stream, found.encoding, false, pieceBytes), from.bytes);
  const collector = new Collector(kinds[pass] ?? 'rental', pass === 0);
  let to = { bytes: done_bytes, lines: done_lines };
  for await (const batch of readRecords(text, found, from)) {
    for (const record of batch.records) {
      if (isBlank(record)) continue;
      const item = itemOfRow(record, reading);
      const name = typeof item === 'string' ? '' : known.take(item);
      if (record.end <= done_bytes) continue;
      if (typeof item === 'string') collector.refuse(record, item);
      else collector.add(record, item, name);
    }
    if (batch.to.bytes <= done_bytes) continue;
    to = batch.to;
    if (collector.size >= rowsAtOnce) yield { ...collector.take(to), names: known };
  }
  yield { ...collector.take(to), names: known };
}
