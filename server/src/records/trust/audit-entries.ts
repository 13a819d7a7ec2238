import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { AuditAct, AuditSubject } from '@lotkeeper/contract/trust/audit-entries';
import type { Tx } from '../../kernel/data/database.ts';

export interface AuditEntryInput {
  act: AuditAct;
  /** What was changed. `name` is what it was called then, since the row may be deleted later. */
  subject: AuditSubject;
  pk?: number;
  name?: string | undefined;
  /** pk of the property whose prices changed; its timeline shows the entry. */
  pricesOf?: number | undefined;
  /** The changed values, before and after. */
  before?: object | undefined;
  after?: object | undefined;
}

/** The fields of a record to change. */
export type Change<T> = { [Name in keyof T]?: T[Name] | undefined };

/** The fields of `before` that a change modifies, with their values before and after; null if it modifies none. */
export function findChanges<T extends object>(before: T, change: Change<T>) {
  const names = Object.keys(change) as (keyof T & string)[];
  const other = names.filter((name) => change[name] !== undefined && change[name] !== before[name]);
  const pick = (from: Change<T>) =>
    Object.fromEntries(other.map((name) => [name, from[name]])) as Partial<T>;
  return other.length > 0 ? { before: pick(before), after: pick(change) } : null;
}

/** Records who changed what, in the transaction of the change itself, so that neither exists without the other. */
export async function recordAuditEntry(
  tx: Tx,
  author: { organizationId: number; person: { pk: number } },
  now: Instant,
  { act, subject, pk, name, pricesOf, before, after }: AuditEntryInput,
): Promise<void> {
  await tx`
    insert into audit_entries (organization_id, person_pk, act, subject_type, subject_pk, subject_name,
      spot_pk, before, after, happened_at)
    values (${author.organizationId}, ${author.person.pk}, ${act}, ${subject},
      ${pk ?? null}, ${name ?? null}, ${pricesOf ?? null},
      ${before ? tx.json(before) : null}, ${after ? tx.json(after) : null}, ${now})`;
}
