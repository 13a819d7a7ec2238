import { isDeepStrictEqual } from 'node:util';
import type { RunningApp } from '../app.ts';
import { startApp } from '../app.ts';
import { load } from '../load/load.ts';
import type { Cluster } from '../place.ts';
import { connect, print } from '../place.ts';
import { readProcessorSeconds } from '../process-usage.ts';
import { readPresent } from '../reads/measure-reads.ts';
import type { Lot } from '../reads/read.ts';
import { drawLots } from '../reads/reads.ts';
import type { Figure } from '../table.ts';
import { copyDataSet, dropCopy } from './copy.ts';
import { installDirectus, readVersions, startDirectus } from './directus.ts';
import type { Question, Request } from './question.ts';
import { questions } from './questions.ts';

const connections = 16;
const warmUp = 1.5;
const drawnLots = 12;
const checkTries = 3;

/** A server under measurement. */
interface Server {
  port: number;
  scheme: 'Token' | 'Bearer';
  token: string;
  /** Seconds of processor that it took so far. */
  readProcessor: () => Promise<number>;
}

interface Servers {
  lotkeeper: Server;
  directus: Server;
  cached: Server;
}

/** The data set's present, advancing as Lotkeeper's clock does. */
interface Present {
  lots: readonly Lot[];
  readNow: () => number;
}

async function ask({ port, scheme, token }: Server, request: Request, lot: Lot, now: number) {
  const path = request.path(lot, now);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `${scheme} ${token}` },
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return request.toFigures(await response.json());
}

/** @throws when Directus answers other figures than Lotkeeper. */
async function checkAnswers(
  { lotkeeper, directus }: Servers,
  question: Question,
  { lots, readNow }: Present,
): Promise<void> {
  for (const lot of lots) {
    for (const [table, request] of Object.entries(question.directus)) {
      let isSame = false;
      // A rental may begin or end between the two requests.
      for (let turn = 0; turn < checkTries && !isSame; turn++) {
        const now = readNow();
        const expected = await ask(lotkeeper, question.lotkeeper, lot, now);
        isSame = isDeepStrictEqual(await ask(directus, request, lot, now), expected);
      }
      if (!isSame) {
        throw new Error(`${question.name}: ${table} in Directus has other figures for ${lot.pk}.`);
      }
    }
  }
}

async function measureOne(
  server: Server,
  request: Request,
  { label, seconds, present }: { label: string; seconds: number; present: Present },
): Promise<Figure> {
  const { port, scheme, token } = server;
  const paths = present.lots.map((lot) => request.path(lot, present.readNow()));
  const order = { port, scheme, token, paths };
  const alone = await load({ ...order, connections: 1, warmUp: 0.5, seconds: 2 });
  const before = await server.readProcessor();
  const all = await load({ ...order, connections, warmUp, seconds });
  const share = ((await server.readProcessor()) - before) / (seconds + warmUp);
  const refused = all.refused > 0 ? `, ${all.refused} refused` : '';
  const times = `${all.median.toFixed(1)} ms median, ${all.p99.toFixed(1)} ms p99`;
  const note = `${times}${refused}, Node ${Math.round(share * 100)} %; one user ${alone.median.toFixed(1)} ms`;
  const figure = `${Math.round(all.perSecond)}/s`;
  print(`  ${label}: ${figure} (${note})`);
  return { label, figure, target: '', note };
}

async function measureQuestion(
  servers: Servers,
  question: Question,
  options: { seconds: number; present: Present },
): Promise<Figure[]> {
  await checkAnswers(servers, question, options.present);
  const { name, lotkeeper, directus } = question;
  const measure = (server: Server, request: Request, source: string) =>
    measureOne(server, request, { label: `${name}: ${source}`, ...options });
  const figures = [await measure(servers.lotkeeper, lotkeeper, 'Lotkeeper')];
  for (const [table, request] of Object.entries(directus)) {
    figures.push(await measure(servers.directus, request, `Directus, ${table}`));
  }
  const [[table, request] = []] = Object.entries(directus);
  if (request) figures.push(await measure(servers.cached, request, `Directus, ${table}, cached`));
  return figures;
}

const fromApp = (app: RunningApp): Server => ({
  port: app.port,
  scheme: 'Token',
  token: app.token,
  readProcessor: async () => (await app.cpu()) / 1e6,
});

/** Lists and sums of Lotkeeper and of Directus on the same tables, one after the other. */
export async function measureDirectus(
  cluster: Cluster,
  database: string,
  { folder, seconds }: { folder: string; seconds: number },
): Promise<Figure[]> {
  const original = connect(cluster.url(database));
  const { now } = await readPresent(original);
  const lots = await drawLots(original, drawnLots);
  await original.end();
  const stops: (() => Promise<void>)[] = [() => dropCopy(cluster)];
  try {
    const url = await copyDataSet(cluster, database);
    const directus = await installDirectus(folder, url);
    const start = async (cache: boolean): Promise<Server> => {
      const { port, pid, ...process } = await startDirectus(directus, { cache });
      stops.push(() => process.stop());
      const readProcessor = async () => readProcessorSeconds(pid);
      return { port, scheme: 'Bearer', token: directus.token, readProcessor };
    };
    const startedAt = performance.now();
    const app = await startApp(url, now);
    stops.push(() => app.stop());
    const servers = {
      lotkeeper: fromApp(app),
      directus: await start(false),
      cached: await start(true),
    };
    const present = { lots, readNow: () => Math.floor(now + performance.now() - startedAt) };
    const figures: Figure[] = [
      { label: 'Directus', figure: await readVersions(folder), target: '' },
    ];
    for (const question of questions) {
      figures.push(...(await measureQuestion(servers, question, { seconds, present })));
    }
    return figures;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}
