import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getWeekday, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Pace } from '../../../kernel/load/pace.ts';
import { makePace } from '../../../kernel/load/pace.ts';
import type { Deleter } from '../../../records/trust/deletions.ts';
import { lockDeletions } from '../../../records/trust/deletions.ts';
import { openSealKey } from '../../../records/trust/seal-key.ts';
import { chooseSealedDay, readZones } from '../seals/public.ts';
import { expiringClasses } from './expiring-classes.ts';
import type { Position, Source } from './expiry.ts';
import { readMark, saveMark } from './marks.queries.ts';
import type { DueRule } from './runs.queries.ts';
import { countRun, finishRun, listDueRules, startRun } from './runs.queries.ts';
import { removeUnusedFiles } from './unused-files.ts';

/** How long one run deletes. The rest is deleted by the next one, an hour later. */
const maxRunMs = 2 * minuteMs;
/** A batch pauses for as long as it took, up to a second, for other work. */
const retentionPace = makePace(1 / 2, 1000);

interface Deps {
  sql: SqlPool;
  clock: Clock;
  secretBox: SecretBox;
  files: FileStore;
}

export interface RunLimits {
  maxMs: number;
  /** How old a file has to be before it's removed. */
  fileAgeMs: number;
  pace: Pace;
}

interface Organization {
  pk: number;
  uuid: string;
  day: LocalDate;
}

interface Run extends Organization {
  rule: DueRule;
  deleter: Deleter;
  isOver: () => boolean;
  pace: Pace;
}

/** Deletes one batch of a source; returns where the next starts, or null when there is nothing older. */
async function deleteNext(
  sql: SqlPool,
  { pk, day, rule, deleter }: Run,
  source: Source,
  after: Position,
): Promise<Position | null> {
  const expiring = expiringClasses[rule.class];
  return sql.begin(async (tx) => {
    await lockDeletions(tx, pk);
    await expiring.lock?.(tx, source);
    const before = instant(deleter.now - rule.keep_days * dayMs);
    const expiry = { organizationId: pk, before, now: deleter.now };
    const old = await expiring.listOld(tx, expiry, source, after);
    const last = old.at(-1);
    if (!last) return null;
    const due = old.filter(({ is_due }) => is_due).map(({ key }) => key);
    if (due.length > 0) {
      const deleted = await expiring.deleteRows(tx, deleter, due);
      await countRun(tx, { organizationId: pk, day, class: rule.class }, deleted);
    }
    if (expiring.continues) await saveMark(tx, pk, rule.class, source, last.at);
    return { at: last.at, key: last.key };
  });
}

/** Where a walk starts. Once a week it's the beginning, for what was kept then and what arrived with an old date. */
async function chooseStart(sql: SqlPool, { pk, day, rule }: Run, source: Source) {
  const { start, continues } = expiringClasses[rule.class];
  if (!continues || getWeekday(day) === 0) return start;
  const at = await readMark(sql, pk, rule.class, source);
  return at === null ? start : { ...start, at };
}

/** Deletes what a rule covers; false if time ran out before. */
async function applyRule(sql: SqlPool, run: Run): Promise<boolean> {
  const { pk, day, rule } = run;
  await startRun(
    sql,
    { organizationId: pk, day, class: rule.class },
    rule.keep_days,
    run.deleter.now,
  );
  for (const source of await expiringClasses[rule.class].listSources(sql, pk)) {
    let position: Position | null = await chooseStart(sql, run, source);
    while (position) {
      if (run.isOver()) return false;
      const after: Position = position;
      position = await run.pace(() => deleteNext(sql, run, source, after));
    }
  }
  await finishRun(sql, { organizationId: pk, day, class: rule.class }, run.deleter.now);
  return true;
}

/** The organizations with rules, and the last day that is over at each. */
async function listOrganizations(sql: SqlPool, now: Instant): Promise<Organization[]> {
  const organizations = await sql<{ pk: number; uuid: string }[]>`
    select distinct o.pk, o.uuid from retention_rules r
    join organizations o on o.pk = r.organization_id order by o.pk`;
  const zones = await readZones(sql);
  return organizations.map((organization) => ({
    ...organization,
    day: chooseSealedDay(now, zones.get(organization.pk) ?? []),
  }));
}

/** Classes in the order of their deletion: visits take their reads and images along. */
const order: readonly RetentionClass[] = [
  'visits',
  'reads',
  'images',
  'camera_messages',
  'visitors',
  'plate_searches',
];

/**
 * Deletes what is older than the rules of each organization allow, in its night, and unneeded files. Each batch is a
 * transaction, so it can be killed at any point; what was deleted and counted stays so. An organization whose data
 * can't be deleted doesn't hold up the others.
 */
export const makeRetentionRunner =
  (
    { sql, clock, secretBox, files }: Deps,
    { maxMs, fileAgeMs, pace }: RunLimits = {
      maxMs: maxRunMs,
      fileAgeMs: dayMs,
      pace: retentionPace,
    },
  ) =>
  async () => {
    const began = performance.now();
    const isOver = () => performance.now() - began > maxMs;
    const now = clock();
    const key = openSealKey(secretBox);
    const failures: unknown[] = [];
    const applyRules = async (organization: Organization) => {
      const { pk, day } = organization;
      const rules = await listDueRules(sql, pk, day);
      for (const name of order) {
        const rule = rules.find((due) => due.class === name);
        if (!rule) continue;
        const deleter = {
          organization,
          key,
          rule: { class: name, keep_days: rule.keep_days },
          now,
        };
        if (!(await applyRule(sql, { ...organization, rule, deleter, isOver, pace }))) return;
      }
    };
    for (const organization of await listOrganizations(sql, now)) {
      if (isOver()) break;
      await applyRules(organization).catch((error: unknown) => failures.push(error));
    }
    await removeUnusedFiles({ sql, files }, { now, ageMs: fileAgeMs }).catch((error: unknown) =>
      failures.push(error),
    );
    if (failures.length > 0) throw new AggregateError(failures, 'Some old data wasn’t deleted.');
  };

export const retentionRun = defineJob('apply_retention', { every: hourMs });

export const retentionJobs = [handleJob(retentionRun, makeRetentionRunner)];
