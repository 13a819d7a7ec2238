import { weekdayNames } from '@lotkeeper/contract/kernel/weekdays';
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
import { promoCodeField } from '@lotkeeper/contract/operations/promo-codes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import { aggregators, rentalGroupNames } from '@lotkeeper/contract/people/rentals';
import { formatCount, formatMoneyExact, formatTimeOfDay } from '../../../kernel/format.ts';
import type { LedgerFilters } from './ledger-search.ts';

const groupNames: Record<RentalGroup, string> = {
  transient: 'Transient',
  monthly: 'Monthlies',
  enterprise: 'Enterprise and tenants',
};

/** What is asked of the entries themselves, in the words of the contract. */
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

/** The measure of the address; net revenue where it names none. */
export const readMeasure = ({ measure }: LedgerFilters): FigureMeasure =>
  pick(measure, figureMeasureNames) ?? 'net';

/** The order of the address; the newest first where it names none. */
export const readOrder = ({ order }: LedgerFilters): EntryOrder =>
  pick(order, entryOrderNames) ?? 'newest';

/** The filters of the address that mean something. Payouts have none. */
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

/** Whether a text can be a discount code; the URL may have anything. */
export const isPromoCode = (text: string): boolean => promoCodeField.safeParse(text).success;

export interface Choice {
  value: string;
  label: string;
}

/** A filter that can be chosen: its name on the page, and its values. */
export interface FilterChoice {
  key: 'kind' | 'source' | 'weekday' | 'hour';
  label: string;
  all: string;
  options: readonly Choice[];
}

const sources = [...aggregators, 'enforcement', 'valet'];

/** What a question can be narrowed by. Rental types and groups of them exclude each other, so they are one choice. */
export const listChoices = ({ source }: EntryFilters): FilterChoice[] => [
  {
    key: 'kind',
    label: 'Rental type',
    all: 'All types',
    options: [
      ...Object.entries(groupNames).map(([value, label]) => ({
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
    options: weekdayNames.map((label, index) => ({ value: String(index + 1), label })),
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

/** The value of a choice that filters are at; null = everything. */
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

/** The address with another value of a choice; null takes the filter away. */
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

/** The amount of a measure, to the cent, or as a number. */
export const formatFigure = (measure: FigureMeasure, amount: number): string =>
  isCount(measure) ? formatCount(amount) : formatMoneyExact(amount);

export const measureOptions: readonly Choice[] = figureMeasureNames.map((value) => ({
  value,
  label: figureMeasures[value].label,
}));
