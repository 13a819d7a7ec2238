import { logIn, requestCode } from '@lotkeeper/contract/people/session';
import pg from 'pg';
import {
  makeValetCodeSender,
  makeValetConfirmationSender,
} from '../features/operations/valet/valet.jobs.ts';
import { valetLinks } from '../features/operations/valet/valet-links.ts';
import { confirmationJob } from '../features/operations/valet/valet-orders.queries.ts';
import { sessionJobs } from '../features/people/session/session-codes.ts';
import { teamJobs } from '../features/people/team/team.jobs.ts';
import { superuserJobs } from '../features/platform/superuser/new-role-mail.ts';
import { scopeMaker } from '../kernel/access/scope.ts';
import { FinalFailure, handleJob, startJobs } from '../kernel/data/jobs.ts';
import type { Message, Messenger } from '../kernel/messages/messages.ts';
import { valetCodeJob } from '../records/operations/valet-sessions.ts';
import { atEnd } from './at-end.ts';
import { eventually } from './eventually.ts';
import type { TestApp } from './test-app.ts';

export interface Post {
  /** Everything that was sent. */
  messages: Message[];
  /** Requests a code, waits until its job is done, and returns what was sent for it. */
  ask(
    username: string,
    more?: { dial?: string; from?: string; cookie?: string },
  ): Promise<Message[]>;
  /** Waits until every job has been tried, and returns what was sent since the last call. */
  collect(): Promise<Message[]>;
  /** The code in the newest message with one; messages of other jobs may arrive after it. */
  code(): string;
  /** Makes the next sends fail. */
  fail(times: number): void;
  /** Like `fail`, but the messages are sent first. */
  loseAnswers(times: number): void;
  /** Like `fail`, but permanently. */
  refuse(times: number): void;
}

const codePattern = /^\d{6} /;

let addresses = 0;

/** An unused IP address, to avoid the limits per address. */
export const newAddress = () => `10.4.${Math.floor(++addresses / 250)}.${addresses % 250}`;

/** Enters a code, by default from a new address. */
export const enterCode = (
  at: TestApp,
  username: string,
  password: string,
  by: { from?: string; headers?: Record<string, string> } = {},
) =>
  at.call(
    logIn,
    { body: { username, password, phone_country_code: '+1' } },
    { from: newAddress(), ...by },
  );

/** A different code. */
export const otherThan = (code: string, by = 1) =>
  String((Number(code) + by) % 1e6).padStart(6, '0');

/** The tables with a row that has a text, or one like it. */
export async function listTablesWith(
  sql: TestApp['database']['system'],
  text: string | RegExp,
): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'lotkeeper', 'graphile_worker')`;
  const found = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
    if (rows.some(({ row }) => row.search(text) >= 0)) found.push(name);
  }
  return found;
}

/** Settings of an email server, so that mail counts as sent; what nothing sends goes to the outbox. */
export const withMailServer = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@lots.example',
};

/** Starts the worker that sends codes and invitations, with a messenger that collects them. */
export async function startPost(at: TestApp): Promise<Post> {
  const messages: Message[] = [];
  let failures = 0;
  let refusals = 0;
  let lost = 0;
  const messenger: Messenger = {
    async send(message) {
      if (failures-- > 0) throw new Error('The email server is down.');
      if (refusals-- > 0) throw new FinalFailure('There is no such mailbox.');
      messages.push(message);
      if (lost-- > 0) throw new Error('The connection broke.');
    },
  };
  const pool = new pg.Pool({ connectionString: at.database.url, max: 8 });
  pool.on('error', console.error);
  pool.on('connect', (client) => client.on('error', console.error));
  const parts = {
    sql: at.database.system,
    openJobScope: scopeMaker(at.database).job,
    secretBox: at.secretBox,
    clock: () => at.clock(),
    messenger,
    publicUrl: () => 'https://lots.example',
    links: valetLinks(at.secretBox),
  };
  const handled = [
    ...sessionJobs,
    ...superuserJobs,
    ...teamJobs,
    handleJob(valetCodeJob, makeValetCodeSender),
    handleJob(confirmationJob, makeValetConfirmationSender),
  ];
  const names = handled.map(({ job }) => job.name);
  const jobs = await startJobs(pool, handled, parts, () => undefined);
  atEnd(async () => {
    await jobs.stop();
    await pool.end();
  });
  const settled = () =>
    eventually(async () => {
      const [row] = await at.database.system<{ waiting: number }[]>`
        select count(*) as waiting from graphile_worker.jobs
        where task_identifier = any (${names}::text[]) and (attempts = 0 or locked_at is not null)`;
      return row?.waiting === 0;
    });
  let collected = 0;
  return {
    messages,
    async ask(username, { dial = '+1', from, cookie } = {}) {
      const before = messages.length;
      const body = { username, phone_country_code: dial };
      const by = { ...(from ? { from } : {}), ...(cookie ? { headers: { cookie } } : {}) };
      const { status } = await at.call(requestCode, { body }, by);
      if (status !== 200) throw new Error(`otp/ answered ${status}`);
      await settled();
      return messages.slice(before);
    },
    async collect() {
      await settled();
      const fresh = messages.slice(collected);
      collected = messages.length;
      return fresh;
    },
    code: () => messages.findLast(({ text }) => codePattern.test(text))?.text.slice(0, 6) ?? 'none',
    fail: (times) => {
      failures = times;
    },
    loseAnswers: (times) => {
      lost = times;
    },
    refuse: (times) => {
      refusals = times;
    },
  };
}
