import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { codeRules, isPhone } from '@lotkeeper/contract/people/session';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { LiveSession } from '../../../kernel/access/sessions.ts';
import { endMailedSignIns } from '../../../kernel/access/sign-in-tickets.ts';
import type { SqlPool, Tx } from '../../../kernel/data/database.ts';
import { defineJob, enqueue } from '../../../kernel/data/jobs.ts';
import type { MessageServers } from '../../../kernel/messages/message-servers.ts';

/** The hash context of a person's codes, so that no two people's codes have the same hash. */
export const codePurpose = (personPk: number) => `code ${personPk}`;

/**
 * Who requests or enters a code. Each has its own budget, so that strangers can't use up the budget of a browser that
 * signed in before, nor one session that of another.
 */
export type CodeCaller = 'stranger' | `device ${number}` | SessionCaller;
export type SessionCaller = `session ${number}`;

/** Whose budget a session's codes count against. */
export const sessionCaller = (session: Pick<LiveSession, 'pk'>): SessionCaller =>
  `session ${session.pk}`;

/** `caller` is whose budget the send counts against; jobs queued by an earlier version have none. */
export const loginCodeJob = defineJob<{
  username: string;
  phone_country_code: string;
  caller?: CodeCaller;
}>('send_login_code', { waitsForOthers: true });

/** Where a code goes that a username is sent; it says nothing about an account. */
export async function describeSentCode(servers: MessageServers, target: string) {
  const byText = isPhone(target);
  const server = await servers.find(byText ? 'sms' : 'email');
  const medium = byText ? ('texted' as const) : ('emailed' as const);
  return { medium, target, in_outbox: server === null };
}

/** Codes a session may request. */
const codesAnHour = 20;

/** Sends the person of a session a code to the email address that they sign in with, or else the phone. */
export async function sendOwnCode(
  deps: { sql: SqlPool; limiter: Limiter; servers: MessageServers },
  session: LiveSession,
  now: Instant,
) {
  const { email, phone } = session.person;
  const caller = sessionCaller(session);
  await deps.limiter.enforce(`own code ${caller}`, codesAnHour, now);
  const target = email ?? phone ?? '';
  const request = { username: target, phone_country_code: '+1', caller };
  await enqueue(deps.sql, loginCodeJob, request);
  return describeSentCode(deps.servers, target);
}

/** Counts a try against the caller's budget; false when the budget is used up. */
async function spendTry(
  tx: Tx,
  { personPk, caller, isRight }: { personPk: number; caller: CodeCaller; isRight: boolean },
  now: Instant,
): Promise<boolean> {
  const dayAgo = instant(now - dayMs);
  const failure = isRight ? 0 : 1;
  const rows = await tx`
    insert into code_budgets as b (person_pk, caller, tries, failures, failures_since)
    values (${personPk}, ${caller}, 1, ${failure}, ${now})
    on conflict (person_pk, caller) do update set
      tries = b.tries + 1,
      failures = case when b.failures_since > ${dayAgo} then b.failures else 0 end + ${failure},
      failures_since = case when b.failures_since > ${dayAgo} then b.failures_since else ${now} end
    where b.tries < ${codeRules.tries}
      and (b.failures < ${codeRules.failuresPerDay} or b.failures_since <= ${dayAgo}
        or b.failures_since is null)
    returning b.person_pk`;
  return rows.length === 1;
}

/**
 * Checks and consumes a person's code in one transaction. A correct one works once; a wrong one counts against the
 * caller, whose budget is 5 tries per code and 10 failures per day (docs/security.md, 4).
 */
export async function consumeLoginCode(
  { sql, secretBox }: { sql: SqlPool; secretBox: SecretBox },
  { personPk, caller, code }: { personPk: number; caller: CodeCaller; code: string },
  now: Instant,
): Promise<boolean> {
  const hash = secretBox.hash(codePurpose(personPk), code);
  return sql.begin(async (tx) => {
    // Everything that changes a code or its budgets locks this row first, so two tries can't overtake each other.
    const [live] = await tx<{ is_right: boolean }[]>`
      select code_hash = ${hash} as is_right from login_codes
      where person_pk = ${personPk} and code_hash is not null and expires_at > ${now} for update`;
    if (!live) return false;
    const isRight = live.is_right;
    if (!(await spendTry(tx, { personPk, caller, isRight }, now)) || !isRight) return false;
    await endMailedSignIns(tx, personPk);
    return true;
  });
}
