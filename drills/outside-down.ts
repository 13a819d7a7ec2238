import { createServer } from 'node:net';
import { requestCode } from '@lotkeeper/contract/session';
import { getVisitorImport, startVisitorImport } from '@lotkeeper/contract/visitors-csv';
import { type Figure, judged } from '../bench/table.ts';
import { openSqlPool } from '../server/src/kernel/data/database.ts';
import { openMailServer } from '../server/src/testing/smtp-server.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { findFreePort, waitFor, withLotkeeper } from './lotkeeper.ts';
import type { Caller } from './people.ts';
import { call, openOrganization } from './people.ts';
import { getVisitorCode } from './visitors.ts';

/** Milliseconds that asking for a code may take. */
const maxAnswerMs = 1000;
/** Milliseconds that an import of a few visitors may take. */
const maxImportMs = 15_000;
/** The queue tries again after seconds at first, and after a minute in the end. */
const maxDeliveryMs = 120_000;

const people = ['marisol.vega@example.com', 'dale.whitaker@example.com'] as const;

async function askForCode(url: string, username: string): Promise<number> {
  const reply = await call({ url, token: '' }, requestCode, { body: { username } });
  if (reply.status !== 200) throw new Error(`Asking for a code was answered ${reply.status}.`);
  return reply.ms;
}

/** Milliseconds until visitors of an uploaded file are added, which is a background job. */
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
  const visitorImport = await call(caller, startVisitorImport, {
    body: { spot, code, file: 'guests.csv', csv_url: url },
  });
  if (visitorImport.status !== 200)
    throw new Error(`The import was answered ${visitorImport.status}.`);
  await waitFor('the import', async () => {
    const reply = await call(caller, getVisitorImport, { query: { spot: String(spot) } });
    return reply.body?.latest?.state === 'done';
  });
  return performance.now() - started;
}

/** A server that takes connections and never says a word. */
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

async function countQueuedMails(sql: ReturnType<typeof openSqlPool>): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = 'send_login_code'`;
  return row.count;
}

/** Waits until the queue has nothing more to send, and returns who got mail. */
async function receiveMails(lotkeeper: Lotkeeper, port: number) {
  const sql = openSqlPool(lotkeeper.databaseUrl());
  const server = await openMailServer({}, port);
  const started = performance.now();
  try {
    await waitFor('the mails', async () => (await countQueuedMails(sql)) === 0, maxDeliveryMs);
    return { ms: performance.now() - started, to: server.mails.flatMap(({ to }) => to) };
  } finally {
    await server.close();
    await sql.end();
  }
}

async function run(lotkeeper: Lotkeeper, mailPort: number): Promise<Figure[]> {
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
  const seconds = { unit: ' s', digits: 1 };
  const answer = { most: maxAnswerMs / 1000, unit: ' s' };
  const jobs = { most: maxImportMs / 1000, ...seconds };
  return [
    judged('mail down: asking for a code, nobody listens', deadMs / 1000, answer),
    judged('mail down: asking for a code, the server is silent', silentMs / 1000, answer),
    judged('mail down: an import, nobody listens', deadImportMs / 1000, jobs),
    judged('mail down: an import, the server is silent', silentImportMs / 1000, jobs),
    judged('mail down: mails lost', received.filter((count) => count === 0).length, {
      most: 0,
      digits: 0,
    }),
    judged('mail down: mails twice', received.filter((count) => count > 1).length, {
      most: 0,
      digits: 0,
    }),
    judged('mail down: until all mails are delivered', ms / 1000, {
      most: maxDeliveryMs / 1000,
      ...seconds,
    }),
  ];
}

/** Servers of others that don't answer. */
export const outsideDownDrills: Drill[] = [
  {
    name: 'mail down',
    description:
      'Nobody listens at the address of the mail server, then a server that never answers, then it is back.',
    async run() {
      const mailPort = await findFreePort();
      const settings = {
        SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        MAIL_FROM: 'no-reply@lots.example',
      };
      return withLotkeeper((lotkeeper) => run(lotkeeper, mailPort), { settings });
    },
  },
];
