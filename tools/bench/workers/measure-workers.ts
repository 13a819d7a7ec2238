import { unlimited } from '../app.ts';
import { measureLoad } from '../load/load.ts';
import { pgbench } from '../load/pgbench.ts';
import type { Cluster } from '../place.ts';
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
/** One read from a server with a given number of workers. */
async function measureOne(
  server: { address: string; pid: number },
  { token, seconds }: { token: string; seconds: number },
  { read, paths }: Subject,
  workers: number,
): Promise<Figure> {
  const port = Number(new URL(server.address).port);
  const before = readProcessorSeconds(server.pid);
  const order = { port, tokens: [token], paths, connections, warmUp, seconds };
  const { perSecond, median, p99, refused } = await measureLoad(order);
  const share = (readProcessorSeconds(server.pid) - before) / (seconds + warmUp);
  const refusals = refused > 0 ? `, ${refused} refused` : '';
  return {
    label: `${read.name}, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    figure: `${Math.round(perSecond)}/s`,
    target: '',
    note: `${median.toFixed(1)} ms median, ${p99.toFixed(1)} ms p99${refusals}, Node ${Math.round(share * 100)} %`,
  };
}

/** Requests per second by number of workers, compared with the same statements sent directly to PostgreSQL. */
export async function* measureWorkers(
  cluster: Cluster,
  database: string,
  seconds: number,
): AsyncGenerator<Figure> {
  const url = cluster.url(database);
  const subjects = await subjectsOn(url, chosen);
  const [token = ''] = await startSessions(url, [1]);
  const figures: Figure[] = [];
  for (const workers of counts) {
    const server = await startServer(url, { ...unlimited, WORKERS: String(workers) });
    for (const subject of subjects)
      figures.push(await measureOne(server, { token, seconds }, subject, workers));
    await server.stop();
  }
  // Reads answered from memory send nothing to PostgreSQL.
  for (const { read, requests } of subjects.filter(({ read }) => read.kind !== 'memory')) {
    const perSecond = await pgbench(url, requests, { connections, seconds });
    const label = `${read.name}, straight to PostgreSQL`;
    figures.push({ label, figure: `${Math.round(perSecond)}/s`, target: '' });
  }
  // Groups the figures of each read.
  yield* chosen.flatMap(({ name }) => figures.filter(({ label }) => label.startsWith(name)));
}
