import { randomBytes } from 'node:crypto';
import { createApiKey, listApiKeys } from '@lotkeeper/contract/api-keys';
import { getReadiness } from '@lotkeeper/contract/health';
import type { Figure } from '../bench/table.ts';
import { judged } from '../bench/table.ts';
import { queryOnce } from '../server/src/kernel/data/sql/query-once.ts';
import type { PostgresServer } from '../server/src/testing/standby.ts';
import { startPrimary, startStandby } from '../server/src/testing/standby.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper, waitFor } from './lotkeeper.ts';
import { sendPayments } from './payments.ts';
import type { Organization } from './people.ts';
import { call, openOrganization } from './people.ts';

const name = 'replicas';
const writesPerPhase = 40;

interface Outcome {
  stale: number;
  failures: number;
}

/** Writes through one server and reads through another at once, and counts reads without what was written. */
async function writeAndRead(
  { admin, pk }: Organization,
  servers: readonly Lotkeeper[],
  outcome: Outcome,
): Promise<void> {
  const params = { id: String(pk) };
  for (let turn = 0; turn < writesPerPhase; turn++) {
    const [writer, reader] = turn % 2 === 0 ? servers : servers.toReversed();
    const body = { name: 'Written', grants: ['reads' as const] };
    const written = await call({ ...admin, url: writer?.url ?? '' }, createApiKey, {
      params,
      body,
    });
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

async function measure(
  organization: Organization,
  standby: PostgresServer,
  servers: readonly Lotkeeper[],
): Promise<Figure[]> {
  const [first] = servers as readonly [Lotkeeper, Lotkeeper];
  const ending = new AbortController();
  const sending = sendPayments(organization, ending.signal);
  const outcome: Outcome = { stale: 0, failures: 0 };
  const phase = () => writeAndRead(organization, servers, outcome);
  const waits: number[] = [];
  const waitUntilUsed = async () => {
    const started = performance.now();
    await waitForState(first, 'in_use');
    waits.push(performance.now() - started);
  };
  try {
    await waitForState(first, 'in_use');
    await phase();
    const reads = await countReads(standby);
    await queryOnce(standby.url, 'select pg_wal_replay_pause()');
    await phase();
    await queryOnce(standby.url, 'select pg_wal_replay_resume()');
    await waitUntilUsed();
    standby.kill();
    await phase();
    await standby.start();
    await waitUntilUsed();
    await phase();
    const zero = { most: 0, digits: 0 };
    return [
      judged(
        `${name}: reads that lack the person's write through another server`,
        outcome.stale,
        zero,
        `${4 * writesPerPhase} writes: the replica as usual, paused, killed, and back`,
      ),
      judged(`${name}: writes and reads that failed`, outcome.failures, zero),
      judged(`${name}: reads that the replica answered as usual`, reads, { least: 1, digits: 0 }),
      judged(`${name}: longest until a replica that is back is used`, Math.max(...waits) / 1000, {
        most: 10,
        unit: ' s',
        digits: 1,
      }),
    ];
  } finally {
    ending.abort();
    await sending;
  }
}

async function withServers(primary: PostgresServer, standby: PostgresServer): Promise<Figure[]> {
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
  };
  const servers: Lotkeeper[] = [];
  try {
    const first = await startLotkeeper({ settings });
    servers.push(first);
    // The start of a server without the demo ends the printed links.
    const organization = await openOrganization(first);
    servers.push(await startLotkeeper({ settings: { ...settings, DEMO: '0' } }));
    return await measure(organization, standby, servers);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** A replica that is paused and killed while people write and read. */
export const replicaDrills: Drill[] = [
  {
    name,
    description:
      'Two servers use a streaming replica while payments are sent. A person writes through one and reads through the other at once, while the replica works, is paused, is killed, and is back.',
    async run() {
      const primary = await startPrimary();
      try {
        const standby = await startStandby(primary);
        return await withServers(primary, standby).finally(() => standby.remove());
      } finally {
        await primary.remove();
      }
    },
  },
];
