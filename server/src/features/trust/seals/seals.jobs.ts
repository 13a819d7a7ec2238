import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Pace } from '../../../kernel/load/pace.ts';
import { makePace } from '../../../kernel/load/pace.ts';
import { readBarrier } from '../../../records/trust/seal-barrier.ts';
import { openSealKey } from '../../../records/trust/seal-key.ts';
import type { SealedOrganization } from '../../../records/trust/seals.ts';
import {
  isSealDue,
  maxLeavesPerSeal,
  readLastSeal,
  sealNext,
} from '../../../records/trust/seals.ts';
import { chooseSealedDay } from './sealed-day.rules.ts';
import { readZones } from './zones.ts';

/** Leaves per run: a history from before there were seals is sealed over several runs. */
const maxLeavesPerRun = 1_000_000;

/** For an organization that has a seal: about 600 rows per second, so that concurrent writers don't have to wait. */
const dailyPace = makePace(1 / 50, 2000);
/** For a history without a seal: none of it can be proved yet. */
const historyPace = makePace(1 / 2, 1000);

const choosePace = ({ last }: SealedOrganization): Pace =>
  last === null ? historyPace : dailyPace;

interface DueOrganization extends SealedOrganization {
  day: LocalDate;
}

/** The organizations with a day that is over and has no seal yet. */
async function listDue(sql: SqlPool, clock: Clock, maxLeaves: number): Promise<DueOrganization[]> {
  const now = clock();
  const organizations = await sql<{ pk: number; uuid: string }[]>`
    select pk, uuid from organizations order by pk`;
  const zones = await readZones(sql);
  const due: DueOrganization[] = [];
  for (const { pk, uuid } of organizations) {
    const day = chooseSealedDay(now, zones.get(pk) ?? []);
    const organization = { pk, uuid, day, last: await readLastSeal(sql, pk) };
    if (isSealDue(organization, day, maxLeaves)) due.push(organization);
  }
  return due;
}

interface Deps {
  sql: SqlPool;
  clock: Clock;
  secretBox: SecretBox;
}

export interface SealingOptions {
  /** Leaves per seal. */
  maxLeaves?: number;
  /** How fast an organization's rows are sealed. */
  paceFor?: (organization: SealedOrganization) => Pace;
}

/**
 * Seals what arrived at each organization since its last seal, once a day when its day is over. After a downtime, one
 * seal covers all that arrived. Two runs at the same time create each seal once. An organization whose rows can't be
 * sealed doesn't hold up the others.
 */
export const makeDaySealer =
  (
    { sql, clock, secretBox }: Deps,
    { maxLeaves = maxLeavesPerSeal, paceFor = choosePace }: SealingOptions = {},
  ) =>
  async () => {
    const due = await listDue(sql, clock, maxLeaves);
    if (due.length === 0) return;
    const key = openSealKey(secretBox);
    const barrier = await readBarrier(sql);
    if (!barrier) return;
    let leaves = 0;
    const sealDay = async ({ day, ...organization }: DueOrganization) => {
      const pace = paceFor(organization);
      let next: SealedOrganization | null = organization;
      while (next && isSealDue(next, day, maxLeaves) && leaves < maxLeavesPerRun) {
        next = await sealNext(sql, next, { barrier, day, sealedAt: clock(), key, maxLeaves, pace });
        leaves += next?.last?.leaves ?? 0;
      }
    };
    const failures: unknown[] = [];
    for (const organization of due) {
      await sealDay(organization).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some organizations have no seal.');
  };

export const daySealing = defineJob('seal_days', { every: hourMs });

export const sealsJobs = [handleJob(daySealing, makeDaySealer)];
