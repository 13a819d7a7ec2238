import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createApiKey, revokeApiKey } from '@lotkeeper/contract/api-keys';
import { grants } from '@lotkeeper/contract/kernel/access';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { listOwnSpots } from '@lotkeeper/contract/own-spots';
import type { Lot } from '../bench/reads/read.ts';
import type { Figure } from '../bench/table.ts';
import { judged } from '../bench/table.ts';
import { queryOnce } from '../server/src/kernel/data/sql/query-once.ts';
import { openLiveClient } from '../server/src/testing/live-client.ts';
import { startPrimary } from '../server/src/testing/standby.ts';
import type { Comparison, Request, Tokens } from './citus-calls.ts';
import {
  buildBenchReads,
  buildExamples,
  compareReads,
  measureRatios,
  send,
} from './citus-calls.ts';
import { areApart, moveOrganization, readWorkerCommands, runCommand } from './citus-nodes.ts';
import { openClock } from './clock.ts';
import { copyRows } from './copy-database.ts';
import type { Drill } from './drill.ts';
import { judgeLedger, verifyLedger } from './ledger.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { makeDataFolder, startLotkeeper, waitFor } from './lotkeeper.ts';
import { describeStatuses, sendPayments } from './payments.ts';
import type { Caller, Organization } from './people.ts';
import { admin, call, signIn } from './people.ts';
import { addVisitor } from './visitors.ts';

const name = 'citus';
/** The examples of the contract ask for June 2026. */
const presentTime = fromIso('2026-06-20T17:00:00Z');
const zero = { most: 0, digits: 0 };
const measuredRounds = 7;
const singleRentals = 30;
/** How long payments are sent before and after shards are moved, in acknowledged payments. */
const paymentsAround = 100;

const run = promisify(execFile);
const command = join(import.meta.dirname, '../server/src/commands/distribute.ts');

/** Runs `npm run distribute`. Returns the milliseconds it took. */
async function distribute(url: string): Promise<number> {
  const started = performance.now();
  await run(process.execPath, [command], { env: { ...process.env, DATABASE_URL: url } });
  return performance.now() - started;
}

interface Setting {
  citusUrl: string;
  plainUrl: string;
  /** Settings of every server; each gets a database of its own. */
  settings: Record<string, string>;
  dataDir: string;
}

interface Loaded {
  tokens: Tokens;
  /** The token of a person in both organizations. */
  lots: readonly [Lot, Lot];
  machines: readonly [string, string];
}

/** An API key that may send everything. */
async function createKey(person: Caller, organization: number): Promise<string> {
  const key = await call(person, createApiKey, {
    params: { id: String(organization) },
    body: { name: 'Drill', grants: [...grants] },
  } as never);
  if (key.status !== 200) throw new Error(`Creating an API key was answered ${key.status}.`);
  return key.body.key;
}

/** Migrates the empty database, loads the demo, and signs in, on the coordinator alone. */
async function load({ citusUrl, settings, dataDir }: Setting): Promise<Loaded> {
  const lotkeeper = await startLotkeeper({
    settings: { ...settings, DATABASE_URL: citusUrl },
    dataDir,
  });
  try {
    const person = await signIn(lotkeeper, `${admin} and of Lakeshore Park & Go`);
    const superuser = await signIn(lotkeeper, 'Superuser');
    const lots = await queryOnce<Lot>(
      citusUrl,
      `select distinct on (organization_id) pk::int, uuid, organization_id::int as organization, timezone
       from spots where organization_id in (1, 2) order by organization_id, pk`,
    );
    const machines = [await createKey(person, 1), await createKey(person, 2)] as const;
    const tokens = { admin: person.token, superuser: superuser.token, machine: machines[0] };
    return { tokens, lots: lots as unknown as readonly [Lot, Lot], machines };
  } finally {
    await lotkeeper.stop();
  }
}

const describe = (requests: readonly string[]) => requests.slice(0, 20).join('; ');

function judgeReads({ equal, reordered, different, statuses }: Comparison): Figure[] {
  const all = equal + reordered.length + different.length;
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    judged(
      `${name}: reads answered otherwise than by plain PostgreSQL`,
      different.length,
      zero,
      describe(different),
    ),
    judged(
      `${name}: reads compared`,
      all,
      { least: 100, digits: 0 },
      `${counts}; ${equal} equal byte by byte, ${reordered.length} but for the order of a list: ${describe(reordered)}`,
    ),
  ];
}

/** Whether the drill's sessions still hold after a write. */
const isHarmlessWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && !/log_?out|sessions/.test(path);

