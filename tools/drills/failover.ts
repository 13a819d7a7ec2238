import { randomBytes } from 'node:crypto';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import type { PostgresServer } from '../../server/src/testing/standby.ts';
import {
  joinHosts,
  promote,
  startPrimary,
  startStandby,
} from '../../server/src/testing/standby.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import { damageUnderLoad } from './damage-under-load.ts';
import type { Drill } from './drill.ts';
import { measureRecovery, startLotkeeper, waitFor } from './lotkeeper.ts';
import { judgeLedger, maxPaymentsUnderWay } from './payments.ts';

const name = 'failover';

/** Makes the primary acknowledge a commit only when the standby has it on disk. */
async function replicateSynchronously({ url }: PostgresServer): Promise<void> {
  await queryOnce(url, "alter system set synchronous_standby_names = 'standby'");
  await queryOnce(url, 'select pg_reload_conf()');
  await waitFor('the synchronous standby', async () => {
    const rows = await queryOnce(url, "select from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0;
  });
}

async function run(): Promise<Figure[]> {
  const primary = await startPrimary();
  const standby = await startStandby(primary);
  const settings = {
    DATABASE_URL: `${joinHosts([primary, standby])}?target_session_attrs=read-write`,
    SECRET_KEY: randomBytes(32).toString('base64url'),
  };
  const lotkeeper = await startLotkeeper({ settings });
  await replicateSynchronously(primary);
  // A primary can be killed only once; its remains can't become a standby.
  const damaged = await damageUnderLoad(lotkeeper, 1, async ({ run: { acknowledged } }) => {
    const target = acknowledged.size + maxPaymentsUnderWay;
    const started = performance.now();
    primary.kill();
    await promote(standby);
    await measureRecovery(lotkeeper.url, () => acknowledged.size > target);
    return performance.now() - started;
  });
  const { statuses } = damaged.run;
  const { zero, seconds } = judging(name);
  return [
    ...(await judgeLedger(name, standby.url, damaged.run)),
    seconds('until ready and recording', damaged.slowestMs, 10_000),
    zero('server processes that ended', damaged.endedServers),
    zero('requests without an answer', statuses[0] ?? 0),
    zero('requests answered 500', statuses[500] ?? 0),
  ];
}

/** A primary that is killed, and a standby that takes over. */
export const failoverDrills: Drill[] = [
  {
    name,
    description:
      'The primary, with a synchronous standby, is killed while payments are sent, and the standby is promoted.',
    run,
  },
];
