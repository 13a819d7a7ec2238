import { getWeekdayName, weekOrder } from '@lotkeeper/contract/kernel/weekdays';
import { getSourceName } from '@lotkeeper/contract/money/custom-reports';
import type { EntryOrder, FigureMeasure } from '@lotkeeper/contract/money/figures';
import {
  entryOrderNames,
  figureMeasureNames,
  figureMeasures,
  isCount,
  isOfOrganization,
} from '@lotkeeper/contract/money/figures';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypeNames, reportedTypes } from '@lotkeeper/contract/money/reported-types';
import { promoCodeField } from '@lotkeeper/contract/people/promo-code-field';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import {
  aggregators,
  rentalGroupLabels,
  rentalGroupNames,
} from '@lotkeeper/contract/people/rentals';
import { formatCount, formatMoneyExact, formatTimeOfDay } from '../../../kernel/format.ts';
import type { LedgerFilters } from './ledger-search.ts';

export interface EntryFilters {
  rental_group?: RentalGroup;
  rental_type?: ReportedType;
  source?: string;
  code?: string;
  weekday?: number;
  hour?: number;
}

const pick = <const Value extends string>(
  text: string | undefined,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === text);

const pickNumber = (text: string | undefined, from: number, to: number): number | undefined => {
  const value = /^\d{1,2}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= from && value <= to ? value : undefined;
};

/** The measure in the URL; net revenue by default. */
export const readMeasure = ({ measure }: LedgerFilters): FigureMeasure =>
  pick(measure, figureMeasureNames) ?? 'net';

/** The order in the URL; newest first by default. */
export const readOrder = ({ order }: LedgerFilters): EntryOrder =>
  pick(order, entryOrderNames) ?? 'newest';

/** The valid filters in the URL. Payouts have none. */
export function readEntryFilters(filters: LedgerFilters): EntryFilters {
  if (isOfOrganization(readMeasure(filters))) return {};
  const group = pick(filters.group, rentalGroupNames);
  const type = group ? undefined : pick(filters.type, reportedTypeNames);
  const weekday = pickNumber(filters.weekday, 1, 7);
  const hour = pickNumber(filters.hour, 0, 23);
  return {
    ...(group && { rental_group: group }),
    ...(type && { rental_type: type }),
    ...(filters.source && { source: filters.source }),
    ...(filters.code && { code: filters.code }),
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
  };
}

/** Whether a text can be a discount code; the URL may contain anything. */
export const isPromoCode = (text: string): boolean => promoCodeField.safeParse(text).success;

export interface Choice {
  value: string;
  label: string;
}

/** A filter to choose: its label and its values. */
export interface FilterChoice {
  key: 'kind' | 'source' | 'weekday' | 'hour';
  label: string;
  all: string;
  options: readonly Choice[];
}

const sources = [...aggregators, 'enforcement', 'valet'];

/** The filters that a query offers. Rental types and their groups exclude each other, so they share one filter. */
export const listChoices = ({ source }: EntryFilters): FilterChoice[] => [
  {
    key: 'kind',
    label: 'Rental type',
    all: 'All types',
    options: [
      ...Object.entries(rentalGroupLabels).map(([value, label]) => ({
        value: `group ${value}`,
        label: `All ${label.toLowerCase()}`,
      })),
      ...Object.entries(reportedTypes).map(([value, label]) => ({ value: `type ${value}`, label })),
    ],
  },
  {
    key: 'source',
    label: 'Source',
    all: 'All sources',
    options: [...new Set([...sources, ...(source ? [source] : [])])].map((value) => ({
      value,
      label: getSourceName(value),
    })),
  },
  {
    key: 'weekday',
    label: 'Weekday',
    all: 'All weekdays',
    options: weekOrder.map((dow) => ({ value: String(dow), label: getWeekdayName(dow) })),
  },
  {
    key: 'hour',
    label: 'Hour',
    all: 'All hours',
    options: Array.from({ length: 24 }, (_, hour) => ({
      value: String(hour),
      label: `${formatTimeOfDay(hour)} – ${formatTimeOfDay(hour + 1)}`,
    })),
  },
];

/** The current value of a filter; null = no filter. */
export function chosenValue(key: FilterChoice['key'], filters: EntryFilters): string | null {
  const { rental_group: group, rental_type: type, source, weekday, hour } = filters;
  const values = {
    kind: group ? `group ${group}` : type && `type ${type}`,
    source,
    weekday: weekday?.toString(),
    hour: hour?.toString(),
  };
  return values[key] ?? null;
}

/** The active filters in words. */
export function describeFilters(filters: EntryFilters) {
  const chosen = listChoices(filters).flatMap(({ key, label, options }) => {
    const value = chosenValue(key, filters);
    const option = options.find((choice) => choice.value === value);
    return option ? [{ key, text: `${label}: ${option.label}` }] : [];
  });
  const { code } = filters;
  return [...chosen, ...(code ? [{ key: 'code' as const, text: `Discount code: ${code}` }] : [])];
}

/** The URL with another value of a filter; null removes the filter. */
export function changeFilter(
  { group, type, ...filters }: LedgerFilters,
  key: FilterChoice['key'] | 'code',
  value: string | null,
): LedgerFilters {
  if (key === 'kind') {
    const [name, chosen] = value?.split(' ') ?? [];
    return { ...filters, ...(name && chosen ? { [name]: chosen } : {}) };
  }
  const { [key]: _, ...others } = { ...filters, ...(group && { group }), ...(type && { type }) };
  return value === null ? others : { ...others, [key]: value };
}

/** Formats an amount of a measure, to the cent or as a number. */
export const formatFigure = (measure: FigureMeasure, amount: number): string =>
  isCount(measure) ? formatCount(amount) : formatMoneyExact(amount);

/** What all entries of a list add up to, if that isn't its total; null while some aren't listed, or the total isn't known. */
export function findOtherSum(
  pages: readonly { next: string | null; results: readonly { running_total: number }[] }[],
  total: number | null | undefined,
): number | null {
  const last = pages.at(-1);
  if (!last || last.next !== null || total === null || total === undefined) return null;
  const sum = pages.flatMap(({ results }) => results).at(-1)?.running_total ?? 0;
  return sum === total ? null : sum;
}

export const measureOptions: readonly Choice[] = figureMeasureNames.map((value) => ({
  value,
  label: figureMeasures[value].label,
}));
