import { once } from 'node:events';
import { connect, type NetConnectOpts } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** `silent` when nobody answers: PostgreSQL is gone, or stuck. */
type ServerState = 'ready' | 'recovering' | 'stopping' | 'silent';

const ANSWER_MS = 2000;
const POLL_MS = 100;

/** The protocol's version 3.0 and a user and a database to ask for; the answer comes before any password. */
const startupMessage = (() => {
  const body = Buffer.from('user\0lotkeeper\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(0x30000, 4);
  return Buffer.concat([head, body]);
})();

/**
 * Asks PostgreSQL whether it takes connections. Its pid file doesn't show this: after the crash of one
 * backend, PostgreSQL recovers with the file still saying `ready`.
 */
async function serverState(address: NetConnectOpts): Promise<ServerState> {
  const socket = connect(address);
  try {
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('No answer.')));
    socket.write(startupMessage);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return readAnswer(answer.toString('latin1'));
  } catch {
    return 'silent';
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

function readAnswer(answer: string): ServerState {
  if (!answer.startsWith('E') || !answer.includes('C57P03')) return 'ready';
  return answer.includes('shutting down') ? 'stopping' : 'recovering';
}

/**
 * Waits while PostgreSQL recovers, until the deadline if there is one, and returns the state after that.
 * PostgreSQL 18 hangs when it is asked to stop in the middle of its redo.
 */
export async function waitForRecovery(
  address: NetConnectOpts,
  { deadlineMs = Infinity, onWait }: { deadlineMs?: number; onWait?: () => void } = {},
): Promise<ServerState> {
  const began = performance.now();
  for (;;) {
    const state = await serverState(address);
    if (state !== 'recovering' || performance.now() - began > deadlineMs) return state;
    onWait?.();
    await pause(POLL_MS);
  }
}
