import { createServer } from 'node:net';
import { getVisitorImport, startVisitorImport } from '@lotkeeper/contract/intake/visitors-csv';
import { requestCode } from '@lotkeeper/contract/people/session';
import { findFreePort } from '../../server/src/embedded-postgres/socket-folder.ts';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { atEnd } from '../../server/src/testing/at-end.ts';
import { openMailServer } from '../../server/src/testing/smtp-server.ts';
import { type Figure, judged, judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper, waitFor } from './lotkeeper.ts';
import type { Caller } from './people.ts';
import { call, callWell, openOrganization } from './people.ts';
import { getVisitorCode } from './visitors.ts';

const name = 'mail down';
/** Maximum milliseconds for requesting a code. */
const maxAnswerMs = 1000;
/** Maximum milliseconds for an import of a few visitors. */
const maxImportMs = 15_000;
/** The queue retries after seconds at first, and after a minute in the end. */
const maxDeliveryMs = 120_000;

const people = ['marisol.vega@example.com', 'dale.whitaker@example.com'] as const;

async function askForCode(url: string, username: string): Promise<number> {
  const reply = await call({ url, token: '' }, requestCode, { body: { username } });
  if (reply.status !== 200) throw new Error(`Requesting a code returned ${reply.status}.`);
  return reply.ms;
}

/** Milliseconds until an uploaded file's visitors are added, which is a background job. */
async function importVisitors(caller: Caller, spot: number): Promise<number> {
  const { code } = await getVisitorCode(caller, spot);
  const rows = Array.from({ length: 50 }, (_, index) => `DOWN${index},AZ`);
  const upload = await fetch(`${caller.url}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Token ${caller.token}`, filename: 'guests.csv' },
    body: Buffer.from(['plate,state', ...rows].join('\n')).toString('base64'),
  });
  const { url } = (await upload.json()) as { url: string };
  const started = performance.now();
  const body = { spot, code, file: 'guests.csv', csv_url: url };
  await callWell(caller, startVisitorImport, { body });
  await waitFor('the import', async () => {
    const reply = await call(caller, getVisitorImport, { query: { spot: String(spot) } });
    return reply.body?.latest?.state === 'done';
  });
  return performance.now() - started;
}

/** A server that accepts connections and never sends anything. */
async function openSilentServer(port: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    closers.push(() => socket.destroy());
  });
  const closers: (() => void)[] = [];
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const close of closers) close();
      }),
  };
}

/** Waits until the queue has nothing left to send, and returns the recipients. */
async function receiveMails(lotkeeper: Lotkeeper, port: number) {
  const server = await openMailServer({}, port);
  atEnd(() => server.close());
  const started = performance.now();
  const isSent = async () => {
    const queued = `select from graphile_worker.jobs where task_identifier = 'send_login_code'`;
    return (await queryOnce(lotkeeper.databaseUrl(), queued)).length === 0;
  };
  await waitFor('the mails', isSent, maxDeliveryMs);
  return { ms: performance.now() - started, to: server.mails.flatMap(({ to }) => to) };
}

async function run(): Promise<Figure[]> {
  const mailPort = await findFreePort();
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'no-reply@lots.example',
  };
  const lotkeeper = await startLotkeeper({ settings });
  const { admin, spots } = await openOrganization(lotkeeper);
  const [spot, otherSpot] = spots as [number, number];
  const deadMs = await askForCode(lotkeeper.url, people[0]);
  const deadImportMs = await importVisitors(admin, spot);
  const silent = await openSilentServer(mailPort);
  const silentMs = await askForCode(lotkeeper.url, people[1]);
  const silentImportMs = await importVisitors(admin, otherSpot);
  await silent.close();
  const { ms, to } = await receiveMails(lotkeeper, mailPort);
  const received = people.map((person) => to.filter((address) => address === person).length);
  const { zero, seconds } = judging(name);
  const answer = (label: string, answerMs: number) =>
    judged(`${name}: ${label}`, answerMs / 1000, { most: maxAnswerMs / 1000, unit: ' s' });
  return [
    answer('asking for a code, nobody listens', deadMs),
    answer('asking for a code, the server is silent', silentMs),
    seconds('an import, nobody listens', deadImportMs, maxImportMs),
    seconds('an import, the server is silent', silentImportMs, maxImportMs),
    zero('mails lost', received.filter((count) => count === 0).length),
    zero('mails twice', received.filter((count) => count > 1).length),
    seconds('until all mails are delivered', ms, maxDeliveryMs),
  ];
}

/** Other parties' servers that don't respond. */
export const outsideDownDrills: Drill[] = [
  {
    name,
    description:
      'Nothing listens at the email server’s address, then a server that never responds, then it is back.',
    run,
  },
];
