import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import type {
  HistoryContents,
  HistoryReading,
  MoneyForm,
} from '@lotkeeper/contract/intake/history';
import {
  historyMessages,
  maxPropertyNames,
  propertyZone,
} from '@lotkeeper/contract/intake/history';
import type { HistoryColumn, HistoryField } from '@lotkeeper/contract/intake/history-columns';
import { historyPresets } from '@lotkeeper/contract/intake/history-presets';
import { csvMessages, maxCsvRows } from '@lotkeeper/contract/intake/visitors-csv';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { TableInspection } from '../files/public.ts';
import {
  findDateOrder,
  findOtherCurrency,
  foldName,
  inspectTable,
  isBlank,
  openRows,
  parseAmount,
  refusal,
} from '../files/public.ts';
import {
  findMissingColumns,
  findPreset,
  guessContents,
  guessHistoryColumns,
  historyTable,
} from './history-columns.rules.ts';
import { isRefundKind, isReturnKind, readKind } from './history-kinds.rules.ts';
import type { FileSigns } from './history-row.rules.ts';
import { cleanText, longestCell } from './history-row.rules.ts';
import { guessMoneyForm } from './history-values.rules.ts';

export type HistoryInspection = TableInspection<HistoryColumn>;

/** The indexes of the columns by what they contain. */
export function toIndexes(fields: readonly HistoryColumn[]): Partial<Record<HistoryField, number>> {
  const indexes: Partial<Record<HistoryField, number>> = {};
  for (const [index, field] of fields.entries()) if (field !== 'ignore') indexes[field] = index;
  return indexes;
}

/** Values of amounts that show how all are written. */
const maxAmounts = 20_000;
const dateFields = ['paid_at', 'starts_at', 'ends_at'] as const;
const moneyFields = [
  'amount',
  'price',
  'tax',
  'fee',
  'refund',
  'tip',
  'net',
  'total',
  'price_monthly',
] as const;

/** What all rows of a file show together. */
interface Survey {
  rows: number;
  mdy: number;
  dmy: number;
  either: number;
  amounts: Set<string>;
  names: Set<string>;
  currencies: Set<string>;
  firstOtherLine: number;
  /** Refunds with a minus, and without. */
  minusRefunds: number;
  plusRefunds: number;
  /** Fees with a minus less those without, of payments; and by what the net says. */
  minusFees: number;
  minusFeesByNet: number;
  /** Whether tips and fees of apps are in the amount, by what is beside it. */
  included: number;
  beside: number;
  hasExtras: boolean;
}

/** Columns of fees that apps keep. */
export const listAppFees = (fields: readonly HistoryColumn[]): number[] =>
  fields.flatMap((field, index) => (field === 'app_fee' ? [index] : []));

/** Counts what a row shows about signs, and about what its amount has in it. */
function surveyMoney(
  survey: Survey,
  cells: readonly string[],
  indexes: ReturnType<typeof toIndexes>,
  appFees: readonly number[],
  isRefunds: boolean,
): void {
  const read = (index: number | undefined) => {
    const cell = cleanText(cells[index ?? -1]);
    return cell === '' ? 0 : (parseAmount(cell) ?? 0);
  };
  const amount = read(indexes.amount ?? indexes.price ?? indexes.refund);
  const kind = readKind(cleanText(cells[indexes.kind ?? -1]));
  const isRefund = isRefundKind(kind) || isRefunds;
  if (isRefund && !isReturnKind(kind)) {
    if (amount < 0) survey.minusRefunds += 1;
    if (amount > 0) survey.plusRefunds += 1;
  }
  const fee = read(indexes.fee);
  if (!isRefund && amount > 0) survey.minusFees -= Math.sign(fee);
  const kept = read(indexes.net) - amount;
  if (fee !== 0 && Math.abs(kept) === Math.abs(fee)) survey.minusFeesByNet += kept === fee ? 1 : -1;
  const extras = [indexes.tip, ...appFees].reduce<number>(
    (sum, index) => sum + Math.abs(read(index)),
    0,
  );
  if (extras === 0) return;
  survey.hasExtras = true;
  if (indexes.amount === undefined || indexes.price === undefined) return;
  const beside = Math.abs(amount) - Math.abs(read(indexes.price)) - Math.abs(read(indexes.tax));
  if (beside === extras) survey.included += 1;
  if (beside === 0) survey.beside += 1;
}