/** The examples that write, sent to both: what one takes or refuses, the other must. */
async function compareWrites(
  servers: readonly [string, string],
  requests: readonly Request[],
): Promise<Figure[]> {
  const different: string[] = [];
  for (const request of requests) {
    const [one, other] = await Promise.all(servers.map((server) => send(server, request)));
    if (one?.status === other?.status) continue;
    different.push(`${request.name} (${one?.status}, ${other?.status})`);
    if (process.env.DRILL_DEBUG)
      console.log(request.name, one?.text.slice(0, 300), '\n---\n', other?.text.slice(0, 300));
  }
  return [
    judged(
      `${name}: writes answered otherwise than by plain PostgreSQL`,
      different.length,
      zero,
      `${requests.length} sent; ${describe(different)}`,
    ),
  ];
}

/** How much longer reads and single rentals take than on plain PostgreSQL on the same machine. */
async function measureTimes(
  servers: readonly [string, string],
  { tokens, lots, machines }: Loaded,
  now: number,
): Promise<Figure[]> {
  const ratios = await measureRatios(
    servers,
    buildBenchReads(lots[0], now, tokens.admin),
    measuredRounds,
  );
  const median = ratios[Math.floor(ratios.length / 2)];
  const [first, last] = [ratios[0], ratios.at(-1)];
  const note = (measured: typeof median) =>
    measured
      ? `${measured.name} ${measured.times[1].toFixed(1)} → ${measured.times[0].toFixed(1)} ms`
      : '';
  const rentals: [number[], number[]] = [[], []];
  for (let index = 0; index < singleRentals; index++) {
    const body = {
      items: [
        {
          source: 'single',
          external_id: `single-${index}`,
          spot: lots[0].pk,
          rental_type: 'hourly',
          start_date: '2026-06-20T15:00:00Z',
          end_date: '2026-06-20T16:00:00Z',
          car: { plate: `S${index}`, state: 'AZ', country: 'US' },
          charges: [
            {
              external_id: `paid-${index}`,
              occurred_at: '2026-06-20T15:00:00Z',
              amount: 1000,
              tax: 80,
              processing_fee: 30,
            },
          ],
        },
      ],
    };
    const request = {
      name: 'rental',
      method: 'POST',
      path: '/api/ingest/rentals',
      token: machines[0],
      body,
      namesOrganization: true,
    };
    for (const at of [0, 1] as const) {
      const { status, ms } = await send(servers[at], request);
      if (status === 200) rentals[at].push(ms);
    }
  }
  const middle = (times: number[]) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  const [citus, plain] = rentals.map(middle) as [number, number];
  return [
    judged(
      `${name}: a read, times as long as on plain PostgreSQL, median`,
      median?.ratio ?? Number.NaN,
      { most: 5, digits: 1 },
      `${ratios.length} reads of one user; least ${first?.ratio.toFixed(1)}: ${note(first)}; most ${last?.ratio.toFixed(1)}: ${note(last)}`,
    ),
    judged(
      `${name}: a single rental, times as long`,
      citus / plain,
      { most: 6, digits: 1 },
      `${plain.toFixed(1)} → ${citus.toFixed(1)} ms, median of ${rentals[0].length}`,
    ),
  ];
}

/** What only an installation on several nodes can get wrong: notifications, jobs, live events. */
async function checkTelling(
  { url }: Lotkeeper,
  { tokens, lots }: Loaded,
  citusUrl: string,
): Promise<Figure[]> {
  const person = { url, token: tokens.admin };
  const [lot] = lots;
  const key = await call(person, createApiKey, {
    params: { id: String(lot.organization) },
    body: { name: 'Ended', grants: ['rentals'] },
  } as never);
  const before = await call({ url, token: key.body.key }, listOwnSpots, {});
  await call(person, revokeApiKey, {
    params: { id: String(lot.organization), key: String(key.body.api_key.pk) },
  } as never);
  const after = await call({ url, token: key.body.key }, listOwnSpots, {});
  const events: string[] = [];
  const socket = openLiveClient(url, tokens.admin);
  socket.onAny((event: string) => void events.push(event));
  await socket.emitWithAck('watch', lot.pk);
  const visitor = await addVisitor(person, lot.pk, 'LIVE1');
  await waitFor('a live event', () => events.length > 0, 10_000).catch(() => undefined);
  socket.close();
  const jobs = async () => {
    const [row] = await queryOnce<{ due: number; failed: number }>(
      citusUrl,
      `select count(*) filter (where run_at <= now() and locked_at is null and attempts < max_attempts)::int as due,
         count(*) filter (where last_error is not null)::int as failed from graphile_worker.jobs`,
    );
    return row ?? { due: 1, failed: 1 };
  };
  await waitFor('all jobs', async () => (await jobs()).due === 0, 60_000).catch(() => undefined);
  const errors = await queryOnce<{ text: string }>(
    citusUrl,
    `select task_identifier || ': ' || left(last_error, 200) as text from graphile_worker.jobs where last_error is not null`,
  );
  const { due, failed } = await jobs();
  return [
    judged(
      `${name}: calls by a revoked API key that are answered`,
      after.status === 401 ? 0 : 1,
      zero,
      `${before.status} before, ${after.status} at once after`,
    ),
    judged(
      `${name}: live events of a new visitor`,
      events.length,
      { least: 1, digits: 0 },
      `the visitor was answered ${visitor.status}`,
    ),
    judged(
      `${name}: jobs that wait or failed`,
      due + failed,
      zero,
      describe(errors.map(({ text }) => text)),
    ),
  ];
}

