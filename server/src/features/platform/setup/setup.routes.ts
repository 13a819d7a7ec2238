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
import type { MessageServers } from '../../../kernel/messages/message-servers.ts';
import type { Messenger } from '../../../kernel/messages/messages.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { hasPeople, insertFirstPerson, listDoneSteps, markSetUp } from './setup.queries.ts';
import { findOwnAddress, limitTests, refuseTest, testMessage } from './test-messages.ts';

/** Tries per network and hour. */
const triesPerNetwork = 60;

interface Deps {
  sql: SqlPool;
  limiter: Limiter;
  sessions: Sessions;
  secretBox: SecretBox;
  messenger: Messenger;
  servers: MessageServers;
}

/** The first account of an installation, and what its organizations still need. */
export function setupRoutes(serve: Serve, deps: Deps): void {
  const { sql, limiter, sessions, secretBox, messenger, servers } = deps;

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

  serve(getSetup, async ({ scope }) => {
    const sends = await servers.listSending();
    return { done: await listDoneSteps(scope, sends.email || sends.sms), sends };
  });

  serve(endSetup, async ({ scope, now }) => markSetUp(scope, now));

  serve(sendTestMessage, async ({ scope, body: { medium }, now }) => {
    const to = findOwnAddress(scope.person, medium);
    await limitTests(limiter, scope.person, now);
    await messenger
      .send({ ...testMessage, medium, to })
      .catch((error: unknown) => refuseTest(error, scope.person));
    return { to };
  });
}
