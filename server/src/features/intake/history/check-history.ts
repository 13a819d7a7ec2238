import { createHash } from 'node:crypto';
import { historyMessages } from '@lotkeeper/contract/intake/history';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { getCallSignal } from '../../../kernel/load/deadline.ts';
import { knownEntries, refuseKnown } from '../../../records/money/entries.ts';
import { checkRefunds, readRefundFacts } from '../../../records/money/payments.ts';
import type { RentalRow } from '../../../records/money/rental-owners.ts';
import { findRentals, toOwner } from '../../../records/money/rental-owners.ts';
import { findFreeNames } from '../../../records/money/undone-history.ts';
import { readKnownRentals } from '../../../records/people/known-rentals.ts';
import type { RentalInput } from '../../../records/people/rentals.ts';
import type { Recorder, RefusedItem } from '../../../records/recorder.ts';
import { openRecorder, sourceKey } from '../../../records/recorder.ts';
import type { HistoryItem, HistoryKind } from './history-item.ts';
import { RowNames } from './history-rows.ts';
import type { FindName, NamedItem } from './record-history.ts';
import {
  describeRefusal,
  listEntryNames,
  toPayments,
  toRefunds,
  toRentals,
} from './record-history.ts';

/** Rows that are compared with what is recorded at a time. */
const rowsAtOnce = 1000;

/** What an import would do with a row; `repeated` = an earlier row of the file is the same. */
export type RowOutcome = 'recorded' | 'unchanged' | 'repeated' | { reason: string };

/** A row that can be read, with what takes its outcome. */
interface CheckedRow extends NamedItem {
  settle: (outcome: RowOutcome) => void;
}

const toOutcome = (refused: RefusedItem | null, isKnown: boolean): RowOutcome => {
  if (refused) return { reason: describeRefusal(refused) };
  return isKnown ? 'unchanged' : 'recorded';
};

/** A rental that the import would record. Its pk is below 0, and no row of the database has it. */
const toNewRow = (rental: RentalInput, pk: number) =>
  ({ ...rental, pk, auto_started: false, marketed: false }) as unknown as RentalRow;

/**
 * Says what an import would do with the rows of a file, by the rules that record them, and records nothing. Rentals
 * are checked in batches, what belongs to them at the end.
 */
export class HistoryCheck {
  readonly #scope: OrganizationScope;
  readonly #names = new RowNames();
  readonly #seen = new Map<string, string>();
  readonly #later: Record<'payment' | 'refund', CheckedRow[]> = { payment: [], refund: [] };
  /** Rentals of the file that aren't recorded yet. */
  readonly #new = new Map<string, RentalRow>();
  /** What is left to refund of the rentals of the file and of those that it refers to. */
  readonly #left = new Map<number, Cents>();
  #rentals: CheckedRow[] = [];

  constructor(scope: OrganizationScope) {
    this.#scope = scope;
  }

  async add(line: number, item: HistoryItem, settle: CheckedRow['settle']): Promise<void> {
    const name = this.#names.take(item);
    const key = `${item.kind} ${name}`;
    const hash = createHash('sha256').update(JSON.stringify(item)).digest('base64url');
    const before = this.#seen.get(key);
    if (before !== undefined) {
      settle(before === hash ? 'repeated' : { reason: historyMessages.sameId });
      return;
    }
    this.#seen.set(key, hash);
    const row = { line, cells: [], name, item, settle };
    if (item.kind !== 'rental') this.#later[item.kind].push(row);
    else if (this.#rentals.push(row) >= rowsAtOnce) await this.#checkRentals();
  }

  async finish(): Promise<void> {
    await this.#checkRentals();
    for (const kind of ['payment', 'refund'] as const) {
      const rows = this.#later[kind];
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        await this.#checkBatch(kind, rows.slice(from, from + rowsAtOnce));
      }
    }
  }

  async #checkRentals(): Promise<void> {
    const rows = this.#rentals;
    this.#rentals = [];
    if (rows.length > 0) await this.#checkBatch('rental', rows);
  }

  async #checkBatch(kind: HistoryKind, rows: readonly CheckedRow[]): Promise<void> {
    getCallSignal()?.throwIfAborted();
    const outcomes = await this.#scope.write(async (tx) => {
      const recorder = await openRecorder(tx, this.#scope.organizationId, []);
      const names = await findFreeNames(recorder, rows.flatMap(listEntryNames));
      const findName = (name: string) => names.get(name) ?? name;
      if (kind === 'rental') return this.#judgeRentals(recorder, toRentals(rows, findName));
      return kind === 'payment'
        ? this.#judgePayments(recorder, rows, findName)
        : this.#judgeRefunds(recorder, rows, findName);
    });
    for (const [index, row] of rows.entries()) row.settle(outcomes[index] ?? 'recorded');
  }

  async #judgeRentals(recorder: Recorder, rentals: readonly RentalInput[]): Promise<RowOutcome[]> {
    const known = await readKnownRentals(recorder, rentals);
    return rentals.map((rental) => {
      if (known.has(rental)) {
        const outcome = known.compare(rental);
        return toOutcome(outcome.outcome === 'refused' ? outcome : null, true);
      }
      const pk = -1 - this.#new.size;
      this.#new.set(sourceKey(rental), toNewRow(rental, pk));
      const left = rental.movements.reduce(
        (sum, { kind, amount }) => sum + (kind === 'refund' ? -amount : amount),
        0,
      );
      this.#left.set(pk, cents(left));
      return 'recorded';
    });
  }

  async #judgePayments(
    recorder: Recorder,
    rows: readonly CheckedRow[],
    findName: FindName,
  ): Promise<RowOutcome[]> {
    const payments = toPayments(rows, findName);
    const rentals = await findRentals(
      recorder,
      payments.flatMap(({ rental }) => (rental ? [rental] : [])),
      { locked: false },
    );
    const known = await knownEntries(recorder, payments);
    return payments.map(({ rental, ...payment }) => {
      const key = rental ? sourceKey(rental) : '';
      const row = rentals.get(key) ?? this.#new.get(key);
      if (!row) return { reason: historyMessages.noRental };
      const recorded = known.get(sourceKey(payment));
      if (recorded) {
        const owned = { ...payment, ...toOwner(row), source: payment.source };
        return toOutcome(refuseKnown(recorded, owned), true);
      }
      this.#left.set(row.pk, cents((this.#left.get(row.pk) ?? 0) + payment.amount));
      return 'recorded';
    });
  }

  async #judgeRefunds(
    recorder: Recorder,
    rows: readonly CheckedRow[],
    findName: FindName,
  ): Promise<RowOutcome[]> {
    const refunds = toRefunds(rows, findName);
    const facts = await readRefundFacts(recorder, refunds, { locked: false });
    const rentals = new Map([...this.#new, ...facts.rentals]);
    for (const [pk, left] of facts.left) this.#addRecorded(pk, left);
    const checked = checkRefunds(refunds, { rentals, known: facts.known, left: this.#left });
    return checked.map((refund) => {
      if ('outcome' in refund) return toOutcome(refund, false);
      const recorded = facts.known.get(sourceKey(refund));
      return recorded ? toOutcome(refuseKnown(recorded, refund), true) : 'recorded';
    });
  }

  readonly #counted = new Set<number>();

  /** Adds what is left of a recorded rental to what payments of the file add to it, once. */
  #addRecorded(pk: number, left: Cents): void {
    if (this.#counted.has(pk)) return;
    this.#counted.add(pk);
    this.#left.set(pk, cents((this.#left.get(pk) ?? 0) + left));
  }
}