/** Moves an organization while payments are sent for it, so that the two organizations end on different workers. */
async function moveUnderLoad(
  { url }: Lotkeeper,
  { tokens, lots, machines }: Loaded,
  citusUrl: string,
): Promise<Figure[]> {
  const [lot, other] = lots;
  const spots = await queryOnce<{ pk: number }>(
    citusUrl,
    `select pk::int from spots where organization_id = ${lot.organization}`,
  );
  const organization: Organization = {
    admin: { url, token: tokens.admin },
    machine: { url, token: machines[0] },
    pk: lot.organization,
    spots: spots.map(({ pk }) => pk),
  };
  const ending = new AbortController();
  const progress = { acknowledged: () => 0 };
  const sending = sendPayments(
    organization,
    ending.signal,
    progress,
    () => presentTime - 3_600_000,
  );
  const times: number[] = [];
  try {
    do {
      const target = progress.acknowledged() + paymentsAround;
      await waitFor('payments', () => progress.acknowledged() >= target);
      times.push(await moveOrganization(citusUrl, lot.organization));
    } while (!(await areApart(citusUrl, [lot.organization, other.organization])));
    const target = progress.acknowledged() + paymentsAround;
    await waitFor('payments', () => progress.acknowledged() >= target);
  } finally {
    ending.abort();
  }
  const payments = await sending;
  return [
    ...(await judgeLedger(
      name,
      citusUrl,
      payments,
      `${payments.acknowledged.size} acknowledged; ${describeStatuses(payments)}`,
    )),
    judged(`${name}: payment requests answered 500`, payments.statuses.get(500) ?? 0, zero),
    {
      label: `${name}: moving an organization to another worker`,
      figure: `${times.map((time) => (time / 1000).toFixed(1)).join(', ')} s`,
      target: '',
      note: `slowest answer meanwhile ${(payments.slowestMs / 1000).toFixed(1)} s`,
    },
  ];
}

const listStatuses = (server: string, requests: readonly Request[]) =>
  Promise.all(requests.map((request) => send(server, request)));

