import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { typedToCents } from '@lotkeeper/contract/kernel/money';
import type { TaxLevel, TaxRate, TaxTerms } from '@lotkeeper/contract/money/taxes';
import { maxTermDays, noTerms, ratesPerPercent, setTaxRate } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { dollarRules, parseNumber } from '../../../ui/form/number-input.rules.ts';
import { findNumberProblems, findProblems } from '../../../ui/form/use-form.ts';

export const percentRules: NumberRules = { min: 0, max: 50, decimals: 3 };
export const aboveRules: NumberRules = { ...dollarRules, max: 10_000, isOptional: true };
export const dayRules: NumberRules = { min: 1, max: maxTermDays, unit: ['day', 'days'] };

/** Which stays have the tax, and which of the two numbers of days that takes. */
export const stayOptions = {
  any: { label: 'Any length', hasMin: false, hasMax: false },
  upTo: { label: 'Up to a number of days', hasMin: false, hasMax: true },
  from: { label: 'A number of days or longer', hasMin: true, hasMax: false },
  between: { label: 'From one number of days to another', hasMin: true, hasMax: true },
} as const;
export type Stays = keyof typeof stayOptions;

export interface RateValues {
  authority: string;
  level: TaxLevel;
  percent: string;
  starts_on: LocalDate | null;
  spots: readonly string[];
  rental_groups: readonly RentalGroup[];
  /** Whether what follows is shown and counts. */
  hasTerms: boolean;
  taxed: 'price' | 'taxes';
  above: string;
  stays: Stays;
  minDays: string;
  maxDays: string;
  mayBeExempt: boolean;
}

const toDays = (input: string) => parseNumber(input, dayRules) ?? Number.NaN;

function toTerms(values: RateValues): TaxTerms {
  const { hasTerms, taxed, above, stays, minDays, maxDays } = values;
  if (!hasTerms) return noTerms;
  const { hasMin, hasMax } = stayOptions[stays];
  return {
    on_taxes: taxed === 'taxes',
    above: typedToCents(above) ?? noTerms.above,
    min_days: hasMin ? toDays(minDays) : noTerms.min_days,
    max_days: hasMax ? toDays(maxDays) : noTerms.max_days,
    may_be_exempt: values.mayBeExempt,
  };
}

export const toBody = (values: RateValues) => ({
  authority: values.authority,
  level: values.level,
  starts_on: values.starts_on ?? '',
  spots: [...values.spots],
  rental_groups: [...values.rental_groups],
  rate: Math.round((parseNumber(values.percent, percentRules) ?? Number.NaN) * ratesPerPercent),
  ...toTerms(values),
});

const toKey = (authority: string) => authority.trim().replace(/\s+/g, ' ').toLowerCase();

/** The rates that the form replaces, by property. */
export const findReplaced = (rates: readonly TaxRate[], values: RateValues): TaxRate[] =>
  rates
    .filter((rate) => values.spots.includes(String(rate.spot_pk)))
    .filter((rate) => toKey(rate.authority) === toKey(values.authority))
    .filter((rate) => rate.starts_on === values.starts_on)
    .sort((a, b) => a.spot_pk - b.spot_pk);

export function findRateProblems(values: RateValues) {
  const { hasMin, hasMax } = stayOptions[values.stays];
  return {
    ...findProblems(setTaxRate.body, toBody(values)),
    ...findNumberProblems({
      percent: [values.percent, percentRules],
      ...(values.hasTerms ? { above: [values.above, aboveRules] as const } : {}),
      ...(values.hasTerms && hasMin ? { min_days: [values.minDays, dayRules] as const } : {}),
      ...(values.hasTerms && hasMax ? { max_days: [values.maxDays, dayRules] as const } : {}),
    }),
  };
}