async function surveyRows(inspection: HistoryInspection, isRefunds: boolean): Promise<Survey> {
  const indexes = toIndexes(inspection.fields);
  const appFees = listAppFees(inspection.fields);
  const pick = (names: readonly HistoryField[]) => names.flatMap((name) => indexes[name] ?? []);
  const [dates, amounts] = [pick(dateFields), [...pick(moneyFields), ...appFees]];
  const survey: Survey = {
    rows: 0,
    mdy: 0,
    dmy: 0,
    either: 0,
    amounts: new Set(),
    names: new Set(),
    currencies: new Set(),
    firstOtherLine: 0,
    minusRefunds: 0,
    plusRefunds: 0,
    minusFees: 0,
    minusFeesByNet: 0,
    included: 0,
    beside: 0,
    hasExtras: false,
  };
  const addCurrency = (code: string | null, line: number) => {
    if (code === null) return;
    if (survey.firstOtherLine === 0) survey.firstOtherLine = line;
    if (survey.currencies.size < 5) survey.currencies.add(code);
  };
  for await (const { records } of await openRows(inspection)) {
    for (const record of records) {
      if (isBlank(record)) continue;
      survey.rows += 1;
      const { line } = record;
      if (record.problem !== null) continue;
      const cells = record.cells.map((cell) => cell.slice(0, longestCell));
      for (const index of dates) {
        const order = findDateOrder(cleanText(cells[index]));
        if (order) survey[order] += 1;
      }
      for (const index of amounts) {
        const cell = cleanText(cells[index]);
        if (cell && survey.amounts.size < maxAmounts) survey.amounts.add(cell);
        addCurrency(findOtherCurrency(cell), line);
      }
      surveyMoney(survey, cells, indexes, appFees, isRefunds);
      const currency = cleanText(cells[indexes.currency ?? -1]).toUpperCase();
      if (currency && !/^(?:USD|US\$|\$|DOLLARS?|US DOLLARS?)$/.test(currency)) {
        addCurrency(currency.slice(0, 10), line);
      }
      const name = cleanText(cells[indexes.property ?? -1]).slice(0, 200);
      if (name && survey.names.size < maxPropertyNames) survey.names.add(name);
    }
    if (survey.rows > maxCsvRows) throw refusal(csvMessages.tooManyRows);
  }
  if (survey.rows === 0) throw refusal(csvMessages.noRows);
  return survey;
}

/** A property that names in files are matched with. */
export interface NamedSpot {
  pk: number;
  name: string;
}

/** Shorter names could begin with anything. */
const fewestLetters = 4;

/** The property with a name, or the only one whose name starts the other or is started by it; otherwise null. */
function guessSpot(name: string, spots: readonly NamedSpot[]): number | null {
  const folded = foldName(name);
  const folds = spots.map((spot) => ({ pk: spot.pk, name: foldName(spot.name) }));
  const same = folds.find((spot) => spot.name === folded);
  if (same || folded.length < fewestLetters) return same?.pk ?? null;
  const [only, ...others] = folds.filter(
    (spot) =>
      spot.name.length >= fewestLetters &&
      (spot.name.startsWith(folded) || folded.startsWith(spot.name)),
  );
  return only && others.length === 0 ? only.pk : null;
}

/** The column with names of properties is the property, whatever a column of their numbers is called. */
function withNamedSpots(
  fields: readonly HistoryColumn[],
  rows: readonly (readonly string[])[],
  spots: readonly NamedSpot[],
): HistoryColumn[] {
  const names = new Set(spots.map(({ name }) => foldName(name)));
  const counts = fields.map((field, index) =>
    ['property', 'ignore', 'name'].includes(field)
      ? rows.filter((cells) => names.has(foldName(cells[index] ?? ''))).length
      : 0,
  );
  const best = counts.indexOf(Math.max(...counts));
  const current = fields.indexOf('property');
  if ((counts[best] ?? 0) <= (counts[current] ?? 0)) return [...fields];
  return fields.map((field, index) =>
    index === best ? 'property' : index === current ? 'ignore' : field,
  );
}

function chooseSpots(
  names: ReadonlySet<string>,
  chosen: HistoryReading['spots'],
  spots: readonly NamedSpot[],
) {
  const choices = new Map(chosen?.map(({ name, spot }) => [name, spot]));
  return [...names].map((name) => {
    const choice = choices.get(name);
    return { name, spot: choice === undefined ? guessSpot(name, spots) : choice };
  });
}

const chooseOrder = ({ mdy, dmy, either }: Survey, chosen: DateOrder | undefined) => ({
  date_order: chosen ?? (dmy > mdy ? ('dmy' as const) : ('mdy' as const)),
  needs_date_order: (either > 0 && mdy === 0 && dmy === 0) || (mdy > 0 && dmy > 0),
});

function chooseMoneyForm({ amounts }: Survey, chosen: MoneyForm | undefined) {
  const { form, isUnclear, why } = guessMoneyForm([...amounts]);
  const question = why === 'whole' ? historyMessages.moneyForm : historyMessages.separators;
  return {
    money_form: chosen ?? form,
    needs_money_form: isUnclear,
    moneyQuestion: isUnclear && !chosen ? question : null,
  };
}

/** What a minus means; of a file with nothing but refunds, what most have. */
function chooseSigns(survey: Survey, isRefunds: boolean): FileSigns {
  const { minusRefunds, plusRefunds, minusFees, minusFeesByNet } = survey;
  const fees = minusFeesByNet || minusFees;
  return {
    refunds: minusRefunds > 0 && (!isRefunds || minusRefunds >= plusRefunds),
    fees: fees > 0,
  };
}

