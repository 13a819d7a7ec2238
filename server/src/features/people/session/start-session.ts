import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../../../kernel/access/sessions.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { rememberDevice } from './known-devices.ts';
import { getOrigin } from './session-browser.ts';

/** Starts a session and remembers its browser. */
export async function startSession(
  { sql, sessions, publicUrl }: { sql: SqlPool; sessions: Sessions; publicUrl: string | undefined },
  personPk: number,
  { request, reply, now }: { request: FastifyRequest; reply: FastifyReply; now: Instant },
): Promise<{ token: string }> {
  const token = await sessions.start(personPk, request.headers['user-agent'] ?? null);
  const isHttps = getOrigin(request, publicUrl).startsWith('https:');
  await rememberDevice(sql, { request, reply, isHttps }, { personPk, token }, now);
  return { token };
}
