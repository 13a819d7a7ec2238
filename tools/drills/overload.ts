import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoadOrder, LoadResult } from '../bench/load/load.ts';
import { load } from '../bench/load/load.ts';
import { computePercentile } from '../bench/median.ts';
import { readMemory } from '../bench/process-usage.ts';
import { type Figure, judged, judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper } from './lotkeeper.ts';
import { signInMany } from './many-people.ts';
import type { Kind } from './overload-kinds.ts';
import { kinds } from './overload-kinds.ts';
import type { Caller } from './people.ts';
import { openOrganization } from './people.ts';
import type { Samples } from './samples.ts';
import { askBeside, askSteadily, countFailures, describeStatuses } from './samples.ts';

/** Long enough for 150 requests of the other person. */
const loadSeconds = 16;
const headStartMs = 1000;
/** The connections are opened one after the other over this time. */
const openingMs = 1000;
const maxRefusalMs = 50;
const maxMemoryMb = 512;
const maxRecoveryMs = 5000;
/** A wait that people don't notice. */
const unnoticedMs = 100;

/** Measures the server's peak memory until `signal` aborts. */
async function watchMemory(lotkeeper: Lotkeeper, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, readMemory(lotkeeper.serverPid() ?? 0)?.now ?? 0);
    await pause(100, undefined, { signal }).catch(() => undefined);
  }
  return most;
}

/** Milliseconds until ten responses in a row are as fast as before. */
async function measureReturn(caller: Caller, paths: string[], usualMs: number): Promise<number> {
  const started = performance.now();
  let calmSince = started;
  for (let calm = 0; calm < 10 && performance.now() - started < 30_000; calm++) {
    const { times, statuses } = await askSteadily(caller, paths, AbortSignal.timeout(50), 100);
    if (statuses[200] !== times.length || Math.max(...times) > 2 * usualMs) {
      calm = -1;
      calmSince = performance.now();
    }
  }
  return calmSince - started;
}

/** The same load on a server that refuses everything immediately: the cost of the generators themselves. */
async function measureControl(order: LoadOrder): Promise<{ refusalMs: number; besideMs: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'plain-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(chunk.toString());
  const caller = { url: `http://127.0.0.1:${port}`, token: '' };
  const [result, beside] = await Promise.all([
    load({ ...order, port, seconds: 8 }),
    askBeside({ caller, paths: ['/'], seconds: 8 }),
  ]);
  child.kill();
  return {
    refusalMs: computePercentile(result.promptRefusals, 0.99),
    besideMs: computePercentile(beside.times, 0.99),
  };
}

interface Outcome {
  result: LoadResult;
  beside: Samples;
  memory: number;
  backMs: number;
}

const isExpected = (status: string, kind: Kind) =>
  /^(2\d\d|429|503)$/.test(status) || Number(status) === kind.expected;

/** Figures of one load; `control` is what the same generator measures with a server that only refuses. */
function judge(
  kind: Kind,
  { result, beside, memory, backMs }: Outcome,
  { label, usualMs, control }: { label: string; usualMs: number; control: string[] },
): Figure[] {
  const ms = { unit: ' ms', digits: 0 };
  const { zero, seconds } = judging(label);
  const { promptRefusals, firstRefusalMs, cpuShare, statuses } = result;
  const wrong = Object.entries(statuses).filter(([status]) => !isExpected(status, kind));
  return [
    {
      label: `${label}: until the first refusal`,
      figure: firstRefusalMs === null ? 'none refused' : `${(firstRefusalMs / 1000).toFixed(2)} s`,
      target: '',
      note: `generator ${(cpuShare * 100).toFixed(0)} % of a processor; load average ${loadavg()[0]?.toFixed(1)}`,
    },
    judged(
      `${label}: p99 of refusals`,
      computePercentile(promptRefusals, 0.99),
      { most: maxRefusalMs, ...ms },
      `${promptRefusals.length}, median ${computePercentile(promptRefusals, 0.5).toFixed(0)} ms${control[0] ?? ''}`,
    ),
    judged(
      `${label}: p99 of another person`,
      computePercentile(beside.times, 0.99),
      { most: Math.max(Math.round(2 * usualMs), unnoticedMs), ...ms },
      `${beside.times.length}, ${countFailures(beside)} failed, median ${computePercentile(beside.times, 0.5).toFixed(0)} ms; idle ${usualMs.toFixed(0)} ms${control[1] ?? ''}`,
    ),
    judged(`${label}: memory`, memory, { most: maxMemoryMb, unit: ' MB', digits: 0 }),
    zero(
      'wrong answers',
      wrong.reduce((sum, [, number]) => sum + number, 0),
      describeStatuses(statuses),
    ),
    seconds('until normal again', backMs, maxRecoveryMs),
  ];
}

async function applyLoad(
  lotkeeper: Lotkeeper,
  order: LoadOrder,
  { caller, paths, usualMs }: { caller: Caller; paths: string[]; usualMs: number },
): Promise<Outcome> {
  const ending = new AbortController();
  const memory = watchMemory(lotkeeper, ending.signal);
  const besideResult = askBeside({ caller, paths, seconds: loadSeconds });
  // The other person is already connected: a client that connects during the rush waits behind its connections.
  await pause(headStartMs);
  const [result, beside] = await Promise.all([
    load({ ...order, seconds: loadSeconds - headStartMs / 1000 }),
    besideResult,
  ]);
  const backMs = await measureReturn(caller, paths, usualMs);
  ending.abort();
  return { result, beside, memory: await memory, backMs };
}

async function run(kind: Kind): Promise<Figure[]> {
  // Writing the demo takes memory that a server in use doesn't need.
  const first = await startLotkeeper();
  await first.stop();
  const lotkeeper = await startLotkeeper({ dataDir: first.dataDir });
  const organization = await openOrganization(lotkeeper);
  const spot = organization.spots[1];
  const [token = ''] = await signInMany(lotkeeper, organization.pk, 1, 'other');
  const caller = { url: lotkeeper.url, token };
  const paths = [`/api/spots/${spot}/`, `/api/codes/?spot=${spot}`, '/api/v2/profiles/me'];
  const built = await kind.build(lotkeeper, organization);
  const port = Number(new URL(lotkeeper.url).port);
  // Everything was requested before, as on a normal day.
  await askBeside({ caller, paths: built.images ? paths : [...paths, ...built.paths], seconds: 4 });
  const unloaded = await askBeside({ caller, paths, seconds: loadSeconds });
  const usualMs = computePercentile(unloaded.times, 0.99);
  const figures: Figure[] = [];
  for (const isPatient of kind.isAlwaysPatient ? [true] : [true, false]) {
    const order = { ...built, port, openingMs, seconds: loadSeconds, isPatient };
    const outcome = await applyLoad(lotkeeper, order, { caller, paths, usualMs });
    const { refusalMs, besideMs } = await measureControl(order);
    const control = [refusalMs, besideMs].map(
      (ms) => `; a server that only refuses ${ms.toFixed(0)} ms`,
    );
    const label = `${kind.name}, ${isPatient ? 'patient' : 'impatient'}`;
    figures.push(...judge(kind, outcome, { label, usualMs, control }));
  }
  return figures;
}

const description =
  'Patient generators wait as requested, impatient ones retry immediately. Meanwhile another person makes ten requests a second, and may wait twice as long as on an idle server, or 100 ms. Generators and server share the processors: beside it is what the same generators measure with a server that only refuses.';

/** More load than the server can handle. */
export const overloadDrills: Drill[] = kinds.map((kind) => ({
  name: kind.name,
  description: `${kind.description} ${description}`,
  run: () => run(kind),
}));
