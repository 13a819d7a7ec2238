import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './kernel/data/database.ts';
import { startExitCodes } from './kernel/start-error.ts';
import { eventually } from './testing/eventually.ts';
import { mailServer } from './testing/mail-server.ts';
import { makePerson } from './testing/people.factory.ts';
import type { Spawned } from './testing/processes.ts';
import { addressOfServer, dataFolder, runToEnd, start } from './testing/processes.ts';
import { testDatabase, unmigratedDatabase } from './testing/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});

const settings = (more: Record<string, string> = {}) => ({
  DATA_DIR: dataFolder(),
  DATABASE_URL: database.url,
  SECRET_KEY: 'the same for all starts on one database',
  ...more,
});

/** Expects one or more sentences on one line, without a stack or object. */
function expectSentence(error: string, words: string) {
  expect(error).toContain(words);
  expect(error.trim().split('\n')).toHaveLength(1);
  expect(error).not.toMatch(/ {4}at |node:|\.ts:\d/);
  expect(error.trim()).toMatch(/\.$/);
}

const { lasting, passing } = startExitCodes;

const createSuperuser = (DATA_DIR: string, email: string) => {
  const name = ['--first-name', 'Bo', '--last-name', 'Ss'];
  return runToEnd('commands/admin.ts', { DATA_DIR }, [
    'create-superuser',
    '--email',
    email,
    ...name,
  ]);
};

