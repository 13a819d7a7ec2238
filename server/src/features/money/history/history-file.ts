import type { DateOrder } from '@lotkeeper/contract/money/csv-reading';
import type { HistoryContents, HistoryReading, MoneyForm } from '@lotkeeper/contract/money/history';
import { historyMessages, maxPropertyNames, propertyZone } from '@lotkeeper/contract/money/history';
import type { HistoryColumn, HistoryField } from '@lotkeeper/contract/money/history-columns';
import { historyPresets } from '@lotkeeper/contract/money/history-presets';
import { csvMessages, maxCsvRows } from '@lotkeeper/contract/operations/visitors-csv';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { TableInspection } from '../../operations/visitors-csv/public.ts';
import { inspectTable, isBlank, openRows, refusal } from '../../operations/visitors-csv/public.ts';
import { findDateOrder, findOtherCurrency, foldName } from '../csv-table/public.ts';
import {
  findMissingColumns,
  findPreset,
  guessContents,
  guessHistoryColumns,
  historyTable,
} from './history-columns.rules.ts';
import { cleanCell } from './history-row.rules.ts';
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
const moneyFields = ['amount', 'price', 'tax', 'fee', 'refund', 'price_monthly'] as const;

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
}

async function surveyRows(inspection: HistoryInspection): Promise<Survey> {
  const indexes = toIndexes(inspection.fields);
  const pick = (names: readonly HistoryField[]) => names.flatMap((name) => indexes[name] ?? []);
  const [dates, amounts] = [pick(dateFields), pick(moneyFields)];
  const survey: Survey = {
    rows: 0,
    mdy: 0,
    dmy: 0,
    either: 0,
    amounts: new Set(),
    names: new Set(),
    currencies: new Set(),
    firstOtherLine: 0,
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
      const { cells, line } = record;
      if (record.problem !== null) continue;
      for (const index of dates) {
        const order = findDateOrder(cleanCell(cells[index]));
        if (order) survey[order] += 1;
      }
      for (const index of amounts) {
        const cell = cleanCell(cells[index]);
        if (cell && survey.amounts.size < maxAmounts) survey.amounts.add(cell);
        addCurrency(findOtherCurrency(cell), line);
      }
      const currency = cleanCell(cells[indexes.currency ?? -1]).toUpperCase();
      if (currency && !/^(?:USD|US\$|\$|DOLLARS?|US DOLLARS?)$/.test(currency)) {
        addCurrency(currency.slice(0, 10), line);
      }
      const name = cleanCell(cells[indexes.property ?? -1]).slice(0, 200);
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

/** What an import keeps of how its rows are read. */
export interface CompleteReading {
  fields: HistoryColumn[];
  contents: HistoryContents;
  zone: string;
  date_order: DateOrder;
  money_form: MoneyForm;
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
  spots: readonly NamedSpot[],
): Promise<HistoryFile> {
  const found = await inspectTable(files, uuid, chosen, historyTable);
  const isNamed = found.header_line > 0;
  const preset = isNamed ? findPreset(found.columns) : null;
  const fields = chosen.fields
    ? found.fields
    : guessHistoryColumns(
        isNamed ? found.columns : null,
        found.first.map(({ cells }) => cells),
      );
  const inspection = {
    ...found,
    fields: found.columns.map((_, index) => fields[index] ?? 'ignore'),
  };
  const survey = await surveyRows(inspection);
  if (survey.currencies.size > 0) {
    throw refusal(
      historyMessages.currency([...survey.currencies].join(', '), survey.firstOtherLine),
    );
  }
  const contents = chosen.contents ?? guessContents(inspection.fields);
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
      spot,
      spots: hasNames ? chooseSpots(survey.names, chosen.spots, spots) : [],
    },
    needs_date_order,
    needs_money_form,
    missing: [
      ...findMissingColumns(inspection.fields, contents),
      ...(hasNames || spot !== null ? [] : ['the property, or choose one for all rows']),
    ],
    questions: [
      ...(needs_date_order && !chosen.date_order ? [historyMessages.dateOrder] : []),
      ...(moneyQuestion === null ? [] : [moneyQuestion]),
    ],
  };
}
