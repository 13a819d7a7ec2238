import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as sendRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { livePath } from '@lotkeeper/contract/kernel/live';
import { getProfile } from '@lotkeeper/contract/people/session';
import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from './kernel/clock.ts';
import type { Publish } from './kernel/http/live.ts';
import { makePublish } from './kernel/http/live.ts';
import { atEnd } from './testing/at-end.ts';
import { eventually } from './testing/eventually.ts';
import { makeOrganization, signedInMember } from './testing/people.factory.ts';
import type { Spawned } from './testing/processes.ts';
import { addressOfServer, dataFolder, runToEnd, start } from './testing/processes.ts';
import { makeSpot } from './testing/spots.factory.ts';
import type { TestApp } from './testing/test-app.ts';
import { testApp } from './testing/test-app.ts';

const metricsToken = 'a-token-of-the-monitor';

/** A process starts within seconds, but other tests run at the same time. */
const startsBy = 60_000;

let at: TestApp;
let server: Spawned;
let address: string;
let organization: { pk: number };
/** Publishes like another process on the same database. */
let publish: Publish;

const settings = () => ({
  DATA_DIR: dataFolder(),
  DATABASE_URL: at.database.url,
  SECRET_KEY: 'the same for all starts on one database',
  WORKERS: '2',
  RATE_PER_PERSON: '0',
  RATE_PER_KEY: '0',
  RATE_PER_ADDRESS: '0',
  METRICS_TOKEN: metricsToken,
});

beforeAll(async () => {
  at = await testApp({ now: toIso(systemClock()) });
  organization = await makeOrganization(at.database.system);
  publish = makePublish(at.changes, () => undefined);
  server = start('main.ts', settings());
  address = await addressOfServer(server);
}, startsBy);

interface Answer {
  status: number;
  text: string;
}

/** Sends a request on the agent's connection, or on a new one, which goes to the next worker in turn. */
function ask(path: string, token?: string, agent: Agent | false = false): Promise<Answer> {
  return askAs(path, token ? `Token ${token}` : '', agent);
}

const askMetrics = () => askAs('/api/metrics', `Bearer ${metricsToken}`);

