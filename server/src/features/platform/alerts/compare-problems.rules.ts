import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import type { Problem } from './problem.ts';

/** How long a problem must be gone until its alert ends: one that comes back before is the same alert. */
const endAfterMs = 5 * minuteMs;
/** How often the facts and the cost of an open alert are stored again. */
const changeEveryMs = 5 * minuteMs;

/** An alert that is open. */
export interface OpenAlert extends Problem {
  pk: number;
  changed_at: Instant;
  missing_since: Instant | null;
}

/** What a look changes in an organization. */
export interface AlertChanges {
  opened: Problem[];
  /** Still wrong, with other facts or another cost. */
  changed: (Problem & { pk: number })[];
  /** Found again after they were missing. */
  found: number[];
  /** No longer found, for the first time. */
  missing: number[];
  /** Missing for long enough. */
  ended: number[];
}

const toKey = ({ organization_id, kind, subject }: Problem) =>
  JSON.stringify([organization_id, kind, subject]);

/** Facts have the same order each time they are found, but not when they come from the database. */
const toSortedFacts = ({ facts }: Problem) =>
  JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const isSame = (open: OpenAlert, problem: Problem) =>
  open.cost === problem.cost && toSortedFacts(open) === toSortedFacts(problem);

/**
 * Compares what is wrong now with the open alerts: what each organization has to change. Kinds that weren't looked
 * for, because their detector failed, stay as they are.
 */
export function compareProblems(
  open: readonly OpenAlert[],
  problems: readonly Problem[],
  kinds: ReadonlySet<AlertKind>,
  now: Instant,
): Map<number, AlertChanges> {
  const all = new Map<number, AlertChanges>();
  const change = (organization: number): AlertChanges => {
    const known = all.get(organization);
    if (known) return known;
    const noChanges = { opened: [], changed: [], found: [], missing: [], ended: [] };
    all.set(organization, noChanges);
    return noChanges;
  };
  const current = new Map<string, Problem>();
  for (const problem of problems) {
    const key = toKey(problem);
    if (kinds.has(problem.kind) && !current.has(key)) current.set(key, problem);
  }
  for (const alert of open) {
    if (!kinds.has(alert.kind)) continue;
    const key = toKey(alert);
    const problem = current.get(key);
    current.delete(key);
    if (!problem) {
      if (alert.missing_since === null) change(alert.organization_id).missing.push(alert.pk);
      else if (now - alert.missing_since >= endAfterMs)
        change(alert.organization_id).ended.push(alert.pk);
      continue;
    }
    if (alert.missing_since !== null) change(alert.organization_id).found.push(alert.pk);
    if (now - alert.changed_at >= changeEveryMs && !isSame(alert, problem))
      change(alert.organization_id).changed.push({ ...problem, pk: alert.pk });
  }
  for (const problem of current.values()) change(problem.organization_id).opened.push(problem);
  return all;
}
