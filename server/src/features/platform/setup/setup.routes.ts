import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import {
  beginSetup,
  endSetup,
  getSetup,
  lookAtSetup,
  sendTestMessage,
  setupMessages,
} from '@lotkeeper/contract/platform/setup';
import type { FastifyRequest } from 'fastify';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Sessions } from '../../../kernel/access/sessions.ts';
import { readSetupTicket } from '../../../kernel/access/setup-tickets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import type { Messenger } from '../../../kernel/messages/messages.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { hasPeople, insertFirstPerson, listDoneSteps, markSetUp } from './setup.queries.ts';

/** Tries per network and hour. */
const triesPerNetwork = 60;
/** Test messages per person and hour. */
const testsAnHour = 10;

interface Deps {
  sql: SqlPool;
  limiter: Limiter;
  sessions: Sessions;
  secretBox: SecretBox;
  messenger: Messenger;
  sends: { email: boolean; sms: boolean };
}

/** The first account of an installation, and what its organizations still need. */
export function setupRoutes(serve: Serve, deps: Deps): void {
  const { sql, limiter, sessions, secretBox, messenger, sends } = deps;

  async function checkTicket(ticket: string, request: FastifyRequest, now: Instant) {
    await limiter.enforce(`setup ${getClientNetwork(request)}`, triesPerNetwork, now);
    const expiresAt = readSetupTicket(secretBox, ticket);
    if (expiresAt === null) throw new Refusal('code_invalid', setupMessages.unknown);
    if (await hasPeople(sql)) throw new Refusal('code_invalid', setupMessages.done);
    if (expiresAt <= now) throw new Refusal('code_invalid', setupMessages.expired);
    return expiresAt;
  }

  serve(lookAtSetup, async ({ body, now, request }) => ({
    expires_at: await checkTicket(body.ticket, request, now),
  }));

  serve(beginSetup, async ({ body: { ticket, ...body }, now, request }) => {
    await checkTicket(ticket, request, now);
    const first = await insertFirstPerson(sql, body, now);
    const token = await sessions.start(first.pk, request.headers['user-agent'] ?? null);
    return { token, organization: first.organization };
  });

  serve(getSetup, async ({ scope }) => ({
    done: await listDoneSteps(scope, sends.email || sends.sms),
    sends,
  }));

  serve(endSetup, async ({ scope, now }) => markSetUp(scope, now));

  serve(sendTestMessage, async ({ scope, body: { medium }, now }) => {
    const to = medium === 'email' ? scope.person.email : scope.person.phone;
    if (to === null) throw new Refusal('not_allowed', setupMessages.noAddress[medium]);
    await limiter.enforce(`test messages ${scope.person.pk}`, testsAnHour, now);
    const subject = 'Test message from Lotkeeper';
    const text = 'This is a test message. If you can read it, messages of Lotkeeper arrive.';
    await messenger.send({ medium, to, subject, text }).catch((error: unknown) => {
      throw new Refusal('unavailable', (error as Error).message);
    });
    return { to };
  });
}
