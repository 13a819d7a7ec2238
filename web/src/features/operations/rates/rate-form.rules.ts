import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  centsAsTyped,
  percentToRate,
  rateToPercent,
  typedToCents,
} from '@lotkeeper/contract/kernel/money';
import type { PricingModel, RateCurve } from '@lotkeeper/contract/operations/rate-curves';
import { rateCurve, usesPrice } from '@lotkeeper/contract/operations/rate-curves';
import type { RateDraft as RateFields, RateSettings } from '@lotkeeper/contract/operations/rates';
import { rateProblems } from '@lotkeeper/contract/operations/rates';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { dollarRules, numberProblem, parseNumber } from '../../../ui/form/number-input.rules.ts';

/** A row of a curve as typed: minutes, if its kind has them, and a price in dollars. */
export interface CurveRow {
  key: number;
  minutes: string;
  price: string;
}

/** A rate's form values; amounts in dollars, as typed. */
export interface RateDraft {
  name: string;
  kind: PricingModel;
  unit: RateSettings['unit'];
  price: string;
  start: string;
  growth: string;
  rows: CurveRow[];
  dailyMax: string;
  interval: RateSettings['interval'];
  priority: string;
  start_date: LocalDate;
  end_date: LocalDate | null;
}

/** The kinds whose numbers are rows, with the label of a row's minutes; null = the position says it. */
export const rowLabels: Partial<Record<PricingModel, string | null>> = {
  stepwise: 'Up to minutes',
  moving: null,
  moving_total: null,
  cumulative_time: 'From minute',
};

const row = (minutes: number | null, price: number, key: number): CurveRow => ({
  key,
  minutes: minutes === null ? '' : String(minutes),
  price: centsAsTyped(price),
});

function toRows(curve: RateCurve): CurveRow[] {
  if (curve.kind === 'stepwise')
    return curve.steps.map((step, i) => row(step.minutes, step.price, i));
  if (curve.kind === 'moving') return curve.prices.map((price, i) => row(null, price, i));
  if (curve.kind === 'moving_total') return curve.totals.map((price, i) => row(null, price, i));
  if (curve.kind === 'cumulative_time') {
    return curve.brackets.map((bracket, i) => row(bracket.from, bracket.price, i));
  }
  return [{ key: 0, minutes: '', price: '' }];
}

export function toDraft(rate: RateFields): RateDraft {
  const { name, unit, interval, start_date, end_date, curve } = rate;
  return {
    name,
    kind: curve.kind,
    unit,
    price: centsAsTyped(rate.price),
    start: curve.kind === 'linear' ? centsAsTyped(curve.start) : '0',
    growth: curve.kind === 'exponential' ? String(rateToPercent(curve.growth)) : '10',
    rows: toRows(curve),
    dailyMax: centsAsTyped(rate.dynamic_daily_max),
    interval,
    priority: String(rate.priority),
    start_date,
    end_date,
  };
}

/** Changes the kind of curve: all but static are hourly, and rows of another kind are meaningless. */
export const withKind = (draft: RateDraft, kind: PricingModel): RateDraft => ({
  ...draft,
  kind,
  unit: kind === 'static' ? draft.unit : 'hour',
  rows: [{ key: 0, minutes: kind === 'cumulative_time' ? '0' : '', price: '' }],
});

export const optionalDollarRules: NumberRules = { ...dollarRules, isOptional: true };
export const priorityRules: NumberRules = { min: 0, max: 1000 };
export const minuteRules: NumberRules = { min: 0, max: 24 * 60, unit: ['minute', 'minutes'] };
export const growthRules: NumberRules = {
  min: -50,
  max: 50,
  decimals: 2,
  unit: ['percent', 'percent'],
};

const minuteCount = (text: string) => parseNumber(text, minuteRules) ?? Number.NaN;
const amount = (text: string) => typedToCents(text) ?? Number.NaN;

const toGrowthRate = (text: string) => percentToRate(parseNumber(text, growthRules) ?? Number.NaN);

/** The curve to send, valid or not. */
function rawCurve({ kind, start, growth, rows }: RateDraft): unknown {
  const prices = rows.map(({ price }) => amount(price));
  switch (kind) {
    case 'static':
      return { kind };
    case 'linear':
      return { kind, start: amount(start) };
    case 'exponential':
      return { kind, growth: toGrowthRate(growth) };
    case 'stepwise':
      return {
        kind,
        steps: rows.map((row) => ({ minutes: minuteCount(row.minutes), price: amount(row.price) })),
      };
    case 'moving':
      return { kind, prices };
    case 'moving_total':
      return { kind, totals: prices };
    default:
      return {
        kind,
        brackets: rows.map((row) => ({ from: minuteCount(row.minutes), price: amount(row.price) })),
      };
  }
}

type Problems = Partial<Record<keyof RateSettings, string>>;

/** Parses the form; the rate is null while there are problems. */
export function readDraft(draft: RateDraft): { rate: RateFields | null; problems: Problems } {
  const read = rateCurve.safeParse(rawCurve(draft));
  const price = usesPrice(draft.kind) ? typedToCents(draft.price) : null;
  const most = typedToCents(draft.dailyMax);
  const priority = parseNumber(draft.priority, priorityRules) ?? Number.NaN;
  const wrongPriority = numberProblem(draft.priority, priorityRules);
  const rate: RateFields = {
    name: draft.name.trim(),
    curve: read.data ?? { kind: 'static' },
    unit: draft.unit,
    price: price as RateFields['price'],
    dynamic_daily_max: (draft.unit === 'hour' ? most : null) as RateFields['price'],
    interval: draft.interval,
    priority,
    start_date: draft.start_date,
    end_date: draft.end_date,
  };
  const notAmount = numberProblem('x', dollarRules) ?? '';
  const { price: missing, ...others } = rateProblems(rate);
  const problems: Problems = {
    ...others,
    ...(missing && usesPrice(draft.kind) ? { price: missing } : {}),
    ...(Number.isNaN(price) ? { price: notAmount } : {}),
    ...(Number.isNaN(most) ? { dynamic_daily_max: notAmount } : {}),
    ...(wrongPriority ? { priority: wrongPriority } : {}),
    ...(read.success ? {} : { curve: read.error.issues[0]?.message ?? notAmount }),
  };
  return { rate: Object.keys(problems).length === 0 ? rate : null, problems };
}

/** The request body: for curves with their own prices, the server computes the price. */
export function toBody({ price, ...rate }: RateFields) {
  return price === null ? rate : { ...rate, price };
}
