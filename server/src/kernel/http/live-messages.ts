import type { ErrorEnvelope } from '@lotkeeper/contract/kernel/errors';
import type { LiveMessage, LivePayload } from '@lotkeeper/contract/kernel/live';
import { liveErrorEvent, liveMessages } from '@lotkeeper/contract/kernel/live';
import type { Socket } from 'socket.io';
import type * as z from 'zod/mini';
import { liveMessageRate, maxRefusedLiveMessages } from '../budgets.ts';
import { createTokenBuckets } from '../load/token-buckets.ts';
import { Refusal } from '../refusal.ts';
import { toEnvelope } from './error-handler.ts';

/** The handler of each message that the contract declares; its return value is the answer. */
export type LiveHandlers = {
  [Name in LiveMessage]: (socket: Socket, payload: LivePayload<Name>) => Promise<unknown>;
};

/** Reports a fault of our own, without the message that caused it. */
export type ReportFault = (kind: string, error: unknown) => void;

type Acknowledge = (envelope: ErrorEnvelope | null, answer?: unknown) => void;

const isDeclared = (name: unknown): name is LiveMessage =>
  typeof name === 'string' && Object.hasOwn(liveMessages, name);

/** The payload and, if the client expects an answer, the function that sends it. */
function splitPacket(args: readonly unknown[]): { payload: unknown[]; acknowledge?: Acknowledge } {
  const last = args.at(-1);
  if (typeof last !== 'function') return { payload: [...args] };
  return { payload: args.slice(0, -1), acknowledge: last as Acknowledge };
}

function parsePayload(name: LiveMessage, payload: readonly unknown[]): unknown {
  const schema: z.ZodMiniType = liveMessages[name];
  const parsed = schema.safeParse(payload[0]);
  if (payload.length === 1 && parsed.success) return parsed.data;
  throw new Refusal('invalid_fields', `The message “${name}” has the wrong format.`);
}

async function handleMessage(socket: Socket, handlers: LiveHandlers, packet: readonly unknown[]) {
  const [name, ...payload] = packet;
  if (!isDeclared(name)) throw new Refusal('not_found', 'Unknown message.');
  const handle = handlers[name] as (socket: Socket, payload: unknown) => Promise<unknown>;
  return handle(socket, parsePayload(name, payload));
}

/**
 * Receives every message of a connection, declared or not: applies the rate limit, validates
 * against the contract's schema, and answers anything thrown with the error envelope. No other
 * listeners are registered.
 */
export function receiveMessages(
  socket: Socket,
  handlers: LiveHandlers,
  reportFault: ReportFault,
): void {
  const buckets = createTokenBuckets(1);
  let refused = 0;

  const refuse = (error: unknown, acknowledge?: Acknowledge) => {
    const [status, envelope] = toEnvelope(error as Error & { code: string }, new Set());
    if (status >= 500) reportFault('live message', error);
    refused += 1;
    if (refused > maxRefusedLiveMessages) socket.disconnect(true);
    else if (acknowledge) acknowledge(envelope);
    else socket.emit(liveErrorEvent, envelope);
  };

  const receive = async (packet: readonly unknown[]) => {
    const { payload: message, acknowledge } = splitPacket(packet);
    try {
      if (buckets.take('', liveMessageRate, performance.now()) > 0) {
        throw new Refusal('too_many_requests', 'Too many messages. Wait a moment and try again.');
      }
      const answer = await handleMessage(socket, handlers, message);
      acknowledge?.(null, answer);
    } catch (error) {
      refuse(error, acknowledge);
    }
  };

  // Without a call of `next`, no message gets past this function.
  socket.use((packet) => {
    receive(packet).catch((error: unknown) => reportFault('live message', error));
  });
  socket.on('error', (error) => reportFault('live connection', error));
}
