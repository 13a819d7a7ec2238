import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import {
  getProfile,
  isPhone,
  isSignOnTicket,
  isUsername,
  listSessions,
  logIn,
  loginMessages,
  logOut,
  phoneDigits,
  removeOtherSessions,
  requestCode,
} from '@lotkeeper/contract/session';
import { exchangeTicket, lookAtTicket } from '@lotkeeper/contract/team';
import type { FastifyRequest } from 'fastify';
import type { SqlPool } from '../../kernel/database.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { holdToLimit } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Keeper } from '../../kernel/secrets.ts';
import type { Serve } from '../../kernel/serve.ts';
import type { Sessions } from '../../kernel/sessions.ts';
import { markOf, originOf } from './session.browser.ts';
import { accountKey, consumeCode } from './session.codes.ts';
import { acceptTicket, acceptWaiting, readTicket } from './session.invitations.ts';
import { endOtherSessions, listSessionsOf } from './session.queries.ts';
import { redeemTicket } from './session.sign-on.ts';

/** Requests from one address an hour: a whole company may sit behind one. */
const sendsPerAddress = 60;
const triesPerAddress = 120;

/** Sign-in, who is signed in, and the end of sessions. */
export function sessionRoutes(
  serve: Serve,
  parts: { sql: SqlPool; sessions: Sessions; keeper: Keeper; publicUrl: string | undefined },
): void {
  const { sql, sessions, keeper, publicUrl } = parts;

  /** Who the provider named; it has verified the address, so what waits for that is accepted as after a code. */
  async function signOn(ticket: string, request: FastifyRequest, now: Instant): Promise<number> {
    const browser = markOf(request, originOf(request, publicUrl));
    const { pk, email } = await redeemTicket(sql, browser, ticket, now);
    await acceptWaiting(sql, pk, email, now);
    return pk;
  }

  serve(requestCode, async ({ body, now, request }) => {
    if (!isUsername(body.username, phoneDigits(body.phone_country_code))) {
      throw new Refusal('invalid_fields', 'Please enter a valid email or phone number.', {
        username: 'Please enter a valid email or phone number.',
      });
    }
    await holdToLimit(sql, `otp ${request.ip}`, sendsPerAddress, now);
    await enqueue(sql, 'send_login_code', body);
    const medium = isPhone(body.username) ? ('texted' as const) : ('emailed' as const);
    return { medium, target: body.username };
  });

  serve(logIn, async ({ body, now, request }) => {
    await holdToLimit(sql, `auth ${request.ip}`, triesPerAddress, now);
    const personPk = await consumeCode(sql, keeper, body, body.password, now);
    if (personPk === null) throw new Refusal('code_invalid', loginMessages.invalid);
    const { email } = accountKey(body);
    if (email !== null) await acceptWaiting(sql, personPk, email, now);
    return { token: await sessions.start(personPk, request.headers['user-agent'] ?? null) };
  });

  serve(lookAtTicket, async ({ body, now, request }) => {
    await holdToLimit(sql, `ticket ${request.ip}`, triesPerAddress, now);
    return readTicket(sql, body.ticket, now);
  });

  serve(exchangeTicket, async ({ body, now, request }) => {
    await holdToLimit(sql, `ticket ${request.ip}`, triesPerAddress, now);
    const personPk = isSignOnTicket(body.ticket)
      ? await signOn(body.ticket, request, now)
      : await acceptTicket(sql, body.ticket, now);
    return { token: await sessions.start(personPk, request.headers['user-agent'] ?? null) };
  });

  serve(logOut, async ({ session }) => sessions.end(session.pk));

  serve(getProfile, async ({ scope }) => ({
    ...scope.person,
    affiliations: [...scope.person.affiliations],
  }));

  serve(listSessions, async ({ session }) => {
    const rows = await listSessionsOf(sql, session.person.pk);
    return rows.map((row) => ({
      ...row,
      created_at: toEpochSeconds(row.created_at),
      last_used_at: toEpochSeconds(row.last_used_at),
      current: row.pk === session.pk,
    }));
  });

  serve(removeOtherSessions, async ({ session }) =>
    endOtherSessions(sql, session.person.pk, session.pk),
  );
}
