import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { readEmail } from '@lotkeeper/contract/kernel/typed-text';
import {
  confirmSession,
  dismissNews,
  getProfile,
  isUsername,
  listSessions,
  logIn,
  loginMessages,
  logOut,
  phoneDigits,
  removeOtherSessions,
  requestCode,
  requestOwnCode,
} from '@lotkeeper/contract/people/session';
import { exchangeTicket, lookAtTicket } from '@lotkeeper/contract/people/team';
import type { FastifyRequest } from 'fastify';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Sessions } from '../../../kernel/access/sessions.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { enqueue } from '../../../kernel/data/jobs.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import type { MessageServers } from '../../../kernel/messages/message-servers.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import {
  endDevicesOfSession,
  endOtherPushDevices,
} from '../../../records/platform/push-devices.ts';
import { hasPeople } from '../../platform/setup/public.ts';
import { findCodeCaller, forgetOtherDevices, limitSubject } from './known-devices.ts';
import {
  consumeLoginCode,
  describeSentCode,
  loginCodeJob,
  sendOwnCode,
  sessionCaller,
} from './login-codes.ts';
import { openSeenNews } from './seen-news.ts';
import { endOtherSessions, listPersonSessions } from './session.queries.ts';
import { getOrigin } from './session-browser.ts';
import type { Username } from './session-codes.ts';
import { accountKey, consumeCode } from './session-codes.ts';
import { acceptWaiting } from './session-invitations.ts';
import { describeTicket, redeemAnyTicket } from './session-tickets.ts';
import { startSession } from './start-session.ts';

/** Requests per network and hour: a whole company may share one address. */
const sendsPerNetwork = 60;
const triesPerNetwork = 120;

const wrongCode = () =>
  new Refusal('code_invalid', loginMessages.wrongCode, { code: loginMessages.wrongCode });

/** Sign-in, the current person, and the end of sessions. */
export function sessionRoutes(
  serve: Serve,
  deps: {
    sql: SqlPool;
    limiter: Limiter;
    sessions: Sessions;
    secretBox: SecretBox;
    servers: MessageServers;
    publicUrl: string | undefined;
  },
): void {
  const { sql, limiter, sessions, secretBox, servers, publicUrl } = deps;

  const isHttps = (request: FastifyRequest) => getOrigin(request, publicUrl).startsWith('https:');
  const findCaller = (request: FastifyRequest, username: Username, now: Instant) =>
    findCodeCaller(sql, { request, isHttps: isHttps(request) }, username, now);

  serve(requestCode, async ({ body, now, request }) => {
    if (!isUsername(body.username, phoneDigits(body.phone_country_code))) {
      throw new Refusal('invalid_fields', loginMessages.badUsername, {
        username: loginMessages.badUsername,
      });
    }
    const caller = await findCaller(request, body, now);
    await limiter.enforce(`otp ${limitSubject(caller, request)}`, sendsPerNetwork, now);
    if (!(await hasPeople(sql))) throw new Refusal('not_allowed', loginMessages.nobodyYet);
    await enqueue(sql, loginCodeJob, { ...body, caller });
    return describeSentCode(servers, readEmail(body.username) ?? body.username);
  });

  serve(logIn, async ({ body, now, request, reply }) => {
    const caller = await findCaller(request, body, now);
    await limiter.enforce(`auth ${limitSubject(caller, request)}`, triesPerNetwork, now);
    const attempt = { username: body, caller, code: body.password };
    const personPk = await consumeCode({ sql, secretBox }, attempt, now);
    if (personPk === null) throw new Refusal('code_invalid', loginMessages.invalid);
    const { email } = accountKey(body);
    if (email !== null) await acceptWaiting(sql, personPk, email, now);
    return startSession(deps, personPk, { request, reply, now });
  });

  serve(lookAtTicket, async ({ body, now, request }) => {
    await limiter.enforce(`ticket ${getClientNetwork(request)}`, triesPerNetwork, now);
    return describeTicket(sql, body.ticket, now);
  });

  serve(exchangeTicket, async ({ body, now, request, reply }) => {
    await limiter.enforce(`ticket ${getClientNetwork(request)}`, triesPerNetwork, now);
    const personPk = await redeemAnyTicket({ sql, publicUrl }, body.ticket, request, now);
    return startSession(deps, personPk, { request, reply, now });
  });

  serve(logOut, async ({ session }) => {
    await endDevicesOfSession(sql, session.pk);
    await sessions.end(session.pk);
  });

  const seenNews = openSeenNews(sql);

  serve(getProfile, async ({ scope: { person } }) => {
    const [unseen, sends] = await Promise.all([seenNews.read(person), servers.listSending()]);
    const { phone: _phone, ...profile } = person;
    return {
      ...profile,
      affiliations: [...person.affiliations],
      sends,
      ...(unseen ? { news: unseen } : {}),
    };
  });

  serve(dismissNews, async ({ scope }) => seenNews.dismiss(scope.person.pk));

  serve(listSessions, async ({ session }) => {
    const rows = await listPersonSessions(sql, session.person.pk);
    return rows.map((row) => ({
      ...row,
      created_at: toEpochSeconds(row.created_at),
      last_used_at: toEpochSeconds(row.last_used_at),
      current: row.pk === session.pk,
    }));
  });

  serve(requestOwnCode, async ({ session, now }) => sendOwnCode(deps, session, now));

  serve(confirmSession, async ({ session, body, now }) => {
    const caller = sessionCaller(session);
    const attempt = { personPk: session.person.pk, caller, code: body.code };
    if (!(await consumeLoginCode(deps, attempt, now))) throw wrongCode();
    await sessions.confirm(session, now);
  });

  serve(removeOtherSessions, async ({ session }) => {
    await endOtherSessions(sql, session.person.pk, session.pk);
    await forgetOtherDevices(sql, session.person.pk, session.pk);
    await endOtherPushDevices(sql, session.person.pk, session.pk);
  });
}
