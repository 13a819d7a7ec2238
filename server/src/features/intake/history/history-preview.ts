import type { HistoryPreview } from '@lotkeeper/contract/intake/history';
import type { HistoryColumn } from '@lotkeeper/contract/intake/history-columns';
import { previewRows } from '@lotkeeper/contract/intake/visitors-csv';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth, toLocalDate, toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import type { CsvRecord } from '../files/public.ts';
import { describeTable, isBlank, openRows, showCell } from '../files/public.ts';
import type { HistoryCheck, RowOutcome } from './check-history.ts';
import type { HistoryFile } from './history-file.ts';
import type { HistoryItem } from './history-item.ts';
import type { HistorySpot, RowComparison, RowReading } from './history-row.rules.ts';
import { compareRow, itemOfRow } from './history-row.rules.ts';

interface Sums {
  rows: number;
  amount: Cents;
  refunds: Cents;
  tax: Cents;
  fees: Cents;
}

const noSums = (): Sums => ({
  rows: 0,
  amount: cents(0),
  refunds: cents(0),
  tax: cents(0),
  fees: cents(0),
});

/** The tax of a row: a refund gives it back. */
const findTax = (item: HistoryItem) =>
  item.kind === 'refund'
    ? -item.tax
    : item.kind === 'rental'
      ? item.tax - item.refund_tax
      : item.tax;

/** What a row adds to the sums. */
function addItem(sums: Sums, item: HistoryItem): void {
  const isRefund = item.kind === 'refund';
  const refund = isRefund ? item.amount : item.kind === 'rental' ? item.refund : 0;
  sums.rows += 1;
  sums.amount = cents(sums.amount + (isRefund ? 0 : item.amount));
  sums.refunds = cents(sums.refunds + refund);
  sums.tax = cents(sums.tax + findTax(item));
  sums.fees = cents(sums.fees + item.fee);
}

const signed = (item: HistoryItem) => cents(item.kind === 'refund' ? -item.amount : item.amount);

/** The cells of a row as they would be recorded. */
function describeCells(
  cells: readonly string[],
  fields: readonly HistoryColumn[],
  item: HistoryItem | null,
  spots: ReadonlyMap<number, HistorySpot & { name: string }>,
): string[] {
  const zone = item && spots.get(item.spot_pk)?.timezone;
  return fields.map((field, index) => {
    const cell = showCell(cells[index] ?? '');
    if (!item || !zone || cell === '') return cell;
    if (field === 'amount' || field === 'price') return dollarsText(signed(item));
    if (field === 'tax') return dollarsText(item.tax);
    if (field === 'fee') return dollarsText(item.fee);
    if (field === 'paid_at') return toLocalTime(item.paid_at, zone);
    if (field === 'property') return spots.get(item.spot_pk)?.name ?? cell;
    if (item.kind !== 'rental') return cell;
    if (field === 'starts_at') return toLocalTime(item.starts_at, zone);
    if (field === 'ends_at' && item.ends_at !== null) return toLocalTime(item.ends_at, zone);
    if (field === 'refund') return dollarsText(item.refund);
    if (field === 'price_monthly' && item.price_monthly !== null)
      return dollarsText(item.price_monthly);
    return field === 'plate' && item.car ? item.car.plate : cell;
  });
}

type Counted = Pick<
  HistoryPreview,
  | 'rows'
  | 'good'
  | 'unchanged'
  | 'refused'
  | 'problems'
  | 'first_day'
  | 'last_day'
  | 'total'
  | 'months'
  | 'differences'
>;

const noDifference = () => ({ net: { file: 0, read: 0 }, total: { file: 0, read: 0 } });

/** Counts the rows of a file by what an import would do with them, with the sums of its months. */
class Counter {
  readonly counted: Counted = {
    rows: [],
    good: 0,
    unchanged: 0,
    refused: 0,
    problems: [],
    first_day: null,
    last_day: null,
    total: noSums(),
    months: [],
    differences: [],
  };
  readonly values: string[][] = [];
  readonly #months = new Map<LocalDate, Sums>();
  readonly #compared = new Map<LocalDate, ReturnType<typeof noDifference>>();
  readonly #spots: ReadonlyMap<number, HistorySpot & { name: string }>;
  readonly #reading: RowReading | null;
  readonly #fields: readonly HistoryColumn[];
  readonly #check: HistoryCheck;

