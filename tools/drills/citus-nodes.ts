import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { waitFor } from './lotkeeper.ts';

const runShell = promisify(exec);

/** Commands, provided by the person who runs the drill, that stop one worker immediately and start it again. */
export interface WorkerCommands {
  stop: string;
  start: string;
}

export function readWorkerCommands(): WorkerCommands | null {
  const { CITUS_STOP_WORKER: stop, CITUS_START_WORKER: start } = process.env;
  return stop && start ? { stop, start } : null;
}

/** Runs a command of the person who runs the drill. Ignores its output, since it may keep running. */
export const runCommand = async (command: string): Promise<void> => {
  await runShell(`${command} >/dev/null 2>&1`);
};

export interface Node {
  host: string;
  port: number;
}

const shard = (organization: number) =>
  `get_shard_id_for_distribution_column('spots', ${organization})`;

/** The worker that stores an organization's rows. */
async function findWorker(url: string, organization: number): Promise<Node> {
  const [node] = await queryOnce<Node>(
    url,
    `select nodename as host, nodeport as port from citus_shards
     where table_name = 'spots'::regclass and shardid = ${shard(organization)}`,
  );
  if (!node) throw new Error(`Organization ${organization} is on no worker.`);
  return node;
}

const isSame = (a: Node, b: Node) => a.host === b.host && a.port === b.port;

/** Moves an organization's rows to another worker while they're in use. Returns the milliseconds it took. */
export async function moveOrganization(url: string, organization: number): Promise<number> {
  const from = await findWorker(url, organization);
  const workers = await queryOnce<Node>(
    url,
    'select node_name as host, node_port::int as port from citus_get_active_worker_nodes()',
  );
  const to = workers.find((worker) => !isSame(worker, from));
  if (!to) throw new Error('The cluster needs two workers.');
  // What an earlier move left behind would conflict. Citus may still be removing it.
  await waitFor('the end of an earlier move', async () => {
    await queryOnce(url, 'call citus_cleanup_orphaned_resources()');
    const [left] = await queryOnce<{ count: number }>(
      url,
      'select count(*)::int as count from pg_dist_cleanup',
    );
    return left?.count === 0;
  });
  const started = performance.now();
  await queryOnce(
    url,
    `select citus_move_shard_placement(${shard(organization)}, '${from.host}', ${from.port}, '${to.host}', ${to.port})`,
  );
  return performance.now() - started;
}

/** Whether two organizations are on different workers. */
export const areApart = async (url: string, [first, second]: readonly [number, number]) =>
  !isSame(await findWorker(url, first), await findWorker(url, second));
