import type { AddressInfo, Socket } from 'node:net';
import net from 'node:net';
import { listWebhookDeliveries } from '@lotkeeper/contract/intake/webhooks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atEnd } from '../../../testing/at-end.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';
import { addWebhook, makeTestDeliverer } from '../../../testing/webhooks.factory.ts';

const { at, sql, spot, organization, token } = await testProperty({
  now: '2026-06-15T19:00:00Z',
  settings: { OUTSIDE_PRIVATE: '1' },
});
const deliver = makeTestDeliverer(at, { timeoutMs: 500 });

/** What a receiver does with a request: a run of the test has 100 of them. */
const answer = fc.record({
  before: fc.constantFrom('nothing', 'never', 'reset', 'end'),
  information: fc.array(fc.constantFrom(100, 102, 103), { maxLength: 3 }),
  status: fc.oneof(
    fc.integer({ min: 100, max: 599 }),
    fc.constantFrom(101, 200, 204, 205, 304, 302, 410, 429, 500),
  ),
  reason: fc.constantFrom('OK', '', 'ÿ\u0001', 'x'.repeat(9000)),
  length: fc.constantFrom(
    'right',
    'none',
    'long',
    'short',
    'twice',
    'negative',
    'chunked',
    'bad chunk',
  ),
  header: fc.constantFrom(
    '',
    'no colon',
    'location: /',
    'set-cookie: a=\u0000b',
    `x: ${'y'.repeat(20_000)}`,
    'content-encoding: gzip',
    'connection: upgrade\r\nupgrade: websocket',
    'transfer-encoding: chunked, chunked',
  ),
  body: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(0, 4096, 3_000_000).map((size) => new Uint8Array(size)),
  ),
  cut: fc.option(fc.nat({ max: 400 })),
  pace: fc.constantFrom('at once', 'at once', 'bytes', 'slow'),
  ending: fc.constantFrom('end', 'end', 'reset', 'open', 'again'),
});
type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never;

function writeHead({ information, status, reason, length, header, body }: Answer): string {
  const lengths: Record<Answer['length'], string[]> = {
    right: [`content-length: ${body.length}`],
    none: [],
    long: [`content-length: ${body.length + 10}`],
    short: [`content-length: ${Math.max(0, body.length - 1)}`],
    twice: ['content-length: 1', 'content-length: 2'],
    negative: ['content-length: -1'],
    chunked: ['transfer-encoding: chunked'],
    'bad chunk': ['transfer-encoding: chunked'],
  };
  const first = information.map((code) => `HTTP/1.1 ${code} x\r\n\r\n`).join('');
  const lines = [`HTTP/1.1 ${status} ${reason}`, ...lengths[length], header].filter(Boolean);
  return `${first}${lines.join('\r\n')}\r\n\r\n`;
}

function writeAnswer(given: Answer): Buffer {
  const { length, body, cut } = given;
  const chunk = length === 'bad chunk' ? 'zz\r\n' : `${body.length.toString(16)}\r\n`;
  const isChunked = length === 'chunked' || length === 'bad chunk';
  const parts = [
    Buffer.from(writeHead(given), 'latin1'),
    ...(isChunked ? [Buffer.from(chunk), body, Buffer.from('\r\n0\r\n\r\n')] : [body]),
  ];
  const bytes = Buffer.concat(parts);
  return cut === null ? bytes : bytes.subarray(0, cut);
}

function answerAtRandom(socket: Socket, given: Answer): void {
  const { before, pace, ending } = given;
  if (before === 'never') return;
  if (before === 'reset') return void socket.resetAndDestroy();
  if (before === 'end') return void socket.end();
  const bytes = writeAnswer(given);
  const finish = () => {
    if (ending === 'reset') socket.resetAndDestroy();
    if (ending === 'again') socket.end(bytes);
    if (ending === 'end') socket.end();
  };
  if (pace === 'at once') return void socket.write(bytes, finish);
  const step = pace === 'bytes' ? 1 + Math.ceil(bytes.length / 20) : 1;
  let position = 0;
  const timer = setInterval(() => {
    socket.write(bytes.subarray(position, position + step));
    position += step;
    if (position < bytes.length) return;
    clearInterval(timer);
    finish();
  }, 5);
  socket.on('close', () => clearInterval(timer));
}

async function startDamagedReceiver(given: Answer): Promise<string> {
  const sockets = new Set<Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answerAtRandom(socket, given));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('whatever receivers answer, each delivery ends: it’s taken or has a reason', async () => {
  const property = fc.asyncProperty(
    fc.array(answer, { minLength: 20, maxLength: 20 }),
    async (answers) => {
      await sql`delete from webhook_deliveries`;
      await sql`delete from webhook_endpoints`;
      for (const given of answers)
        await addWebhook(at, { organization, token }, await startDamagedReceiver(given), {
          types: ['rental.created'],
        });
      await record(sql, spot, [rental(spot, '2026-06-15T16:30:00Z', 1000)]);
      await deliver();
      const params = { id: String(organization.pk) };
      const { body } = await at.call(listWebhookDeliveries, { params, query: {} }, { token });
      expect(body.results).toHaveLength(20);
      for (const { tries, state, status, response } of body.results) {
        const isTaken = status !== null && status >= 200 && status < 300;
        expect([tries, state]).toEqual([1, isTaken ? 'delivered' : 'failing']);
        expect((response ?? '').length).toBeLessThanOrEqual(4096);
        if (isTaken) expect(response).toBeNull();
        if (status === null)
          expect(response).toMatch(
            /^(It answered with a redirect \(3\d\d\)|It didn’t answer within 0.5 seconds|It can’t be reached \(\w+\)|Its answer isn’t valid HTTP \(HPE_\w+\)|It changed to another protocol)/,
          );
      }
    },
  );
  await fc.assert(property, { numRuns: 5 });
});
