import { isDeepStrictEqual } from 'node:util';
import type { AuditSubject } from '@lotkeeper/contract/trust/audit-entries';
import type { Tx } from '../kernel/data/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { diffValues } from './trust/audit-changes.ts';
import type { AuditValues } from './trust/audit-words.ts';

/** A record that a form shows, as the audit log knows it. */
interface ShownRecord {
  subject: AuditSubject;
  /** null = the audit log has no number of it. */
  pk: number | null;
  /** Distinguishes records without a number. */
  name?: string;
  /** Its values as people know them, such as names in place of numbers. */
  describe?: (values: Record<string, unknown>) => Record<string, unknown>;
}

/** The entries of the audit log among which the last change of a record is looked for. */
const searchedEntries = 500;

const maxWords = 60;
const shorten = (words: string) =>
  words.length > maxWords ? `${words.slice(0, maxWords).trimEnd()}…` : words;

/** The last change of a record and who made it; undefined if the audit log doesn't know. */
async function findLastChange(tx: Tx, organizationId: number, record: ShownRecord) {
  const { subject, pk, name } = record;
  type Row = { author_pk: number; author: string; before: AuditValues; after: AuditValues };
  const [change] = await tx<Row[]>`
    select p.pk as author_pk, p.first_name || ' ' || p.last_name as author, a.before, a.after
    from (
      select pk, person_pk, subject_type, subject_pk, subject_name, before, after from audit_entries
      where organization_id = ${organizationId} order by pk desc limit ${tx.literal(searchedEntries)}) a
    join people p on p.pk = a.person_pk
    where a.subject_type = ${subject} and a.subject_pk is not distinct from ${pk}
      and (${name ?? null}::text is null or a.subject_name = ${name ?? null})
    order by a.pk desc limit 1`;
  return change;
}

const describeChanges = (before: AuditValues, after: AuditValues) =>
  diffValues(before, after)
    .map((change) => `${change.field} from ${shorten(change.before)} to ${shorten(change.after)}`)
    .join('; ');

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/**
 * Whether a value that a caller sent can be described as the record's own: both are plain, or have the same plain parts.
 * It can be anything.
 */
function isAlike(sentValue: unknown, own: unknown): boolean {
  if (isPlain(sentValue) || isPlain(own)) return isPlain(sentValue) && isPlain(own);
  if (Array.isArray(sentValue) || Array.isArray(own)) return false;
  const [a, b] = [Object.entries(sentValue as object), Object.entries(own as object)];
  return (
    [...a, ...b].every(([, value]) => isPlain(value)) &&
    isDeepStrictEqual(new Set(a.map(([name]) => name)), new Set(b.map(([name]) => name)))
  );
}

/**
 * Refuses the change of a record that isn't as the caller's form showed it, saying who changed what. Call it in the
 * transaction that has locked the record; `current` is the record as the caller would read it now.
 */
export async function requireShown(
  tx: Tx,
  caller: { organizationId: number; person: { pk: number } },
  formValues: Readonly<Record<string, unknown>> | undefined,
  current: object,
  record: ShownRecord,
): Promise<void> {
  if (!formValues) return;
  // As the form got it.
  const own = JSON.parse(JSON.stringify(current)) as Record<string, unknown>;
  const names = Object.keys(formValues);
  const isOther = (name: string) => !isDeepStrictEqual(formValues[name] ?? null, own[name] ?? null);
  const others = names.filter(isOther);
  if (others.length === 0) return;
  const pick = (from: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
    Object.fromEntries(fields.map((name) => [name, from[name] ?? null]));
  const last = await findLastChange(tx, caller.organizationId, record);
  const author = last?.author_pk === caller.person.pk ? 'You' : (last?.author ?? 'Somebody');
  const describe = record.describe ?? ((values) => values);
  const plain = others.filter((name) => isAlike(formValues[name], own[name]));
  const changes =
    describeChanges(describe(pick(formValues, plain)), describe(pick(own, plain))) ||
    (last ? describeChanges(last.before, last.after) : '');
  throw new Refusal(
    'conflict',
    `${author} changed this while you had it open${changes && `: ${changes}`}.`,
    undefined,
    undefined,
    pick(own, names),
  );
}
