/** The limits of a number field. */
export interface NumberRules {
  min: number;
  max: number;
  /** Decimal places; absent = whole numbers only. */
  decimals?: number;
  /** The unit, such as ['hour', 'hours']; '$' = an amount in dollars. */
  unit?: readonly [one: string, several: string] | '$';
  /** The field may stay empty. */
  isOptional?: boolean;
  /** Replaces all messages below. */
  message?: string;
}

/** Dollars and cents up to $1,000,000. */
export const dollarRules: NumberRules = { min: 0, max: 1_000_000, decimals: 2, unit: '$' };

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const quantity = (value: number, { unit }: NumberRules) => {
  if (unit === '$') return `$${grouped.format(value)}`;
  return unit ? `${grouped.format(value)} ${unit[value === 1 ? 0 : 1]}` : grouped.format(value);
};

/** Digits with commas only between thousands, so "2,5" isn't read as 25. */
const numeral = /^[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;

/** Parses a number exactly as typed: null = empty, NaN = not a number of this kind. Doesn't check limits. */
function readNumber(input: string, { decimals = 0, unit }: NumberRules): number | null {
  const text = unit === '$' ? input.trim().replace(/^\$/, '') : input.trim();
  if (!text) return null;
  const match = numeral.exec(text);
  if (!match || (match[1] ?? '').length > decimals) return Number.NaN;
  return Number(text.replaceAll(',', ''));
}

function kindMessage({ decimals = 0, unit }: NumberRules): string {
  if (unit === '$') return 'Enter an amount in dollars, such as 12.50.';
  return decimals > 0
    ? `Enter a number with at most ${decimals} decimal places.`
    : 'Enter a whole number.';
}

/** The problem of a typed number; undefined = none. */
export function numberProblem(input: string, rules: NumberRules): string | undefined {
  const value = readNumber(input, rules);
  if (value === null) return rules.isOptional ? undefined : (rules.message ?? 'This is required');
  if (value >= rules.min && value <= rules.max) return undefined;
  if (rules.message) return rules.message;
  if (Number.isNaN(value)) return kindMessage(rules);
  return value < rules.min
    ? `Must be at least ${quantity(rules.min, rules)}.`
    : `Must be at most ${quantity(rules.max, rules)}.`;
}

/** The typed number; null = empty, NaN = `numberProblem` says what is wrong. */
export function parseNumber(input: string, rules: NumberRules): number | null {
  return numberProblem(input, { ...rules, isOptional: true }) === undefined
    ? readNumber(input, rules)
    : Number.NaN;
}
