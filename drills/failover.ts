import { randomBytes } from 'node:crypto';
import type { Figure } from '../bench/table.ts';
import { judged } from '../bench/table.ts';
import { queryOnce } from '../server/src/kernel/data/sql/query-once.ts';
import type { PostgresServer } from '../server/src/testing/standby.ts';
import { joinHosts, promote, startPrimary, startStandby } from '../server/src/testing/standby.ts';
import { damageUnderLoad } from './damage-under-load.ts';
import type { Drill } from './drill.ts';
import { judgeLedger } from './ledger.ts';
import { measureRecovery, waitFor, withLotkeeper } from './lotkeeper.ts';
import { describeStatuses, maxPaymentsUnderWay } from './payments.ts';

const name = 'failover';

/** Lets the primary answer a commit only when the standby has it on its disk. */
async function replicateSynchronously({ url }: PostgresServer): Promise<void> {
  await queryOnce(url, "alter system set synchronous_standby_names = 'standby'");
  await queryOnce(url, 'select pg_reload_conf()');
  await waitFor('the synchronous standby', async () => {
    const rows = await queryOnce(url, "select from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0;
  });
}

async function measure(primary: PostgresServer, standby: PostgresServer): Promise<Figure[]> {
  const settings = {
    DATABASE_URL: `${joinHosts([primary, standby])}?target_session_attrs=read-write`,
    SECRET_KEY: randomBytes(32).toString('base64url'),
  };
  return withLotkeeper(
    async (lotkeeper) => {
      await replicateSynchronously(primary);
      // A primary dies once; what it leaves can’t be a standby.
      const { run, recoveries, servers } = await damageUnderLoad(lotkeeper, 1, async (progress) => {
        const target = progress.acknowledged() + maxPaymentsUnderWay;
        const started = performance.now();
        primary.kill();
        await promote(standby);
        await measureRecovery(lotkeeper.url, () => progress.acknowledged() > target);
        return performance.now() - started;
      });
      const sentText = `${run.acknowledged.size} acknowledged; ${describeStatuses(run)}`;
      const zero = { most: 0, digits: 0 };
      return [
        ...(await judgeLedger(name, standby.url, run, sentText)),
        judged(`${name}: until ready and recording`, (recoveries[0] ?? 0) / 1000, {
          most: 10,
          unit: ' s',
          digits: 1,
        }),
        judged(`${name}: server processes that ended`, servers.size - 1, zero),
        judged(`${name}: requests without an answer`, run.statuses.get(0) ?? 0, zero),
        judged(`${name}: requests answered 500`, run.statuses.get(500) ?? 0, zero),
      ];
    },
    { settings },
  );
}

/** A primary that dies, and a standby that takes its place. */
export const failoverDrills: Drill[] = [
  {
    name,
    description:
      'The primary, with a synchronous standby, is killed while payments are sent, and the standby is promoted.',
    async run() {
      const primary = await startPrimary();
      try {
        const standby = await startStandby(primary);
        return await measure(primary, standby).finally(() => standby.remove());
      } finally {
        await primary.remove();
      }
    },
  },
];