  constructor(
    fields: readonly HistoryColumn[],
    reading: RowReading | null,
    spots: Iterable<HistorySpot & { name: string }>,
    check: HistoryCheck,
  ) {
    this.#fields = fields;
    this.#reading = reading;
    this.#spots = new Map([...spots].map((spot) => [spot.pk, spot]));
    this.#check = check;
  }

  async add(record: CsvRecord): Promise<void> {
    const item = this.#reading ? itemOfRow(record, this.#reading) : null;
    const problem = typeof item === 'string' ? item : record.problem;
    const { line, cells } = record;
    const { rows } = this.counted;
    const isShown = rows.length < previewRows;
    if (isShown) {
      const readableItem = typeof item === 'string' ? null : item;
      rows.push({
        line,
        cells: describeCells(cells, this.#fields, readableItem, this.#spots),
        problem,
      });
      if (record.problem === null) this.values.push(cells);
    }
    if (problem !== null) return this.#refuse(line, problem);
    if (item === null || typeof item === 'string' || !this.#reading) return;
    const comparison = compareRow(record, item, this.#reading);
    const shown = isShown ? rows.at(-1) : undefined;
    await this.#check.add(line, item, (outcome) => {
      if (typeof outcome === 'string') return this.#accept(item, outcome, comparison);
      if (shown) shown.problem = outcome.reason;
      this.#refuse(line, outcome.reason);
    });
  }

  #refuse(line: number, reason: string): void {
    this.counted.refused += 1;
    this.counted.problems.push({ line, reason });
  }

  #accept(
    item: HistoryItem,
    outcome: Exclude<RowOutcome, object>,
    comparison: RowComparison,
  ): void {
    const { counted } = this;
    counted.good += 1;
    if (outcome !== 'recorded') counted.unchanged += 1;
    if (outcome === 'repeated') return;
    const day = toLocalDate(item.paid_at, this.#spots.get(item.spot_pk)?.timezone ?? 'UTC');
    if (counted.first_day === null || day < counted.first_day) counted.first_day = day;
    if (counted.last_day === null || day > counted.last_day) counted.last_day = day;
    const month = startOfMonth(day);
    const sums = this.#months.get(month) ?? noSums();
    this.#months.set(month, sums);
    addItem(sums, item);
    addItem(counted.total, item);
    const compared = this.#compared.get(month) ?? noDifference();
    this.#compared.set(month, compared);
    for (const column of ['net', 'total'] as const) {
      compared[column].file += comparison[column]?.file ?? 0;
      compared[column].read += comparison[column]?.read ?? 0;
    }
  }

  async finish(): Promise<Counted> {
    await this.#check.finish();
    const sort = <Value>(map: ReadonlyMap<LocalDate, Value>) =>
      [...map].sort(([a], [b]) => (a < b ? -1 : 1));
    const differences = sort(this.#compared).flatMap(([month, compared]) =>
      (['net', 'total'] as const)
        .map((column) => ({ column, ...compared[column] }))
        .filter(({ file, read }) => file !== read)
        .map(({ column, file, read }) => ({ month, column, file: cents(file), read: cents(read) })),
    );
    const { problems } = this.counted;
    return {
      ...this.counted,
      problems: problems.sort((a, b) => a.line - b.line).slice(0, previewRows),
      months: sort(this.#months).map(([month, sums]) => ({ month, ...sums })),
      differences,
    };
  }
}

/** Previews how a file would be read, and what an import would do with each row. Records nothing. */
export async function previewHistoryFile(
  file: HistoryFile,
  reading: RowReading,
  spots: readonly (HistorySpot & { name: string })[],
  check: HistoryCheck,
): Promise<HistoryPreview> {
  const { inspection } = file;
  const isComplete = file.missing.length === 0;
  const counter = new Counter(inspection.fields, isComplete ? reading : null, spots, check);
  for await (const { records } of await openRows(inspection)) {
    for (const record of records) if (!isBlank(record)) await counter.add(record);
  }
  const { fields: _fields, signs: _signs, extras_included = true, ...options } = file.reading;
  const { has_extras, preset, needs_date_order, needs_money_form, missing, questions } = file;
  return {
    ...describeTable(inspection, counter.values),
    preset,
    ...options,
    extras_included: file.needs_extras ? null : extras_included,
    has_extras,
    needs_date_order,
    needs_money_form,
    missing,
    questions,
    ...(await counter.finish()),
  };
}
