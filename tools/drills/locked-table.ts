import { setTimeout as pause } from 'node:timers/promises';
import { listVisitors } from '@lotkeeper/contract/operations/visitors';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { computePercentile } from '../bench/median.ts';
import { type Figure, judged, judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper } from './lotkeeper.ts';
import type { Caller, Organization, Reply } from './people.ts';
import { call, openOrganization, signIn } from './people.ts';
import { askSteadily, countFailures, describeStatuses } from './samples.ts';
import { addVisitor, getVisitorCode } from './visitors.ts';

const lockedMs = 12_000;
const callersOfVisitors = 25;
const maxAnswerMs = 10_000;
const maxRecoveryMs = 5000;

/** Locks the table for a while, as a migration or a person at a console does. */
const lockVisitors = (databaseUrl: string) =>
  queryOnce(
    databaseUrl,
    `begin; lock table visitors in access exclusive mode; select pg_sleep(${lockedMs / 1000}); commit`,
  );

/** Reads and writes visitors until `signal` aborts, and waits as long as each response requests. */
async function useVisitors(
  caller: Caller,
  spot: number,
  { code, signal, isWriter }: { code: number; signal: AbortSignal; isWriter: boolean },
): Promise<Reply<unknown>[]> {
  const replies: Reply<unknown>[] = [];
  for (let count = 0; !signal.aborted; count++) {
    const plate = `LK${Math.floor(Math.random() * 1e6)}`;
    const reply = isWriter
      ? await addVisitor(caller, spot, plate, code)
      : await call(caller, listVisitors, { query: { spot: String(spot) } });
    replies.push(reply);
    await pause(Number(reply.retryAfter ?? 1) * 1000, undefined, { signal }).catch(() => undefined);
  }
  return replies;
}

/** Milliseconds until calls for visitors succeed again. */
async function measureReturn(caller: Caller, spot: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { status } = await call(caller, listVisitors, { query: { spot: String(spot) } });
    const ms = performance.now() - started;
    if (status === 200 || ms > 30_000) return ms;
    await pause(100);
  }
}

async function damage(lotkeeper: Lotkeeper, organization: Organization, other: Caller) {
  const { admin, spots } = organization;
  const [spot, otherSpot] = spots as [number, number];
  const code = (await getVisitorCode(admin, spot)).pk;
  const pages = [
    `/api/tickets/?spot=${otherSpot}&status=Created`,
    `/api/spots/${otherSpot}/`,
    `/api/codes/?spot=${otherSpot}`,
    `/api/reports/spots/?spot=${otherSpot}`,
  ];
  const ending = new AbortController();
  const { signal } = ending;
  const lock = lockVisitors(lotkeeper.databaseUrl());
  await pause(200);
  const waiting = Array.from({ length: callersOfVisitors }, (_, index) =>
    useVisitors(admin, spot, { code, signal, isWriter: index % 2 === 0 }),
  );
  const others = askSteadily(other, pages, signal);
  const ownPages = askSteadily(admin, pages, signal, 500);
  await pause(lockedMs - 700);
  ending.abort();
  await lock;
  const backMs = await measureReturn(admin, spot);
  return {
    replies: (await Promise.all(waiting)).flat(),
    others: await others,
    ownPages: await ownPages,
    backMs,
  };
}

const name = 'locked table';

async function run(): Promise<Figure[]> {
  const lotkeeper = await startLotkeeper();
  const organization = await openOrganization(lotkeeper);
  const other = await signIn(lotkeeper, 'Employee of Cactus & Coast Parking');
  const { replies, others, ownPages, backMs } = await damage(lotkeeper, organization, other);
  // Calls sent just before the lock ended may have succeeded.
  const refused = replies.filter(({ status }) => status !== 200);
  const wrong = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
  const slowestMs = Math.max(...replies.map(({ ms }) => ms));
  const ownMs = computePercentile(ownPages.times, 0.99);
  const { zero, seconds } = judging(name);
  return [
    zero(
      'refusals other than 503 with Retry-After',
      wrong.length,
      `${replies.length} calls of visitors, ${refused.length} refused`,
    ),
    seconds('slowest answer', slowestMs, maxAnswerMs),
    judged(
      `${name}: p99 of another property`,
      computePercentile(others.times, 0.99) / 1000,
      { most: 2, unit: ' s' },
      `${others.times.length} requests of another person; the caller's own other pages ${(ownMs / 1000).toFixed(2)} s, ${describeStatuses(ownPages.statuses)}`,
    ),
    zero('failures of another property', countFailures(others)),
    seconds('until visitors are answered again', backMs, maxRecoveryMs),
  ];
}

/** A table that is locked by another session. */
export const lockedTableDrills: Drill[] = [
  {
    name,
    description: `The table of visitors is locked for ${lockedMs / 1000} s while ${callersOfVisitors} callers read and write visitors, and another person uses another property.`,
    run,
  },
];