describe('a failing start reports one line, and its exit code shows whether the cause may be temporary', () => {
  test('a port in use is detected before a database is created, and a wrong BACKUP_DIR before one is contacted', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await eventually(() => server.listening);
    const { port } = server.address() as AddressInfo;
    const DATA_DIR = dataFolder();
    const used = await runToEnd('main.ts', { DATA_DIR, PORT: String(port) });
    server.close();
    expect(used.code).toBe(passing);
    expectSentence(used.error, `Port ${port} is in use by another program.`);
    expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);
    const DATABASE_URL = 'postgres://robin:sesame@127.0.0.1:1/lots';
    const backups = { DATABASE_URL, BACKUP_DIR: dataFolder() };
    const wrong = await runToEnd('main.ts', settings(backups));
    expect(wrong.code).toBe(lasting);
    expectSentence(wrong.error, 'BACKUP_DIR is for the built-in database');
  });

  test('a start on another machine’s address reports it', async () => {
    const { code, error } = await runToEnd('main.ts', settings({ HOST: '203.0.113.1' }));
    expect(code).toBe(passing);
    expectSentence(error, 'Lotkeeper isn’t allowed to listen on 203.0.113.1:0.');
  });

  // It waits until the server gives up; the next test runs in the meantime.
  test.concurrent('a start on a database that never responds reports what it waits for before it gives up', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await eventually(() => silent.listening);
    const { port } = silent.address() as AddressInfo;
    const DATABASE_URL = `postgres://robin:sesame@127.0.0.1:${port}/lots`;
    const run = start('main.ts', settings({ DATABASE_URL }));
    const waiting = `The database at 127.0.0.1:${port} hasn’t answered yet. Lotkeeper is waiting for it.\n`;
    await eventually(() => run.error() === waiting, 30_000);
    expect(await run.ended).toBe(passing);
    expectSentence(
      run.error().replace(waiting, ''),
      `The database at 127.0.0.1:${port} can’t be reached`,
    );
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test.concurrent('a start with a different secret key than the database’s last one reports it once', async () => {
    const { url } = await testDatabase();
    const startWith = async (SECRET_KEY: string) => {
      const run = start('main.ts', settings({ DATABASE_URL: url, SECRET_KEY }));
      await addressOfServer(run);
      run.child.kill('SIGTERM');
      await run.ended;
      // A slow machine also reports what it waits for.
      return run
        .error()
        .split('\n')
        .filter((line) => line.startsWith('SECRET_KEY'))
        .join('\n');
    };
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    expect(await startWith(one)).toBe('');
    expect(await startWith(one)).toBe('');
    const notice = await startWith(two);
    expectSentence(notice, 'SECRET_KEY isn’t the one that this database was last used with');
    expect(notice).not.toContain(two);
    expect(await startWith(two)).toBe('');
  });

  test('a start on an unusable data folder reports it', async () => {
    const DATA_DIR = join(dataFolder(), '..', 'file');
    writeFileSync(DATA_DIR, '');
    const { code, error } = await runToEnd('main.ts', settings({ DATA_DIR }));
    expect(code).toBe(passing);
    expectSentence(error, 'Lotkeeper can’t keep its data in ');
  });

  test('a start without a database at DATABASE_URL reports it and hides the password', async () => {
    const DATABASE_URL = 'postgres://robin:sesame@127.0.0.1:1/lots';
    const { code, error } = await runToEnd('main.ts', settings({ DATABASE_URL }));
    expect(code).toBe(passing);
    expectSentence(error, 'The database at 127.0.0.1:1 can’t be reached');
    expect(error).not.toContain('sesame');
  });

  test('a start reports that the database user may not create the role that separates organizations', async () => {
    const name = `poor_${process.pid}`;
    await database.system.unsafe(`create role ${name} login password 'poor'`);
    await database.system.unsafe(`create database ${name} owner ${name}`);
    const DATABASE_URL = database.url
      .replace(/\/\/[^@]*@/, `//${name}:poor@`)
      .replace(/\/[^/]*$/, `/${name}`);
    const { code, error } = await runToEnd('main.ts', settings({ DATABASE_URL }));
    await database.system.unsafe(`drop database ${name}`);
    await database.system.unsafe(`drop role ${name}`);
    expect(code).toBe(lasting);
    expectSentence(error, 'The database user isn’t allowed to create the tables and roles');
  });

  test('a start reports that the database does not exist', async () => {
    const DATABASE_URL = database.url.replace(/\/[^/]*$/, '/nothing_here');
    const { code, error } = await runToEnd('main.ts', settings({ DATABASE_URL }));
    expect(code).toBe(passing);
    expectSentence(error, 'can’t be reached');
  });

  test('a start with invalid settings reports all of them', async () => {
    const wrong = { PORT: 'http', DEMO: 'yes', SECRET_KEY: 'short', PUBLIC_URL: 'lots.example' };
    const { code, error } = await runToEnd('main.ts', settings(wrong));
    expect(code).toBe(lasting);
    expectSentence(error, 'Wrong setting: ');
    for (const name of Object.keys(wrong)) expect(error).toContain(name);
    expect(error).not.toContain('short');
  });

  test.each([
    [{ SMTP_URL: 'smtp://localhost' }, 'MAIL_FROM must be set together with SMTP_URL.'],
    [
      { SMS_URL: 'https://texts.example', SMS_FROM: '+16025550100' },
      'SMS_TOKEN must be set together with SMS_URL and SMS_FROM.',
    ],
    [
      { SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@lots.example' },
      'SMTP_URL must be a URL that starts with smtp:// or smtps://.',
    ],
    [
      { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Lots, Inc <a@lots.example>' },
      'MAIL_FROM must be an address such as',
    ],
  ])(
    'a start with %j reports which mail or text message setting is missing or invalid',
    async (half, words) => {
      const { code, error } = await runToEnd('main.ts', settings(half));
      expect(code).toBe(lasting);
      expectSentence(error, words);
    },
  );

  test('a start reports a migration that was changed after it was applied', async () => {
    const other = await testDatabase();
    await other.system`update migrations set hash = 'x' where name like '0001%'`;
    const { code, error } = await runToEnd('main.ts', settings({ DATABASE_URL: other.url }));
    expect(code).toBe(lasting);
    expectSentence(error, 'was changed after it was applied');
  });

  test('a second start on a folder reports the running Lotkeeper, while commands can still use the folder', async () => {
    const DATA_DIR = dataFolder();
    const first = start('main.ts', { DATA_DIR });
    await addressOfServer(first);
    const file = join(DATA_DIR, 'postgres-url');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { code, error } = await runToEnd('main.ts', { DATA_DIR });
    expect(code).toBe(passing);
    expectSentence(error, `Another Lotkeeper (process ${first.child.pid})`);

    const [verify, admin] = [
      await runToEnd('commands/ledger.ts', { DATA_DIR }, ['verify']),
      await createSuperuser(DATA_DIR, 'boss@example.com'),
    ];
    expect([verify.code, admin.code], verify.error + admin.error).toEqual([0, 0]);
    expect(verify.out).toContain('0 differences');
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(existsSync(file)).toBe(false);
    // Nothing runs now: the command starts the database itself, and finds the same person.
    const again = await createSuperuser(DATA_DIR, 'Boss@example.com');
    expect(again.out).toContain('is already a superuser');
  });
});

describe('shutdown', () => {
  /** Resolves when a server that is stopping accepts no more connections. */
  async function untilRefusing(run: Spawned) {
    const address = /at (\S+)/.exec(run.out())?.[1] ?? '';
    const ask = () => fetch(address, { headers: { connection: 'close' } });
    const isRefused = () =>
      ask().then(
        ({ status }) => status === 503,
        () => true,
      );
    await eventually(isRefused);
  }

  /** A server on its own database with one open request, which waits for a lock that the test holds. */
  async function withOpenRequest(
    signal: (run: Spawned) => void,
    then: (run: Spawned, answer: Promise<Response | Error>) => Promise<void>,
    letGo: Promise<void>,
    toRequest: (email: string) => { path: string; body: object } = () => ({
      path: '/api/auth/',
      body: { username: 'a@example.com', password: '123456' },
    }),
  ) {
    const { system, url } = await testDatabase();
    const run = start('main.ts', settings({ DATABASE_URL: url }));
    const address = await addressOfServer(run);
    const { email } = await makePerson(system);
    const request = toRequest(email);
    let done: Promise<void> = Promise.resolve();
    const holding = system.begin(async (tx) => {
      await tx`lock table login_codes in access exclusive mode`;
      const answer = fetch(`${address}${request.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
      }).catch((error: Error) => error);
      await eventually(async () => {
        await tx`select pg_stat_clear_snapshot()`;
        const [row] = await tx<{ waiting: number }[]>`
          select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.waiting === 1;
      });
      signal(run);
      done = then(run, answer);
      await Promise.race([letGo, done]);
    });
    await holding;
    await done;
  }

  test.concurrent('after a SIGTERM, the server answers the open request, refuses others and exits with 0', async () => {
    const letGo = Promise.withResolvers<void>();
    await withOpenRequest(
      (run) => run.child.kill('SIGTERM'),
      async (run, answer) => {
        await untilRefusing(run);
        letGo.resolve();
        expect((await answer) as Response).toMatchObject({ status: 400 });
        expect(await run.ended).toBe(0);
        expect(run.error()).toBe('');
      },
      letGo.promise,
    );
  });

  // It waits for 10 seconds; the previous test runs in the meantime.
  test.concurrent('a shutdown that takes more than 10 seconds is cut short with a message and exit code 1', async () => {
    const never = Promise.withResolvers<void>();
    await withOpenRequest(
      (run) => run.child.kill('SIGTERM'),
      async (run) => {
        expect(await run.ended).toBe(1);
        expectSentence(run.error(), 'didn’t stop within 10 seconds');
      },
      never.promise,
      // A request waits for a lock only for seconds; the job behind this one waits longer.
      (email) => ({ path: '/api/otp/', body: { username: email, phone_country_code: '1' } }),
    );
  });

  test('a second Ctrl-C ends the server immediately', async () => {
    const never = Promise.withResolvers<void>();
    await withOpenRequest(
      (run) => run.child.kill('SIGINT'),
      async (run, answer) => {
        // The first one has arrived once no more connections are accepted.
        await untilRefusing(run);
        const began = performance.now();
        run.child.kill('SIGINT');
        expect(await run.ended).toBe(130);
        expect(performance.now() - began).toBeLessThan(3000);
        expect(await answer).toBeInstanceOf(Error);
      },
      never.promise,
    );
  });
});

