import { randomBytes } from 'node:crypto';
import { createApiKey, listApiKeys } from '@lotkeeper/contract/intake/api-keys';
import { getReadiness } from '@lotkeeper/contract/platform/health';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import type { PostgresServer } from '../../server/src/testing/standby.ts';
import { startPrimary, startStandby } from '../../server/src/testing/standby.ts';
import type { Figure } from '../bench/table.ts';
import { judged, judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper, waitFor } from './lotkeeper.ts';
import { startPayments } from './payments.ts';
import type { Organization } from './people.ts';
import { call, openOrganization } from './people.ts';

const name = 'replicas';
const writesPerPhase = 40;

interface Outcome {
  stale: number;
  failures: number;
}

/** Writes through one server, immediately reads through another, and counts reads without the write. */
async function writeAndRead(
  { admin, pk }: Organization,
  servers: readonly Lotkeeper[],
  outcome: Outcome,
): Promise<void> {
  const params = { id: String(pk) };
  for (let turn = 0; turn < writesPerPhase; turn++) {
    const [writer, reader] = turn % 2 === 0 ? servers : servers.toReversed();
    const body = { name: 'Written', grants: ['reads' as const] };
    const input = { params, body };
    const written = await call({ ...admin, url: writer?.url ?? '' }, createApiKey, input);
    const list = await call({ ...admin, url: reader?.url ?? '' }, listApiKeys, { params });
    if (written.status !== 200 || list.status !== 200) outcome.failures += 1;
    else if (!list.body.some((key) => key.pk === written.body.api_key.pk)) outcome.stale += 1;
  }
}

const waitForState = ({ url }: Lotkeeper, state: string) =>
  waitFor(`a replica that is ${state}`, async () => {
    const { body } = await call({ url, token: '' }, getReadiness, {});
    return body?.replicas?.[0] === state;
  });

/** How often the replica has read the table. */
async function countReads({ url }: PostgresServer): Promise<number> {
  const [row] = await queryOnce<{ reads: number }>(
    url,
    `select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads
     from pg_stat_user_tables where relname = 'api_keys'`,
  );
  return row?.reads ?? 0;
}

async function measure(): Promise<Figure[]> {
  const primary = await startPrimary();
  const standby = await startStandby(primary);
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
  };
  const first = await startLotkeeper({ settings });
  // Starting a server without the demo invalidates the printed links.
  const organization = await openOrganization(first);
  const second = await startLotkeeper({ settings: { ...settings, DEMO: '0' } });
  startPayments(organization);
  const outcome: Outcome = { stale: 0, failures: 0 };
  const phase = () => writeAndRead(organization, [first, second], outcome);
  const waits: number[] = [];
  const waitUntilUsed = async () => {
    const started = performance.now();
    await waitForState(first, 'in_use');
    waits.push(performance.now() - started);
  };
  await waitForState(first, 'in_use');
  await phase();
  // A connection adds its reads to the statistics after some idle seconds.
  const countedReads = waitFor('reads of the replica', () => countReads(standby), 15_000);
  const reads = await countedReads.catch(() => 0);
  await queryOnce(standby.url, 'select pg_wal_replay_pause()');
  await phase();
  await queryOnce(standby.url, 'select pg_wal_replay_resume()');
  await waitUntilUsed();
  standby.kill();
  await phase();
  await standby.start();
  await waitUntilUsed();
  await phase();
  const { zero, seconds } = judging(name);
  const least = { least: 1, digits: 0 };
  return [
    zero(
      "reads that lack the person's write through another server",
      outcome.stale,
      `${4 * writesPerPhase} writes: the replica as usual, paused, killed, and back`,
    ),
    zero('writes and reads that failed', outcome.failures),
    judged(`${name}: reads that the replica answered as usual`, reads, least),
    seconds('longest until a replica that is back is used', Math.max(...waits), 10_000),
  ];
}

/** A replica that is paused and killed while people write and read. */
export const replicaDrills: Drill[] = [
  {
    name,
    description:
      'Two servers use a streaming replica while payments are sent. A person writes through one and reads through the other at once, while the replica works, is paused, is killed, and is back.',
    run: measure,
  },
];
