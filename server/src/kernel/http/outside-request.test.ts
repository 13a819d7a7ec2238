import dns from 'node:dns';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { expect, test, vi } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import type { OutsideRequest } from './outside-request.ts';
import { checkOutsideUrl, OutsideFailure, sendOutside } from './outside-request.ts';

const open = { allowPrivate: true };
const strict = { allowPrivate: false };

const request = (url: string, more: Partial<OutsideRequest> = {}): OutsideRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ü"}',
  timeoutMs: 60_000,
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

/** Answers every connection with these bytes, and leaves it open. */
async function answerBytes(bytes: string): Promise<string> {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => socket.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('an answer that isn’t HTTP is reported as one', async () => {
  const url = await answerBytes('SSH-2.0-OpenSSH_9.6\r\n');
  const { message } = await failure(sendOutside(request(url), open));
  expect(message).toBe('Its answer isn’t valid HTTP (HPE_INVALID_CONSTANT).');
});

test.each([['websocket'], ['h2c']])(
  'a receiver that changes to another protocol, %s, doesn’t keep a request from ending',
  async (protocol) => {
    const url = await answerBytes(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`,
    );
    const { problem, message } = await failure(sendOutside(request(url), open));
    expect([problem, message]).toEqual(['unreachable', 'It changed to another protocol (101).']);
  },
);

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

/** Addresses that aren’t public, in every spelling that a URL can have. */
const privateHosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '①②⑦.0.0.1',
  '0.0.0.0',
  '0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '0xa9fea9fe',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::0:1]',
  '[0:0:0:0:0:0:0:1]',
  // ::/96, IPv4-compatible.
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::10.0.0.1]',
  '[::8.8.8.8]',
  // ::ffff:0:0/96, IPv4-mapped, also of a public address, and ::ffff:0:0:0/96, IPv4-translated.
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:169.254.169.254]',
  '[::ffff:8.8.8.8]',
  '[::ffff:0:127.0.0.1]',
  // NAT64, 6to4 and Teredo lead to IPv4 addresses.
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[4000::1]',
];

const publicHosts = ['8.8.8.8', '100.128.0.1', '172.32.0.1', '[2606:4700::1111]', 'shop.example'];

test.each(privateHosts)('%s is refused before anything is connected to', (host) => {
  expect(() => checkOutsideUrl(`https://${host}/hooks`, strict)).toThrow(
    'Its host has a private or reserved address, which isn’t allowed.',
  );
  expect(checkOutsideUrl(`https://${host}/hooks`, open).protocol).toBe('https:');
});

test.each(publicHosts)('%s isn’t refused', (host) => {
  expect(checkOutsideUrl(`https://${host}/hooks`, strict).pathname).toBe('/hooks');
});

test('a name is refused when one of its addresses isn’t public, whichever', async () => {
  const lookup = vi.spyOn(dns, 'lookup');
  atEnd(() => lookup.mockRestore());
  const answers = [['::127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['fd00::1'], ['::ffff:127.0.0.1']];
  for (const addresses of answers) {
    lookup.mockImplementation(((_: string, __: object, callback: (...found: unknown[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: net.isIP(address) })),
      )) as never);
    const { problem } = await failure(sendOutside(request('https://shop.example/'), strict));
    expect([addresses, problem]).toEqual([addresses, 'address']);
  }
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
  const hosts = ['localhost', ...privateHosts];
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