describe('messages', () => {
  // A worker that has just started is notified of a job, or finds it in its check after 5 seconds.
  const jobsBy = 15_000;
  const ask = (address: string, username: string) =>
    fetch(`${address}/api/otp/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, phone_country_code: '+1' }),
    });

  test('messages are sent through the email server and provider from the settings, and none goes to the outbox', async () => {
    const { email } = await makePerson(database.system);
    await makePerson(database.system, { phone: '+16025550163' });
    const { mails, port } = await mailServer();
    const texts: string[] = [];
    const provider = createHttpServer(async (request, response) => {
      for await (const part of request) texts.push(String(part));
      response.end('{"id":"1"}');
    }).listen(0, '127.0.0.1');
    await eventually(() => provider.listening);
    const DATA_DIR = dataFolder();
    const server = start('main.ts', {
      ...settings(),
      DATA_DIR,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Lotkeeper <no-reply@lots.example>',
      SMS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
      SMS_TOKEN: 'token',
      SMS_FROM: '+16025550100',
    });
    const address = await addressOfServer(server);
    await ask(address, email);
    await ask(address, '6025550163');
    await eventually(() => mails.length > 0 && texts.length > 0, jobsBy);
    const [mail] = mails;
    expect(mail?.to).toEqual([email]);
    expect(mail?.text).toMatch(/\d{6} is your Lotkeeper verification code/);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    provider.close();
    expect(existsSync(join(DATA_DIR, 'outbox.jsonl'))).toBe(false);
  });

  test('with LOG_FORMAT=json every line that a server prints is JSON, from start to stop', async () => {
    const { email } = await makePerson(database.system, { email: 'jot@example.com' });
    const server = start('main.ts', { ...settings(), LOG_LEVEL: 'debug', LOG_FORMAT: 'json' });
    const address = await addressOfServer(server);
    expect((await ask(address, email)).status).toBe(200);
    await eventually(() => server.out().includes('[outbox]'), jobsBy);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const lines = `${server.out()}${server.error()}`.trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { level: number; time: number });
    expect(entries.every(({ level, time }) => level >= 20 && time > 0)).toBe(true);
    expect(entries).toContainEqual(expect.objectContaining({ msg: 'answered', status: 200 }));
  });

  test('a demo without a terminal prints its sign-in links as lines, and a new database doesn’t say that its tables are in use', async () => {
    const { url } = await unmigratedDatabase();
    const demo = { DEMO: '1', DEMO_DAYS: '1', SIMULATOR: '0', LOG_FORMAT: '', LOG_LEVEL: 'info' };
    const server = start('main.ts', { ...settings(), ...demo, DATABASE_URL: url });
    const links = await eventually(
      () => server.out().match(/^ {4}http\S+\/auth\/ll_\S+$/gm),
      60_000,
    );
    expect(links?.length).toBeGreaterThan(0);
    expect(server.out()).not.toContain('while the tables stay in use');
    const ownStart = /^ {2}DEMO=0 DATABASE_URL=<another, empty database> PORT=\d+ .* npm start$/m;
    await eventually(() => ownStart.test(server.out()), 5000);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    // Without the demo, the same database isn't empty, and the start says why.
    const own = start('main.ts', { ...settings(), ...demo, DEMO: '0', DATABASE_URL: url });
    await eventually(() => own.out().includes('This database holds the demo.'), 60_000);
    own.child.kill('SIGTERM');
    expect(await own.ended).toBe(0);
  });

  test('a silent mail server holds up no request, and its failures name nobody', async () => {
    const { email } = await makePerson(database.system, { email: 'whisper@example.com' });
    const held: Socket[] = [];
    const silent = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1');
    await eventually(() => silent.listening);
    const server = start('main.ts', {
      ...settings(),
      LOG_LEVEL: 'debug',
      SMTP_URL: `smtp://lots:sesame@127.0.0.1:${(silent.address() as AddressInfo).port}`,
      MAIL_FROM: 'no-reply@lots.example',
    });
    const address = await addressOfServer(server);
    const began = performance.now();
    expect((await ask(address, email)).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(2000);
    await eventually(() => held.length > 0, jobsBy);
    for (const socket of held) socket.destroy();
    await eventually(() => server.out().includes('couldn’t be sent'));
    expect(server.out() + server.error()).not.toMatch(/whisper|sesame/);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    silent.close();
  });
});
