import type { AuditEntry } from '@lotkeeper/contract/audit-entries';

type Values = Record<string, unknown> | null;

/** A value as a person reads it. */
function words(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(words).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an act changed, by field; of what was created or taken away, all of it. */
export function diffValues(before: Values, after: Values): AuditEntry['changes'] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({
      field: field.replaceAll('_', ' '),
      before: words(before?.[field]),
      after: words(after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}