function askAs(path: string, authorization: string, agent: Agent | false = false): Promise<Answer> {
  const headers = authorization ? { authorization } : {};
  return new Promise((resolve, reject) => {
    const sent = sendRequest(`${address}${path}`, { agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end();
  });
}

/** The worker that answers a new live connection: its number is the prefix of the connection's ID. */
async function nextWorker(): Promise<string> {
  const { text } = await ask(`${livePath}?EIO=4&transport=polling`);
  return /"sid":"(\d+)-/.exec(text)?.[1] ?? '';
}

async function listWorkers(): Promise<string[]> {
  const found = new Set<string>();
  for (let tries = 0; tries < 6; tries++) found.add(await nextWorker().catch(() => ''));
  return [...found].filter(Boolean).sort((a, b) => Number(a) - Number(b));
}

function listChildren(pid: number | undefined): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return rows.split('\n').flatMap((row) => {
    const [child, parent] = row.trim().split(/\s+/).map(Number);
    return child && parent === pid && row.includes('main.ts') ? [child] : [];
  });
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Sends requests continuously, each on a connection that is kept open, until `stop` resolves to the failures. */
function keepAsking(path: string, token: string) {
  const over = new AbortController();
  const failures: string[] = [];
  let answers = 0;
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const done = agents.map(async (agent) => {
    while (!over.signal.aborted) {
      const answer = await ask(path, token, agent).catch((error: Error) => error);
      if (answer instanceof Error) failures.push(answer.message);
      else if (answer.status === 200) answers++;
      else failures.push(`${answer.status} ${answer.text}`);
    }
    agent.destroy();
  });
  return {
    async stop() {
      over.abort();
      await Promise.all(done);
      return { failures, answers };
    },
  };
}

describe('two workers', () => {
  test('both workers answer on one port, and only their parent process runs jobs', async () => {
    expect(await listWorkers()).toHaveLength(2);
    const rows = await at.database.system<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and query ilike 'listen "jobs:insert"%'`;
    // One process has two runners: one for jobs that wait for other servers, and one for the rest.
    expect(rows).toEqual([{ count: 2 }]);
    expect((await ask('/api/health/ready')).status).toBe(200);
  });

  test('an ended session and a removed role take effect in both workers', async () => {
    const { token, pk } = await signedInMember(at, organization, 'ADMIN');
    for (let turn = 0; turn < 4; turn++)
      expect((await ask(getProfile.path, token)).status).toBe(200);
    await at.database.system`delete from sessions where person_pk = ${pk}`;
    await eventually(async () => {
      const statuses = [];
      for (let turn = 0; turn < 4; turn++)
        statuses.push((await ask(getProfile.path, token)).status);
      return statuses.every((status) => status === 401);
    });

    const member = await signedInMember(at, organization, 'VALET');
    const spot = await makeSpot(at.database.system, { organization });
    const path = `/api/spots/${spot.pk}/`;
    for (let turn = 0; turn < 4; turn++) expect((await ask(path, member.token)).status).toBe(200);
    await at.database.system`delete from affiliations where person_pk = ${member.pk}`;
    await eventually(async () => {
      const statuses = [];
      for (let turn = 0; turn < 4; turn++) statuses.push((await ask(path, member.token)).status);
      return statuses.every((status) => status >= 400 && status < 500);
    });
  });

  test.each([
    ['WebSocket', ['websocket']],
    ['polling alone', ['polling']],
    ['polling that becomes a WebSocket', ['polling', 'websocket']],
  ])('a live event reaches connections at both workers by %s', async (_, transports) => {
    const member = await signedInMember(at, organization, 'VALET');
    const spot = await makeSpot(at.database.system, { organization });
    const heard: number[] = [];
    const sockets: Socket[] = Array.from({ length: 4 }, (__, index) => {
      const options = { path: livePath, auth: { token: member.token }, forceNew: true };
      const socket = io(address, { ...options, transports, reconnection: false });
      socket.on('server:newRecords', () => heard.push(index));
      return socket;
    });
    atEnd(() => sockets.map((socket) => socket.disconnect()));
    await eventually(() => sockets.every((socket) => socket.connected));
    if (transports.length > 1) {
      await eventually(() =>
        sockets.every((socket) => socket.io.engine.transport.name === 'websocket'),
      );
    }
    for (const socket of sockets) await socket.emitWithAck('watch', spot.pk);
    // A second event within the same second would be delayed, so it may be reported again.
    await eventually(() => {
      publish('server:newRecords', { organizationId: organization.pk, pk: spot.pk });
      return new Set(heard).size === sockets.length;
    }, 10_000);
    for (const socket of sockets) socket.disconnect();
  });

  test('each request of a live connection by polling is answered, whichever worker it reaches', async () => {
    const path = `${livePath}?EIO=4&transport=polling`;
    const { text } = await ask(path);
    const sid = /"sid":"([^"]+)"/.exec(text)?.[1] ?? '';
    for (let turn = 0; turn < 40; turn++) {
      // `3` is what a client sends to show that it is still there.
      const response = await fetch(`${address}${path}&sid=${sid}`, {
        method: 'POST',
        body: '3',
        headers: { connection: 'close', 'content-type': 'text/plain;charset=UTF-8' },
      });
      expect([response.status, await response.text()]).toEqual([200, 'ok']);
    }
  });

  test('metrics are the sums of both workers, whichever one answers', async () => {
    const readLive = async () => {
      const { text } = await askMetrics();
      const line =
        /^lotkeeper_http_requests_total\{method="GET",route="\/api\/health\/live",status="200"\} (\d+)/m;
      return Number(line.exec(text)?.[1] ?? 0);
    };
    const before = await readLive();
    for (let asked = 0; asked < 10; asked++) await ask('/api/health/live');
    expect([await readLive(), await readLive(), await readLive()]).toEqual(
      Array.from({ length: 3 }, () => before + 10),
    );
  });

  test('an unknown live connection ID is answered as unknown', async () => {
    const sids = ['999-abcdefghijklmnopqrst', '../1-x', '0-x', '99999999999-x', '1-nobody'];
    for (const sid of sids) {
      const path = `${livePath}?EIO=4&transport=polling&sid=${encodeURIComponent(sid)}`;
      for (let turn = 0; turn < 2; turn++) {
        expect(await ask(path)).toMatchObject({ status: 400 });
      }
    }
  });
});

test('a malformed request of a live connection at another worker crashes no worker', async () => {
  const before = await listWorkers();
  const { text } = await ask(`${livePath}?EIO=4&transport=polling`);
  const sid = /"sid":"([^"]+)"/.exec(text)?.[1] ?? '';
  const path = `${livePath}?EIO=4&transport=polling&sid=${sid}`;
  const port = Number(new URL(address).port);
  const odd = [
    `POST ${path}&x=\t\f HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n3`,
    `POST ${path}&x=\u00ff HTTP/1.1\r\nHost: a\r\nTrailer: x\r\nContent-Length: 1\r\n\r\n3`,
    `GET ${path} HTTP/1.1\r\nHost: a\r\nX: \u00ff\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `PUT ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n3`,
  ];
  for (const request of [...odd, ...odd, ...odd]) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.end(request, 'latin1');
    socket.resume();
    await once(socket, 'close');
  }
  expect(await listWorkers()).toEqual(before);
}, 60_000);

describe('when workers exit', () => {
  test('a killed worker is replaced, and the other one answers meanwhile', async () => {
    const { token } = await signedInMember(at, organization, 'ADMIN');
    const before = listChildren(server.child.pid);
    expect(before).toHaveLength(2);
    // Requests that the killed worker was handling are lost; there are none while it is killed.
    process.kill(before[0] ?? 0, 'SIGKILL');
    await eventually(() => !isAlive(before[0] ?? 0));
    const asking = keepAsking(getProfile.path, token);
    await eventually(() => listChildren(server.child.pid).length === 2, startsBy);
    await eventually(async () => (await listWorkers()).length === 2, startsBy);
    const { failures, answers } = await asking.stop();
    expect(failures).toEqual([]);
    expect(answers).toBeGreaterThan(10);
    expect(server.error()).toContain('ended (SIGKILL) and is replaced.');
  }, 120_000);

  test('SIGHUP replaces all workers one by one, and no request fails', async () => {
    const { token } = await signedInMember(at, organization, 'ADMIN');
    const before = await listWorkers();
    const asking = keepAsking(getProfile.path, token);
    server.child.kill('SIGHUP');
    await eventually(async () => {
      const now = await listWorkers();
      return now.length === 2 && !now.some((worker) => before.includes(worker));
    }, 2 * startsBy);
    const { failures, answers } = await asking.stop();
    expect(failures).toEqual([]);
    expect(answers).toBeGreaterThan(10);
    await eventually(() => listChildren(server.child.pid).length === 2, 30_000);
  }, 180_000);

  test('SIGTERM ends every process in order', async () => {
    const children = listChildren(server.child.pid);
    expect(children).toHaveLength(2);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  }, 30_000);

  test('no worker survives when their parent process is killed', async () => {
    const other = start('main.ts', settings());
    await addressOfServer(other);
    const children = listChildren(other.child.pid);
    expect(children).toHaveLength(2);
    other.child.kill('SIGKILL');
    await other.ended;
    await eventually(() => children.every((pid) => !isAlive(pid)));
  }, 90_000);

  test('a start on a port in use reports it once and is refused', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await eventually(() => taken.listening);
    const { port } = taken.address() as { port: number };
    const { code, error } = await runToEnd('main.ts', { ...settings(), PORT: String(port) });
    taken.close();
    expect(code).toBe(75);
    expect(error.trim()).toBe(
      `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
    );
  }, 60_000);
});
