import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from '../embedded-postgres/binaries.ts';
import type { Cluster } from '../embedded-postgres/cluster.ts';
import { createCluster } from '../embedded-postgres/cluster.ts';
import { openLog } from '../embedded-postgres/log-file.ts';
import { startPostmaster, stopPostmaster } from '../embedded-postgres/postmaster.ts';
import { openPlace } from '../embedded-postgres/socket-folder.ts';
import { databaseUser, give } from '../embedded-postgres/unprivileged.ts';
import { openSqlPool } from '../kernel/data/database.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { atEnd } from './at-end.ts';

/** A PostgreSQL that isn't restarted when it ends; stopped at the end, and its data removed. */
export interface PostgresServer {
  cluster: Cluster;
  url: string;
  /** Restarts it in the same place. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends the postmaster and its children as a power failure does. */
  kill(): void;
}

const notes = { info: () => undefined, error: () => undefined };

async function prepareFolder(password: string): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lotkeeper-standby-'));
  // PostgreSQL runs under another account if this one is root.
  chmodSync(dataDir, 0o755);
  const folder = join(dataDir, 'postgres');
  const user = databaseUser(dataDir, folder);
  return { dataDir, folder, bin: join(await programs(user), 'bin'), user, password };
}

async function run(cluster: Cluster): Promise<PostgresServer> {
  const log = openLog(join(cluster.dataDir, 'postgres.log'));
  const place = await openPlace(cluster.user);
  let child = await startPostmaster(cluster, place, log, notes);
  const stop = () => stopPostmaster(child, cluster);
  atEnd(async () => {
    await stop();
    place.remove();
    log.close();
    rmSync(cluster.dataDir, { recursive: true, force: true });
  });
  return {
    cluster,
    url: place.url(cluster.password),
    async start() {
      child = await startPostmaster(cluster, place, log, notes);
    },
    stop,
    kill() {
      const { pid = 0 } = child;
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
      for (const target of [pid, ...children.map(Number)]) {
        if (target > 0) process.kill(target, 'SIGKILL');
      }
    },
  };
}

/** Starts a new PostgreSQL with an empty database that standbys can follow. */
export async function startPrimary(): Promise<PostgresServer> {
  const cluster = await prepareFolder(randomBytes(12).toString('hex'));
  await createCluster(cluster);
  const server = await run(cluster);
  const system = server.url.replace(/\/lotkeeper$/, '/postgres');
  await queryOnce(system, 'create database lotkeeper');
  await queryOnce(system, "alter system set wal_keep_size = '256MB'");
  await queryOnce(system, 'select pg_reload_conf()');
  return server;
}

/** The host of a built-in PostgreSQL's URL: the folder of its socket. */
const getHost = (url: string) =>
  decodeURIComponent(/@([^/]+)\//.exec(url)?.[1] ?? '').replace(/\/,$/, '');

/**
 * Files of a running server that a base backup leaves out: those of its process, and what a standby fetches itself.
 */
const unwanted =
  /\/(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pgsql_tmp)\/.*)$/;

/** Copies a running server to a standby that follows it: a base backup with PostgreSQL's low-level API. */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const cluster = await prepareFolder(primary.cluster.password);
  // The backup belongs to one session, which must last until its end.
  const sql = openSqlPool(primary.url);
  try {
    await sql`select pg_backup_start('standby', true)`;
    const source = realpathSync(primary.cluster.folder);
    cpSync(source, cluster.folder, { recursive: true, filter: (path) => !unwanted.test(path) });
    const [row] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
    writeFileSync(join(cluster.folder, 'backup_label'), row?.labelfile ?? '');
  } finally {
    await sql.end();
  }
  writeFileSync(join(cluster.folder, 'standby.signal'), '');
  const connection = `host=${getHost(primary.url)} user=lotkeeper password=${cluster.password} application_name=standby`;
  appendFileSync(
    join(cluster.folder, 'postgresql.auto.conf'),
    `primary_conninfo = '${connection}'\nwal_retrieve_retry_interval = '200ms'\n`,
  );
  give(cluster.user, cluster.folder);
  chmodSync(cluster.folder, 0o700);
  return run(cluster);
}

/** Promotes a standby to primary. */
export const promote = (standby: PostgresServer) =>
  queryOnce(standby.url, 'select pg_promote(true, 30)');

/** One URL with the hosts of several servers that have the same password. */
export const joinHosts = (servers: readonly PostgresServer[]) => {
  const hosts = servers.map(({ url }) => encodeURIComponent(getHost(url))).join(',');
  const [first] = servers;
  return (first?.url ?? '').replace(/@[^/]+\//, `@${hosts}/`);
};
