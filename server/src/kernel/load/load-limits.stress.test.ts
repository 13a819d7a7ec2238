import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { makeApiKey } from '../../testing/api-keys.factory.ts';
import { atEnd } from '../../testing/at-end.ts';
import { eventually } from '../../testing/eventually.ts';
import { testProperty } from '../../testing/test-property.ts';

const { at, spot, token } = await testProperty({ now: '2026-06-15T19:00:00Z' });
const { key } = await makeApiKey(at.database.system, { pk: spot.organization }, ['images']);
const url = await at.app.listen({ port: 0, host: '127.0.0.1' });

/** Opens a connection and sends the text. */
function open(text: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const state = { isClosed: false };
  socket.on('error', () => undefined).on('close', () => (state.isClosed = true));
  socket.resume().write(text);
  atEnd(() => void socket.destroy());
  return { socket, state };
}

const post = (path: string, bytes: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}Content-Length: ${bytes}\r\n\r\n`;
const by = (secret: string) => `Authorization: Token ${secret}\r\n`;
const large = 15 * 1024 * 1024;

// Both mostly wait, for the times that a server waits.
test.concurrent('a body or headers that arrive too slowly are cut off', async () => {
  const slow = [
    open('GET / HTTP/1.1\r\nHost: x\r\n'),
    open(''),
    open(`${post('/api/otp/', 100)}{`),
    open(`${post('/api/ingest/images/', large, by(key))}{`),
    open(`${post('/api/upload', 100_000, `${by('x')}Filename: a.csv\r\n`)}{`),
    open(`${post('/api/upload', 100_000, `${by(token)}Filename: a.csv\r\n`)}{`),
  ];
  const drip = setInterval(() => {
    for (const { socket } of slow.slice(2)) if (socket.writable) socket.write(' ');
  }, 500);
  await eventually(() => slow.every(({ state }) => state.isClosed), 60_000);
  clearInterval(drip);
  expect(slow.map(({ state }) => state.isClosed)).not.toContain(false);
});

test.concurrent('a slow but steady upload is accepted for as long as it needs', async () => {
  const { socket, state } = open(post('/api/ingest/images/', 2 * 1024 * 1024, by(key)));
  const piece = ' '.repeat(32 * 1024);
  const send = setInterval(() => socket.write(piece), 1000);
  await eventually(() => socket.bytesWritten > 14 * piece.length || state.isClosed, 60_000);
  clearInterval(send);
  expect(state.isClosed).toBe(false);
});
