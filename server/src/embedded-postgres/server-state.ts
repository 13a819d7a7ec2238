import { connect, type NetConnectOpts } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `cut`: the connection ended before a response, as while PostgreSQL kills its processes after one crashed;
 * `silent`: nothing listens or responds, so PostgreSQL is gone or stuck.
 */
type ServerState = 'ready' | 'recovering' | 'stopping' | 'cut' | 'silent';

const answerMs = 2000;
const pollMs = 100;
/** How long connections may be cut repeatedly before the wait is given up. */
const cutMs = 2000;

/** Protocol version 3.0 with a user and a database; the response comes before any password. */
const startupMessage = (() => {
  const body = Buffer.from('user\0lotkeeper\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(0x30000, 4);
  return Buffer.concat([head, body]);
})();

/**
 * Checks whether PostgreSQL accepts connections. Its pid file doesn't show this: after the crash of one backend,
 * PostgreSQL recovers while the file still has `ready`.
 */
async function serverState(address: NetConnectOpts): Promise<ServerState> {
  const socket = connect(address);
  let state: ServerState = 'silent';
  socket.on('error', () => undefined);
  socket.on('connect', () => {
    state = 'cut';
  });
  socket.on('data', (answer) => {
    state = readAnswer(answer.toString('latin1'));
    socket.destroy();
  });
  socket.setTimeout(answerMs, () => {
    state = 'silent';
    socket.destroy();
  });
  socket.write(startupMessage);
  await new Promise((resolve) => socket.once('close', resolve));
  return state;
}

function readAnswer(answer: string): ServerState {
  if (!answer.startsWith('E') || !answer.includes('C57P03')) return 'ready';
  return answer.includes('shutting down') ? 'stopping' : 'recovering';
}

/**
 * Waits while PostgreSQL recovers, up to the deadline if there is one, and returns the state after that. PostgreSQL
 * 18 hangs if it is stopped during its redo, or right before it.
 */
export async function waitForRecovery(
  address: NetConnectOpts,
  { deadlineMs = Infinity, onWait }: { deadlineMs?: number; onWait?: () => void } = {},
): Promise<ServerState> {
  const startedAt = performance.now();
  let cutSince = startedAt;
  for (;;) {
    const state = await serverState(address);
    const now = performance.now();
    if (state !== 'cut') cutSince = now;
    const comesBack = state === 'recovering' || (state === 'cut' && now - cutSince < cutMs);
    if (!comesBack || now - startedAt > deadlineMs) return state;
    onWait?.();
    await pause(pollMs);
  }
}
