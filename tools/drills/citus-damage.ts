import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import type { Answer, Request } from './citus-calls.ts';
import { buildExamples, sendTo } from './citus-calls.ts';
import type { Installation } from './citus-installation.ts';
import { drillName, listNames, presentTime } from './citus-installation.ts';
import { areApart, moveOrganization, readWorkerCommands, runCommand } from './citus-nodes.ts';
import { waitFor } from './lotkeeper.ts';
import { judgeLedger, startPayments } from './payments.ts';
import type { Organization } from './people.ts';

const { zero } = judging(drillName);
/** Payments that must be acknowledged before and after an organization moves. */
const paymentsAround = 100;

async function findOrganization(installation: Installation): Promise<Organization> {
  const { citus, citusUrl, tokens, lots, machines } = installation;
  const [{ organization: pk }] = lots;
  const spots = await queryOnce<{ pk: number }>(
    citusUrl,
    `select pk::int from spots where organization_id = ${pk}`,
  );
  return {
    admin: { url: citus.url, token: tokens.admin },
    machine: { url: citus.url, token: machines[0] },
    pk,
    spots: spots.map((spot) => spot.pk),
  };
}

/**
 * Moves an organization while payments are sent for it, so that the two organizations end up on different workers.
 */
export async function moveUnderLoad(installation: Installation): Promise<Figure[]> {
  const { citusUrl, lots } = installation;
  const organization = await findOrganization(installation);
  const payments = startPayments(organization, () => presentTime - 3_600_000);
  await payments.waitForMore(paymentsAround);
  const seconds = (await moveOrganization(citusUrl, organization.pk)) / 1000;
  await payments.waitForMore(paymentsAround);
  const run = await payments.end();
  const other = lots[1].organization;
  const isApart = await areApart(citusUrl, [organization.pk, other]);
  const idleMs = isApart ? 0 : await moveOrganization(citusUrl, other);
  return [
    ...(await judgeLedger(drillName, citusUrl, run)),
    zero('payments answered 500', run.statuses[500] ?? 0),
    {
      label: `${drillName}: moving an organization to another worker`,
      figure: `${seconds.toFixed(1)} s`,
      target: '',
      note: `slowest answer to a payment ${(run.slowestMs / 1000).toFixed(1)} s${isApart ? '' : `; another one, which nobody used, ${(idleMs / 1000).toFixed(1)} s`}`,
    },
  ];
}

/** One organization's reads, and their responses before the damage. */
interface Reads {
  requests: readonly Request[];
  before: readonly Answer[];
}

async function ask(server: string, requests: readonly Request[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await sendTo(server, request));
  return answers;
}

async function prepareReads(installation: Installation): Promise<Reads[]> {
  const { citus, citusUrl, lots, tokens, machines } = installation;
  const reads: Reads[] = [];
  for (const [index, lot] of lots.entries()) {
    const own = { ...tokens, machine: machines[index] ?? '' };
    const examples = await buildExamples(citusUrl, lot, own, ({ method }) => method === 'GET');
    const requests = examples.filter(({ namesOrganization }) => namesOrganization);
    reads.push({ requests, before: await ask(citus.url, requests) });
  }
  return reads;
}

/** The reads whose status has changed. */
const listChanges = ({ requests, before }: Reads, answers: readonly Answer[]) =>
  answers.flatMap(({ status }, index) =>
    status === before[index]?.status
      ? []
      : [`${requests[index]?.name} (${before[index]?.status}, ${status})`],
  );

/** Whether a response is neither the previous one nor a 503 with a message. */
const isOdd = ({ before }: Reads, { status, text }: Answer, index: number) =>
  status !== before[index]?.status && !(status === 503 && /"detail":"[A-Z]/.test(text));

interface Outage {
  reads: Reads;
  during: readonly Answer[];
}

function judgeOutage(outages: readonly Outage[]): Figure[] {
  const [elsewhere, hit] = outages.toSorted(
    (a, b) => listChanges(a.reads, a.during).length - listChanges(b.reads, b.during).length,
  ) as [Outage, Outage];
  const changes = listChanges(elsewhere.reads, elsewhere.during);
  const odd = hit.during.flatMap((answer, index) =>
    isOdd(hit.reads, answer, index)
      ? [`${hit.reads.requests[index]?.name} (${answer.status}) ${answer.text.slice(0, 200)}`]
      : [],
  );
  const refused = hit.during.filter(({ status }) => status === 503).length;
  const slowest = Math.max(...outages.flatMap(({ during }) => during.map(({ ms }) => ms))) / 1000;
  return [
    zero(
      'reads of the organization on the other worker that change while a worker is stopped',
      changes.length,
      `${elsewhere.during.length} reads; ${listNames(changes)}`,
    ),
    zero(
      'reads of the organization on it that are answered by neither a 503 with a sentence nor as before',
      odd.length,
      `${hit.during.length} reads, ${refused} × 503; slowest answer ${slowest.toFixed(1)} s; ${listNames(odd)}`,
    ),
  ];
}

/** Stops one worker: the organization on the other one must not be affected. */
export async function stopWorker(installation: Installation): Promise<Figure[]> {
  const commands = readWorkerCommands();
  if (!commands) {
    const note = 'CITUS_STOP_WORKER and CITUS_START_WORKER aren’t set';
    return [{ label: `${drillName}: a stopped worker`, figure: 'not done', target: '', note }];
  }
  const { url } = installation.citus;
  const prepared = await prepareReads(installation);
  const outages: Outage[] = [];
  await runCommand(commands.stop);
  try {
    for (const reads of prepared) outages.push({ reads, during: await ask(url, reads.requests) });
  } finally {
    await runCommand(commands.start);
  }
  const started = performance.now();
  let changes: string[] = [];
  await waitFor('the worker', async () => {
    changes = [];
    for (const reads of prepared)
      changes.push(...listChanges(reads, await ask(url, reads.requests)));
    return changes.length === 0;
  }).catch(() => undefined);
  const seconds = (performance.now() - started) / 1000;
  return [
    ...judgeOutage(outages),
    zero(
      'reads that aren’t as before once the worker is back',
      changes.length,
      `all asked again within ${seconds.toFixed(1)} s; ${listNames(changes)}`,
    ),
  ];
}
