import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Pace } from '../../../kernel/load/pace.ts';
import { makePace } from '../../../kernel/load/pace.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { lockDeletions } from '../../../records/trust/deletions.ts';
import { openSealKey } from '../../../records/trust/seal-key.ts';
import { eraseAlertTexts, eraseWatchedPlates } from './erase-alerts.ts';
import {
  eraseAppeals,
  eraseBulkRentals,
  eraseCars,
  eraseRentals,
  eraseServiceCars,
  eraseSessions,
  eraseUploads,
  eraseViolations,
  eraseVisitors,
} from './erase-records.ts';
import { eraseMessages, eraseMessagesAfter, eraseReads, eraseVisits } from './erase-sightings.ts';
import type { EraseBatch, Erasing } from './erase-steps.ts';
import { eraseHoldReasons, eraseTexts } from './erase-texts.ts';
import { addErased, failRequest, finishRequest, startRequest } from './erasing.queries.ts';
import { countFindings, listKept } from './findings.queries.ts';
import {
  erasureJob,
  expireRequests,
  listUnfinished,
  openSubject,
  queueErasure,
} from './requests.queries.ts';

/** How long one run erases before it yields to other jobs. */
const maxRunMs = minuteMs;
/** A batch pauses for as long as it took, up to a second, for other work. */
const erasingPace = makePace(1 / 2, 1000);

interface Deps {
  sql: SqlPool;
  clock: Clock;
  secretBox: SecretBox;
}

interface RunLimits {
  maxMs: number;
  pace: Pace;
}

/** In this order: rows that keep others come after those, and cars once nothing refers to them. */
const steps: readonly EraseBatch[] = [
  eraseVisits,
  eraseReads,
  eraseMessages,
  eraseAppeals,
  eraseViolations,
  eraseSessions,
  eraseUploads,
  eraseServiceCars,
  eraseVisitors,
  eraseWatchedPlates,
  eraseRentals,
  eraseBulkRentals,
  eraseTexts,
  eraseAlertTexts,
  eraseHoldReasons,
  eraseCars,
];

/** Erases one batch of a step and counts it, in one transaction; false when nothing was left. */
const eraseNext = (sql: SqlPool, erasing: Erasing, step: EraseBatch): Promise<boolean> =>
  sql.begin(async (tx) => {
    const { organizationId } = erasing.search;
    await lockDeletions(tx, organizationId);
    const erased = await step(tx, erasing);
    if (erased) await addErased(tx, organizationId, erasing.request, erased);
    return erased !== null;
  });

/** Erases until everything is done, or time is up; returns whether everything is. */
async function eraseAll(
  sql: SqlPool,
  erasing: Erasing,
  { maxMs, pace }: RunLimits,
): Promise<boolean> {
  const began = performance.now();
  for (const step of steps) {
    for (;;) {
      if (performance.now() - began > maxMs) return false;
      if (!(await pace(() => eraseNext(sql, erasing, step)))) break;
    }
  }
  return true;
}

/** Scans all messages once, in batches, however long that takes: its position isn't stored beyond the run. */
async function eraseOldMessages(
  sql: SqlPool,
  { search, request }: Erasing,
  pace: Pace,
): Promise<void> {
  const { organizationId } = search;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await pace(() =>
      sql.begin(async (tx) => {
        await lockDeletions(tx, organizationId);
        const scanned = await eraseMessagesAfter(tx, search, from);
        if (scanned && scanned.deleted > 0)
          await addErased(tx, organizationId, request, { camera_messages: scanned.deleted });
        return scanned?.last ?? null;
      }),
    );
  }
}

/**
 * Erases what a request asks for, in batches that are each a transaction. The rest is found again by the next run, so
 * it can be killed at any point and run twice. Amounts of money are never touched.
 */
export const makeDriverEraser =
  (
    { sql, clock, secretBox }: Deps,
    limits: RunLimits = { maxMs: maxRunMs, pace: erasingPace },
  ): JobHandler<typeof erasureJob> =>
  async ({ organization_id: organizationId, request_pk: request }) => {
    const now = clock();
    const started = await startRequest(sql, organizationId, request);
    if (!started) return;
    const subject = openSubject(secretBox, started);
    if (!subject) return failRequest(sql, organizationId, request, now);
    const search = { organizationId, subject, now };
    const organization = { pk: organizationId, uuid: started.organization_uuid };
    const deleter = { organization, key: openSealKey(secretBox), rule: null, request, now };
    const erasing = { search, deleter, request };
    if (!(await eraseAll(sql, erasing, limits))) {
      await sql.begin((tx) => queueErasure(tx, organizationId, request, clock()));
      return;
    }
    await eraseOldMessages(sql, erasing, limits.pace);
    const remaining = listKept(await countFindings(async (query) => query(sql), search));
    await sql.begin(async (tx) => {
      const finished = await finishRequest(tx, organizationId, request, {
        remaining,
        now: clock(),
      });
      if (!finished) return;
      const author = { organizationId, person: { pk: finished.confirmed_by } };
      const name = `about ${finished.hint}`;
      await recordAuditEntry(tx, author, clock(), {
        act: 'remove',
        subject: 'privacy request',
        pk: request,
        name,
        after: finished.erased,
      });
    });
  };

/** Resumes erasures that no worker holds, and clears the subjects of requests that were never confirmed. */
export const makeRequestSweeper =
  ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>) =>
  async () => {
    await expireRequests(sql, clock());
    for (const { organization_id, pk } of await listUnfinished(sql))
      await sql.begin((tx) => queueErasure(tx, organization_id, pk, clock()));
  };

export const privacyRequestsJobs = [
  handleJob(erasureJob, makeDriverEraser),
  handleJob(defineJob('sweep_privacy_requests', { every: hourMs }), makeRequestSweeper),
];
