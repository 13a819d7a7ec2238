import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import type { SqlPool, Tx } from '../../../kernel/data/database.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { tellOrganization } from '../../../kernel/http/newest-change.ts';
import { recordWebhookEvents } from '../../../records/platform/webhook-events.ts';
import type { NamedAlert } from './alert-facts.rules.ts';
import { describeAlert } from './alert-words.rules.ts';
import type { ChangedAlert } from './alerts.queries.ts';
import {
  endAlerts,
  insertAlerts,
  insertNotices,
  logArrivals,
  markMissing,
  queueEnds,
  readNamedAlerts,
  readOpenAlerts,
  updateAlerts,
} from './alerts.queries.ts';
import type { AlertChanges } from './compare-problems.rules.ts';
import { compareProblems } from './compare-problems.rules.ts';
import type { Detector, Problem } from './problem.ts';
import type { NoticeDeps } from './send-notices.ts';
import { sendDueNotices } from './send-notices.ts';

export interface AlertDeps extends NoticeDeps {
  sql: SqlPool;
  publish: Publish;
}

interface Findings {
  problems: Problem[];
  /** The kinds that were looked for. */
  kinds: Set<AlertKind>;
  failures: unknown[];
}

/** Asks each detector. One that fails says nothing about its kinds: their alerts stay as they are. */
async function findAllProblems(
  sql: SqlPool,
  detectors: readonly Detector[],
  now: Instant,
): Promise<Findings> {
  const problems: Problem[] = [];
  const failures: unknown[] = [];
  const kinds = new Set(detectors.flatMap((detector) => detector.kinds));
  for (const detector of detectors) {
    try {
      problems.push(...(await detector.findProblems(sql, now)));
    } catch (error) {
      for (const kind of detector.kinds) kinds.delete(kind);
      failures.push(error);
    }
  }
  return { problems, kinds, failures };
}

/** Plates are personal, and stay out of what is sent to other systems. */
const titleOf = (alert: NamedAlert) =>
  alert.kind === 'watched_plate'
    ? 'A watched plate arrived'
    : describeAlert(alert, { isOver: false }).title;

/** Notifies webhooks of alerts that a look opened or ended, in its transaction. */
async function recordAlertEvents(
  tx: Tx,
  organizationId: number,
  {
    opened: openedAlerts,
    ended: endedAlerts,
  }: { opened: readonly ChangedAlert[]; ended: readonly ChangedAlert[] },
  now: Instant,
): Promise<void> {
  const pks = [...openedAlerts, ...endedAlerts].map(({ pk }) => pk);
  if (pks.length === 0) return;
  const alerts = await readNamedAlerts(tx, organizationId, pks);
  const events = alerts.map((alert) => ({
    type: alert.ended_at === null ? ('alert.opened' as const) : ('alert.ended' as const),
    data: {
      pk: alert.pk,
      kind: alert.kind,
      spot: alert.spot_pk,
      title: titleOf(alert),
      started_at: toIso(alert.since),
      ended_at: alert.ended_at === null ? null : toIso(alert.ended_at),
    },
  }));
  await recordWebhookEvents(tx, organizationId, events, now);
}

/** Stores what a look changed in an organization, with the notices of it. */
async function applyChanges(
  tx: Tx,
  organizationId: number,
  changes: AlertChanges,
  now: Instant,
): Promise<{ opened: ChangedAlert[]; ended: ChangedAlert[] }> {
  const { missing, found, changed } = changes;
  if (missing.length > 0) await markMissing(tx, organizationId, missing, now);
  if (found.length > 0) await markMissing(tx, organizationId, found, null);
  if (changed.length > 0) await updateAlerts(tx, organizationId, changed, now);
  const openedAlerts =
    changes.opened.length > 0 ? await insertAlerts(tx, organizationId, changes.opened, now) : [];
  const endedAlerts =
    changes.ended.length > 0 ? await endAlerts(tx, organizationId, changes.ended) : [];
  const toPks = (alerts: readonly ChangedAlert[]) => alerts.map(({ pk }) => pk);
  if (openedAlerts.length > 0) await insertNotices(tx, organizationId, toPks(openedAlerts), now);
  if (openedAlerts.some(({ kind }) => kind === 'watched_plate'))
    await logArrivals(tx, organizationId, toPks(openedAlerts), now);
  if (endedAlerts.length > 0) await queueEnds(tx, organizationId, toPks(endedAlerts), now);
  await recordAlertEvents(tx, organizationId, { opened: openedAlerts, ended: endedAlerts }, now);
  return { opened: openedAlerts, ended: endedAlerts };
}

/**
 * One look at everything: opens and ends alerts, and queues the messages that are due. Where nothing changed, it costs
 * what the detectors cost and two statements, whatever the number of organizations. A detector or an organization that
 * fails doesn't hold up the others; it's reported by an error at the end.
 */
export async function decideAlerts(
  deps: AlertDeps,
  detectors: readonly Detector[],
  now: Instant,
): Promise<void> {
  const { sql, publish } = deps;
  const { problems, kinds, failures } = await findAllProblems(sql, detectors, now);
  const changes = compareProblems(await readOpenAlerts(sql), problems, kinds, now);
  for (const [organizationId, change] of changes) {
    try {
      const { opened: openedAlerts, ended: endedAlerts } = await sql.begin((tx) =>
        applyChanges(tx, organizationId, change, now),
      );
      if (openedAlerts.length + endedAlerts.length > 0)
        await tellOrganization(sql, publish, organizationId);
    } catch (error) {
      failures.push(error);
    }
  }
  failures.push(...(await sendDueNotices(deps, now)));
  if (failures.length > 0) throw new AggregateError(failures, 'Some alerts couldn’t be decided.');
}
