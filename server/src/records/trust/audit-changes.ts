import type { AuditEntry } from '@lotkeeper/contract/trust/audit-entries';
import type { AuditValues } from './audit-words.ts';
import { readValues } from './audit-words.ts';

/** What an act changed, by the labels of the forms; of what was created or taken away, all of it. */
export function diffValues(before: AuditValues, after: AuditValues): AuditEntry['changes'] {
  const [old, current] = [readValues(before), readValues(after)];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((field) => ({
      field,
      before: old.get(field) ?? '–',
      after: current.get(field) ?? '–',
    }))
    .filter((change) => change.before !== change.after);
}
