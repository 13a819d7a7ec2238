import { load } from '../load/load.ts';
import { pgbench } from '../load/pgbench.ts';
import type { Cluster } from '../place.ts';
import { print } from '../place.ts';
import { readProcessorSeconds } from '../process-usage.ts';
import type { Subject } from '../reads/measure-reads.ts';
import { subjectsOn } from '../reads/measure-reads.ts';
import { reads } from '../reads/reads.ts';
import { startServer } from '../server.ts';
import { startSessions } from '../session.ts';
import type { Figure } from '../table.ts';

const connections = 64;
const warmUp = 1.5;
const counts = [1, 2, 3] as const;
const chosen = reads.filter(({ name }) =>
  ['slots/overview, today', 'spots/{id}', 'revenue/mom', 'v2/profiles/me'].includes(name),
);
/** One session sends all the load, so the limits on one caller are lifted. */
const unlimited = {
  RATE_PER_PERSON: '0',
  RATE_PER_KEY: '0',
  RATE_PER_ADDRESS: '0',
  MAX_RUNNING_CALLS: '0',
};

interface LoadOptions {
  url: string;
  token: string;
  seconds: number;
}

/** One read from a server with so many workers. */
async function measureOne(
  server: { address: string; pid: number },
  { token, seconds }: LoadOptions,
  { read, paths }: Subject,
) {
  const port = Number(new URL(server.address).port);
  const before = readProcessorSeconds(server.pid);
  const result = await load({ port, token, paths, connections, warmUp, seconds });
  const share = (readProcessorSeconds(server.pid) - before) / (seconds + warmUp);
  const refused = result.refused > 0 ? `, ${result.refused} refused` : '';
  return {
    read: read.name,
    perSecond: result.perSecond,
    note: `${result.median.toFixed(1)} ms median, ${result.p99.toFixed(1)} ms p99${refused}, Node ${Math.round(share * 100)} %`,
  };
}

async function measureCount(options: LoadOptions, subjects: readonly Subject[], workers: number) {
  const server = await startServer(options.url, { ...unlimited, WORKERS: String(workers) });
  try {
    const figures: Figure[] = [];
    for (const subject of subjects) {
      const { read, perSecond, note } = await measureOne(server, options, subject);
      const label = `${read}, ${workers} ${workers === 1 ? 'worker' : 'workers'}`;
      const figure = `${Math.round(perSecond)}/s`;
      print(`  ${label}: ${figure} (${note})`);
      figures.push({ label, figure, target: '', note });
    }
    return figures;
  } finally {
    await server.stop();
  }
}

async function measureStraight({ url, seconds }: LoadOptions, subjects: readonly Subject[]) {
  const figures: Figure[] = [];
  for (const { read, requests } of subjects) {
    // What is answered from memory sends nothing to PostgreSQL.
    if (read.kind === 'memory') continue;
    const perSecond = await pgbench(url, requests, { connections, seconds });
    const figure = `${Math.round(perSecond)}/s`;
    figures.push({ label: `${read.name}, straight to PostgreSQL`, figure, target: '' });
  }
  return figures;
}

/** Requests a second by the number of workers, beside those of the same statements sent straight to PostgreSQL. */
export async function measureWorkers(
  cluster: Cluster,
  database: string,
  seconds: number,
): Promise<Figure[]> {
  const url = cluster.url(database);
  const subjects = await subjectsOn(url, chosen);
  const [token = ''] = await startSessions(url, [1]);
  const options = { url, token, seconds };
  const figures: Figure[] = [];
  for (const workers of counts) figures.push(...(await measureCount(options, subjects, workers)));
  figures.push(...(await measureStraight(options, subjects)));
  // A read's figures stand together.
  return chosen.flatMap(({ name }) => figures.filter(({ label }) => label.startsWith(name)));
}