/** Whether tips and fees of apps are in the amounts, and whether somebody has to choose. */
function chooseExtras(
  { hasExtras, included, beside }: Survey,
  chosen: boolean | undefined,
  preset: ReturnType<typeof findPreset>,
) {
  const published = preset && historyPresets[preset].extras;
  const isShown = included > 0 !== beside > 0;
  const extras_included = chosen ?? published ?? !(isShown && beside > 0);
  return {
    extras_included,
    isOpen: hasExtras && !isShown && (chosen ?? published ?? null) === null,
  };
}

/** What an import keeps of how its rows are read. */
export interface CompleteReading {
  fields: HistoryColumn[];
  contents: HistoryContents;
  zone: string;
  date_order: DateOrder;
  money_form: MoneyForm;
  /** Missing in imports of earlier releases. */
  extras_included?: boolean;
  signs?: FileSigns;
  spot: number | null;
  spots: { name: string; spot: number | null }[];
}

/** How a file is read, complete: as chosen, or else as it seems. */
export interface HistoryFile {
  inspection: HistoryInspection;
  rows: number;
  preset: ReturnType<typeof findPreset>;
  reading: CompleteReading;
  needs_date_order: boolean;
  needs_money_form: boolean;
  has_extras: boolean;
  needs_extras: boolean;
  missing: string[];
  questions: string[];
}

/** The zone that the names of the columns give, such as `Created (UTC)`. */
const isInUtc = (
  columns: readonly string[],
  { paid_at, starts_at }: ReturnType<typeof toIndexes>,
) => /\bUTC\b|_utc$/i.test(columns[paid_at ?? starts_at ?? -1] ?? '');

/** Reads an uploaded file as far as it takes to know how its rows are read. Refuses one with other currencies. */
export async function readHistoryFile(
  files: FileStore,
  uuid: string,
  chosen: HistoryReading,
  {
    spots,
    remembered = {},
  }: {
    spots: readonly NamedSpot[];
    /** The columns of earlier files, by the hash of their names. */
    remembered?: Record<string, { columns: HistoryColumn[] }>;
  },
): Promise<HistoryFile> {
  const found = await inspectTable(files, uuid, { ...chosen, remembered }, historyTable);
  const isNamed = found.header_line > 0;
  const preset = isNamed ? findPreset(found.columns) : null;
  const rows = found.first.map(({ cells }) => cells);
  const fields = found.is_chosen
    ? found.fields
    : withNamedSpots(guessHistoryColumns(isNamed ? found.columns : null, rows), rows, spots);
  const inspection = {
    ...found,
    fields: found.columns.map((_, index) => fields[index] ?? 'ignore'),
  };
  const contents = chosen.contents ?? guessContents(inspection.fields);
  const isRefunds = contents === 'refunds';
  const survey = await surveyRows(inspection, isRefunds);
  if (survey.currencies.size > 0) {
    throw refusal(
      historyMessages.currency([...survey.currencies].join(', '), survey.firstOtherLine),
    );
  }
  const zone =
    chosen.zone ??
    (preset && historyPresets[preset].zone) ??
    (isInUtc(inspection.columns, toIndexes(inspection.fields)) ? 'UTC' : propertyZone);
  const hasNames = inspection.fields.includes('property');
  const [only] = spots;
  const spot = hasNames ? null : (chosen.spot ?? (spots.length === 1 ? (only?.pk ?? null) : null));
  const { date_order, needs_date_order } = chooseOrder(survey, chosen.date_order);
  const { money_form, needs_money_form, moneyQuestion } = chooseMoneyForm(
    survey,
    chosen.money_form,
  );
  const { extras_included, isOpen } = chooseExtras(survey, chosen.extras_included, preset);
  const extraNames = inspection.columns.filter((_, index) =>
    ['tip', 'app_fee'].includes(inspection.fields[index] ?? ''),
  );
  return {
    inspection,
    rows: survey.rows,
    preset,
    reading: {
      fields: inspection.fields,
      contents,
      zone,
      date_order,
      money_form,
      extras_included,
      signs: chooseSigns(survey, isRefunds),
      spot,
      spots: hasNames ? chooseSpots(survey.names, chosen.spots, spots) : [],
    },
    needs_date_order,
    needs_money_form,
    has_extras: extraNames.length > 0,
    needs_extras: isOpen,
    missing: [
      ...findMissingColumns(inspection.fields, contents),
      ...(hasNames || spot !== null ? [] : ['the property, or choose one for all rows']),
    ],
    questions: [
      ...(needs_date_order && !chosen.date_order ? [historyMessages.dateOrder] : []),
      ...(moneyQuestion === null ? [] : [moneyQuestion]),
      ...(isOpen ? [historyMessages.extras(extraNames.join(', '))] : []),
    ],
  };
}
