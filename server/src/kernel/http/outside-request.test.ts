import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import type { OutsideRequest } from './outside-request.ts';
import { OutsideFailure, sendOutside } from './outside-request.ts';

const open = { allowPrivate: true };
const strict = { allowPrivate: false };

const request = (url: string, more: Partial<OutsideRequest> = {}): OutsideRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ü"}',
  timeoutMs: 2000,
  longestAnswer: 1000,
  ...more,
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const failure = (work: Promise<unknown>): Promise<OutsideFailure> =>
  work.then(
    () => Promise.reject(new Error('It was answered.')),
    (error: unknown) => {
      if (error instanceof OutsideFailure) return error;
      throw error;
    },
  );

test('a request arrives with its headers and bytes, and its answer is returned', async () => {
  const received: unknown[] = [];
  const url = await listen(async (incoming, response) => {
    let body = '';
    for await (const part of incoming) body += String(part);
    received.push(incoming.method, incoming.url, incoming.headers['content-type'], body);
    response.writeHead(202).end('Thanks');
  });
  expect(await sendOutside(request(`${url}hooks?a=1`), open)).toEqual({
    status: 202,
    answer: 'Thanks',
    ms: expect.any(Number) as number,
  });
  expect(received).toEqual(['POST', '/hooks?a=1', 'application/json', '{"a":"ü"}']);
});

test('an error of the receiver is an answer, and a redirect is a failure that isn’t followed', async () => {
  let calls = 0;
  const url = await listen((incoming, response) => {
    calls++;
    if (incoming.url === '/broken') response.writeHead(500).end('no');
    else response.writeHead(307, { location: '/' }).end();
  });
  expect(await sendOutside(request(`${url}broken`), open)).toMatchObject({ status: 500 });
  const { problem, message } = await failure(sendOutside(request(url), open));
  expect([problem, message]).toEqual([
    'redirect',
    'It answered with a redirect (307), and redirects aren’t followed.',
  ]);
  expect(calls).toBe(2);
});

test('of a long answer only the first bytes are read', async () => {
  const url = await listen((_, response) => {
    const more = () => {
      while (response.write('x'.repeat(100_000)));
    };
    response.on('drain', more);
    more();
  });
  const { answer } = await sendOutside(request(url), open);
  expect(answer).toBe('x'.repeat(1000));
});

test('an answer that never begins, and one that drips, end at the time limit', async () => {
  const url = await listen((incoming, response) => {
    if (incoming.url === '/silent') return;
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const limited = { timeoutMs: 200 };
  const failures = await Promise.all(
    ['silent', 'drip'].map((path) => failure(sendOutside(request(url + path, limited), open))),
  );
  for (const { problem, message, ms } of failures) {
    expect(problem).toBe('timeout');
    expect(message).toBe('It didn’t answer within 0.2 seconds.');
    expect(ms).toBeGreaterThanOrEqual(190);
  }
});

test('a port where nobody listens, and a connection that breaks off, are reported', async () => {
  const url = await listen((_, response) => response.destroy());
  const broken = await failure(sendOutside(request(url), open));
  expect([broken.problem, broken.message]).toEqual([
    'unreachable',
    'It can’t be reached (ECONNRESET).',
  ]);
  const closed = await failure(sendOutside(request('http://127.0.0.1:1/'), open));
  expect(closed.message).toBe('It can’t be reached (ECONNREFUSED).');
});

test('no address of this machine or its network is connected to, however it is written', async () => {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  atEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '①②⑦.0.0.1',
    'localhost',
    '0.0.0.0',
    '0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00:ec2::254]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ];
  const failures = await Promise.all(
    hosts.map((host) => failure(sendOutside(request(`https://${host}:${port}/`), strict))),
  );
  expect(failures.map(({ problem }, index) => [hosts[index], problem])).toEqual(
    hosts.map((host) => [host, 'address']),
  );
  expect(failures[0]?.message).toBe(
    'Its host has a private or reserved address, which isn’t allowed.',
  );
  expect(connections).toBe(0);
});

test('a URL must use https, carry no password, and be one', async () => {
  const urls = ['http://shop.example/', 'ftp://shop.example/', 'https://a:b@shop.example/', 'shop'];
  const failures = await Promise.all(urls.map((url) => failure(sendOutside(request(url), strict))));
  expect(failures.map(({ message }) => message)).toEqual([
    'The URL must start with https://.',
    'The URL must start with https://.',
    'The URL must not contain a name or password.',
    'This isn’t a URL.',
  ]);
});
