import type { Cents } from '@lotkeeper/contract/kernel/money';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import type { DiscountType } from '@lotkeeper/contract/operations/promo-codes';
import { formatDiscount } from '@lotkeeper/contract/operations/promo-codes';
import type { AuditEntry } from '@lotkeeper/contract/trust/audit-entries';

type Values = Record<string, unknown> | null;

/** Fields in whole cents. */
const moneyFields: readonly string[] = [
  'amount',
  'price',
  'price_hourly',
  'price_daily',
  'price_monthly',
  'price_flat',
  'daily_min',
  'daily_max',
  'dynamic_daily_max',
];

/** Formats a field of the given values for people. */
function readField(values: Values, field: string): string {
  const value = values?.[field];
  const type = values?.['discount_type'];
  if (!moneyFields.includes(field) || typeof value !== 'number') return formatValue(value);
  // The unit of a discount code's amount depends on its type.
  const isDiscount = field === 'amount' && typeof type === 'string';
  return isDiscount ? formatDiscount(type as DiscountType, value) : dollarsText(value as Cents);
}

/** Formats a value for people. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The changed values of an audit entry, by field; all values of what was created or deleted. */
export function diffValues(before: Values, after: Values): AuditEntry['changes'] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({
      field: field.replaceAll('_', ' '),
      before: readField(before, field),
      after: readField(after, field),
    }))
    .filter((change) => change.before !== change.after);
}
