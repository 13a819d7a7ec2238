import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import {
  addPasskey,
  beginPasskey,
  challengePasskey,
  confirmWithPasskey,
  listPasskeys,
  logInWithPasskey,
  passkeyMessages,
  removePasskey,
} from '@lotkeeper/contract/people/passkeys';
import type { FastifyRequest } from 'fastify';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { Sessions } from '../../../kernel/access/sessions.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { findCodeCaller, limitSubject } from './known-devices.ts';
import {
  addPasskeyRow,
  beginAuthentication,
  beginRegistration,
  checkPasskey,
  deletePasskey,
  listPasskeyRows,
} from './passkeys.ts';
import { getOrigin } from './session-browser.ts';
import { startSession } from './start-session.ts';

/** Challenges and answers per hour and known browser, or network of others: a whole company may share one address. */
const passkeyTries = 240;

/** Passkeys: a second way to sign in, and to confirm who one is. */
export function passkeysRoutes(
  serve: Serve,
  deps: { sql: SqlPool; limiter: Limiter; sessions: Sessions; publicUrl: string | undefined },
): void {
  const { sql, limiter, sessions, publicUrl } = deps;
  const originOf = (request: FastifyRequest) => getOrigin(request, publicUrl);

  const countTry = async (request: FastifyRequest, now: Instant) => {
    const isHttps = originOf(request).startsWith('https:');
    const caller = await findCodeCaller(sql, { request, isHttps }, null, now);
    await limiter.enforce(`passkey ${limitSubject(caller, request)}`, passkeyTries, now);
  };

  serve(listPasskeys, async ({ scope }) => listPasskeyRows(sql, scope.person.pk));

  serve(beginPasskey, async ({ scope: { person }, request, now }) => ({
    options: { ...(await beginRegistration(sql, { person, origin: originOf(request) }, now)) },
  }));

  serve(addPasskey, async ({ scope: { person }, body, request, now }) =>
    addPasskeyRow(sql, { ...body, person, origin: originOf(request) }, now),
  );

  serve(removePasskey, async ({ scope, params }) =>
    deletePasskey(sql, scope.person.pk, params.passkey),
  );

  serve(challengePasskey, async ({ request, now }) => {
    await countTry(request, now);
    return { options: { ...(await beginAuthentication(sql, originOf(request), now)) } };
  });

  serve(logInWithPasskey, async ({ body, request, reply, now }) => {
    await countTry(request, now);
    const answer = { origin: originOf(request), response: body.response };
    const personPk = await checkPasskey(sql, answer, now);
    return startSession(deps, personPk, { request, reply, now });
  });

  serve(confirmWithPasskey, async ({ body, session, request, now }) => {
    const answer = { origin: originOf(request), response: body.response };
    const personPk = await checkPasskey(sql, answer, now);
    // Somebody else's passkey proves nothing about this person.
    if (personPk !== session.person.pk) throw new Refusal('code_invalid', passkeyMessages.refused);
    await sessions.confirm(session, now);
  });
}
