import { computeMedian } from '../bench/median.ts';
import type { Figure } from '../bench/table.ts';
import { judged, judging } from '../bench/table.ts';
import type { Comparison, Request, Timing } from './citus-calls.ts';
import {
  buildBenchReads,
  buildExamples,
  compareReads,
  measureRatios,
  sendTo,
} from './citus-calls.ts';
import type { Installation } from './citus-installation.ts';
import { drillName, listNames, presentTime } from './citus-installation.ts';

const { zero } = judging(drillName);
const measuredRounds = 7;
const singleRentals = 30;

const getServers = ({ citus, plain }: Installation) => [citus.url, plain.url] as const;

function judgeReads({ equal, reordered, different, statuses }: Comparison): Figure[] {
  const total = equal + reordered.length + different.length;
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    zero(
      'reads with another response than plain PostgreSQL’s',
      different.length,
      listNames(different),
    ),
    judged(
      `${drillName}: reads compared`,
      total,
      { least: 100, digits: 0 },
      `${counts}; ${equal} equal byte by byte, ${reordered.length} but for the order of a list${reordered.length > 0 ? `: ${listNames(reordered)}` : ''}`,
    ),
  ];
}

/** Compares every read of the API at a property of each organization. */
export async function compareAllReads(installation: Installation): Promise<Figure[]> {
  const { citusUrl, lots, tokens, machines } = installation;
  const requests: Request[] = [];
  for (const [index, lot] of lots.entries()) {
    const own = { ...tokens, machine: machines[index] ?? '' };
    requests.push(...(await buildExamples(citusUrl, lot, own, ({ method }) => method === 'GET')));
    requests.push(...buildBenchReads(lot, presentTime, tokens.admin));
  }
  return judgeReads(await compareReads(getServers(installation), requests));
}

/** Whether the drill's sessions stay valid after a write. */
const isHarmlessWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && !path.includes('sessions');

/** Every write of the API. Built while both databases have the same rows, since it refers to some of them. */
export const buildWrites = ({ citusUrl, lots, tokens }: Installation): Promise<Request[]> =>
  buildExamples(citusUrl, lots[0], tokens, isHarmlessWrite);

/** Sends each write once: both servers must accept or refuse it alike. */
export async function compareWrites(
  installation: Installation,
  requests: readonly Request[],
): Promise<Figure[]> {
  const different: string[] = [];
  for (const request of requests) {
    const answers = getServers(installation).map((server) => sendTo(server, request));
    const [citus, plain] = await Promise.all(answers);
    if (citus?.status === plain?.status) continue;
    different.push(`${request.name} (${citus?.status}, ${plain?.status})`);
    if (process.env.DRILL_DEBUG) console.log(request.name, citus?.text, plain?.text);
  }
  return [
    zero(
      'writes with another response than plain PostgreSQL’s',
      different.length,
      `${requests.length} sent; ${listNames(different)}`,
    ),
  ];
}

function buildRental(spot: number, index: number): object {
  const start = '2026-06-20T15:00:00Z';
  const amounts = { amount: 1000, tax: 80, processing_fee: 30 };
  return {
    source: 'single',
    external_id: `single-${index}`,
    spot,
    rental_type: 'hourly',
    start_date: start,
    end_date: '2026-06-20T16:00:00Z',
    car: { plate: `S${index}`, state: 'AZ', country: 'US' },
    charges: [{ external_id: `paid-${index}`, occurred_at: start, ...amounts }],
  };
}

async function measureRentals(installation: Installation): Promise<Figure> {
  const { lots, machines } = installation;
  const times: [number[], number[]] = [[], []];
  for (let index = 0; index < singleRentals; index++) {
    const request = {
      name: 'a single rental',
      method: 'POST',
      path: '/api/ingest/rentals/',
      token: machines[0],
      body: { items: [buildRental(lots[0].pk, index)] },
      namesOrganization: true,
    };
    for (const [at, server] of getServers(installation).entries()) {
      const { status, ms, text } = await sendTo(server, request);
      if (status !== 200) throw new Error(`A rental was answered ${status}: ${text}`);
      times[at]?.push(ms);
    }
  }
  const [citus, plain] = [computeMedian(times[0]), computeMedian(times[1])];
  return judged(
    `${drillName}: a single rental, times as long`,
    citus / plain,
    { most: 6, digits: 1 },
    `${plain.toFixed(1)} → ${citus.toFixed(1)} ms, median of ${singleRentals}`,
  );
}

const describeTiming = (timing: Timing | undefined) =>
  timing
    ? `${timing.ratio.toFixed(1)} × ${timing.name} ${timing.times[1].toFixed(1)} → ${timing.times[0].toFixed(1)} ms`
    : 'none';

/** How much longer reads and single rentals take than on plain PostgreSQL on the same machine. */
export async function measureTimes(installation: Installation): Promise<Figure[]> {
  const { lots, tokens } = installation;
  const requests = buildBenchReads(lots[0], presentTime, tokens.admin);
  const timings = await measureRatios(getServers(installation), requests, measuredRounds);
  const middle = timings[Math.floor(timings.length / 2)];
  return [
    judged(
      `${drillName}: a read, times as long as on plain PostgreSQL, median`,
      middle?.ratio ?? Number.NaN,
      { most: 5, digits: 1 },
      `${timings.length} reads, one user; least ${describeTiming(timings[0])}; middle ${describeTiming(middle)}; most ${describeTiming(timings.at(-1))}`,
    ),
    await measureRentals(installation),
  ];
}