/** Stops one worker: the organization on the other one must not notice. */
async function stopWorker(
  { url }: Lotkeeper,
  { lots, tokens, machines }: Loaded,
  citusUrl: string,
): Promise<Figure[]> {
  const commands = readWorkerCommands();
  if (!commands) {
    return [
      {
        label: `${name}: a worker is stopped`,
        figure: 'not done',
        target: '',
        note: 'CITUS_STOP_WORKER and CITUS_START_WORKER aren’t set',
      },
    ];
  }
  const requests = await Promise.all(
    lots.map(async (lot, index) =>
      (
        await buildExamples(
          citusUrl,
          lot,
          { ...tokens, machine: machines[index] ?? '' },
          ({ method }) => method === 'GET',
        )
      ).filter(({ namesOrganization }) => namesOrganization),
    ),
  );
  const askAll = async () => {
    const answers = [];
    for (const list of requests) answers.push(await listStatuses(url, list));
    return answers;
  };
  const before = await askAll();
  await runCommand(commands.stop);
  let during: Awaited<ReturnType<typeof askAll>>;
  try {
    during = await askAll();
  } finally {
    await runCommand(commands.start);
  }
  const changedOf = (answers: typeof before) =>
    answers.map((list, which) =>
      list.flatMap(({ status }, index) =>
        status === before[which]?.[index]?.status
          ? []
          : [`${requests[which]?.[index]?.name} (${before[which]?.[index]?.status}, ${status})`],
      ),
    );
  const started = performance.now();
  let back = changedOf(before).flat();
  await waitFor('the worker', async () => {
    back = changedOf(await askAll()).flat();
    return back.length === 0;
  }).catch(() => undefined);
  const recovery = (performance.now() - started) / 1000;
  const changed = changedOf(during);
  const elsewhere = changed.findIndex(
    (list) => list.length === Math.min(...changed.map(({ length }) => length)),
  );
  const refused = during[1 - elsewhere]?.filter(({ status }) => status === 503) ?? [];
  const odd =
    during[1 - elsewhere]?.filter(
      ({ status, text }) =>
        (status !== 200 && status !== 503 && status >= 500) ||
        status === 0 ||
        (status === 503 && !text.includes('detail')),
    ) ?? [];
  return [
    judged(
      `${name}: reads of the organization elsewhere that change when a worker stops`,
      changed[elsewhere]?.length ?? 0,
      zero,
      `${requests[elsewhere]?.length} reads; ${describe(changed[elsewhere] ?? [])}`,
    ),
    judged(
      `${name}: answers of the organization on it that are neither as usual nor 503 with a sentence`,
      odd.length,
      zero,
      `${refused.length} × 503`,
    ),
    judged(
      `${name}: reads that aren’t as before once the worker is back`,
      back.length,
      zero,
      `${recovery.toFixed(1)} s after its start; ${describe(back)}`,
    ),
  ];
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { citusUrl, plainUrl, settings, dataDir } = setting;
  const loaded = await load(setting);
  await verifyLedger(plainUrl);
  await copyRows(citusUrl, plainUrl);
  const distributing = await distribute(citusUrl);
  const start = (url: string) =>
    startLotkeeper({ settings: { ...settings, DATABASE_URL: url, DEMO: '0' }, dataDir });
  const citus = await start(citusUrl);
  try {
    const plain = await start(plainUrl);
    try {
      return [
        {
          label: `${name}: distributing the demo`,
          figure: `${(distributing / 1000).toFixed(1)} s`,
          target: '',
        },
        ...(await compareAll(setting, loaded, citus, plain)),
        ...(await checkTelling(citus, loaded, citusUrl)),
        ...(await moveUnderLoad(citus, loaded, citusUrl)),
        ...(await stopWorker(citus, loaded, citusUrl)),
        ...(await compareWrites(
          [citus.url, plain.url],
          await buildExamples(citusUrl, loaded.lots[0], loaded.tokens, isHarmlessWrite),
        )),
        judged(
          `${name}: differences that ledger:verify finds after all writes`,
          await verifyLedger(citusUrl),
          zero,
        ),
      ];
    } finally {
      await plain.stop();
    }
  } finally {
    await citus.stop();
  }
}

async function compareAll(
  { citusUrl }: Setting,
  loaded: Loaded,
  citus: Lotkeeper,
  plain: Lotkeeper,
): Promise<Figure[]> {
  const servers = [citus.url, plain.url] as const;
  const { lots, tokens, machines } = loaded;
  const requests: Request[] = [];
  for (const [index, lot] of lots.entries()) {
    const own = { ...tokens, machine: machines[index] ?? '' };
    requests.push(...(await buildExamples(citusUrl, lot, own, ({ method }) => method === 'GET')));
    requests.push(...buildBenchReads(lot, presentTime, tokens.admin));
  }
  const comparison = await compareReads(servers, requests);
  const times = await measureTimes(servers, loaded, presentTime);
  return [...judgeReads(comparison), ...times];
}

/** Distributed PostgreSQL beside plain PostgreSQL. */
export const citusDrills: Drill[] = [
  {
    name,
    description:
      'The demo is distributed over the workers of a Citus cluster, and every read of the API is compared with the answer of a server on plain PostgreSQL that has the same rows. Then everything is written once, an organization moves to another worker while payments are sent, and a worker is stopped. `CITUS_URL` names the empty database on the coordinator; `CITUS_STOP_WORKER` and `CITUS_START_WORKER` are shell commands that stop one of two workers at once, and start it.',
    async run() {
      const { CITUS_URL: citusUrl } = process.env;
      if (!citusUrl)
        return {
          skipped: 'It needs CITUS_URL, an empty database of a Citus coordinator with two workers.',
        };
      const plain = await startPrimary();
      const dataDir = makeDataFolder();
      try {
        const clock = openClock(dataDir);
        clock.set(presentTime);
        const settings = {
          ...clock.settings,
          SECRET_KEY: randomBytes(32).toString('base64url'),
          RATE_PER_PERSON: '0',
          RATE_PER_ADDRESS: '0',
          MAX_RUNNING_CALLS: '0',
        };
        return await measure({ citusUrl, plainUrl: plain.url, settings, dataDir });
      } finally {
        await plain.remove();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  },
];
