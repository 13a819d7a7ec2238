import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { readPhone } from '@lotkeeper/contract/kernel/phones';
import { readEmail, toPlainText } from '@lotkeeper/contract/kernel/typed-text';
import { codeRules, isPhone, phoneDigits } from '@lotkeeper/contract/people/session';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { createLimiter } from '../../../kernel/access/limits.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { makeSignInTicket } from '../../../kernel/access/sign-in-tickets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { FinalFailure, handleJob } from '../../../kernel/data/jobs.ts';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';
import type { CodeCaller } from './login-codes.ts';
import { consumeLoginCode, loginCodeJob } from './login-codes.ts';
import { makeNewPasskeyMailer, newPasskeyJob } from './passkey-mail.ts';
import { forgetSend, issueCode } from './session-code-sends.ts';
import { makeInvitedPerson } from './session-invitations.ts';

/** What a person typed to identify themselves. */
export interface Username {
  username: string;
  phone_country_code: string;
}

/** The account that a username names, as stored: a lowercase email address, or E.164. */
export function accountKey({ username, phone_country_code }: Username): {
  email: string | null;
  phone: string | null;
} {
  if (!isPhone(username)) {
    return { email: readEmail(username) ?? username.trim().toLowerCase(), phone: null };
  }
  const phoneInput = toPlainText(username);
  const fullNumber = phoneInput.startsWith('+')
    ? `+${phoneDigits(phoneInput)}`
    : `+${phoneDigits(phone_country_code)}${phoneDigits(phoneInput)}`;
  const written = readPhone(fullNumber) ?? fullNumber;
  return { email: null, phone: parsePhoneNumberFromString(written)?.number ?? written };
}

interface Account {
  pk: number;
  email: string | null;
  phone: string | null;
}

async function findAccount(sql: SqlPool, username: Username): Promise<Account | null> {
  const { email, phone } = accountKey(username);
  const [row] = await sql<Account[]>`
    select pk, email, phone from people where ${email === null ? sql`phone = ${phone}` : sql`lower(email) = ${email}`}`;
  return row ?? null;
}

/**
 * Like `findAccount`, but creates an account for an invited person without one; it opens nothing before the code is
 * entered.
 */
async function findOrInvited(
  sql: SqlPool,
  username: Username,
  now: Instant,
): Promise<Account | null> {
  const found = await findAccount(sql, username);
  const { email } = accountKey(username);
  if (found || email === null) return found;
  const pk = await makeInvitedPerson(sql, email, now);
  return pk === null ? null : { pk, email, phone: null };
}

function codeMessage(
  account: Account,
  { code, key, link }: { code: string; key: string; link: string | null },
): Message {
  const text = `${code} is your Lotkeeper verification code. It expires in ${codeRules.minutes} minutes.`;
  if (account.phone) return { medium: 'sms', to: account.phone, subject: '', text, key };
  return {
    medium: 'email',
    to: account.email ?? '',
    subject: 'Your Lotkeeper verification code',
    key,
    ...mailBody({
      heading: 'Your verification code',
      code,
      paragraphs: [text],
      ...(link ? { action: { label: 'Sign in', link } } : {}),
      footer: 'If you didn’t request it, ignore this message: nobody can sign in without the code.',
    }),
  };
}

/**
 * Maximum text messages per day over all accounts, separately for strangers and for known callers: a breaker against
 * SMS pumping (docs/security.md, 7).
 */
const textsPerDay = 2000;

interface SenderParts {
  sql: SqlPool;
  secretBox: SecretBox;
  clock: Clock;
  messenger: Messenger;
  publicUrl: () => string;
}

/**
 * Whether another text can be sent today; only checked when one would be, so that requests that send nothing don't
 * count.
 */
const mayText = (sql: SqlPool, caller: CodeCaller, now: Instant) =>
  createLimiter(sql).allow(caller === 'stranger' ? 'sms' : 'sms known', textsPerDay, now, dayMs);

/** A link that signs in once, in any browser; the code in the same message ends with it. */
async function makeLink({ sql, publicUrl }: SenderParts, personPk: number, now: Instant) {
  const ticket = await makeSignInTicket(
    sql,
    { personPk, expiresAt: instant(now + codeRules.minutes * minuteMs) },
    now,
  );
  return `${publicUrl()}/auth/${ticket}`;
}

/**
 * The job behind `otp/`: looks the account up and sends, so that the response reveals nothing (docs/security.md, 5).
 */
function makeCodeSender(deps: SenderParts): JobHandler<typeof loginCodeJob> {
  return async ({ caller = 'stranger', ...username }) => {
    const { sql, clock, messenger } = deps;
    const now = clock();
    // An account may be known by only one of the two; a message uses the one that the person typed.
    const found = await findOrInvited(sql, username, now);
    if (!found) return;
    const byPhone = isPhone(username.username);
    const account = { ...found, phone: byPhone ? found.phone : null };
    const request = { personPk: account.pk, caller };
    const sending = await issueCode(deps, request, now);
    if (!sending) return;
    if (byPhone && !(await mayText(sql, caller, now))) return forgetSend(sql, request, now);
    try {
      const link = byPhone ? null : await makeLink(deps, account.pk, now);
      await messenger.send(codeMessage(account, { ...sending, link }));
    } catch (error) {
      // Permanently refused messages count, or repeated requests would continue forever.
      if (!(error instanceof FinalFailure)) await forgetSend(sql, request, now);
      throw error;
    }
  };
}

/** Checks and consumes the code of the account that a username names; null when it's wrong. */
export async function consumeCode(
  deps: { sql: SqlPool; secretBox: SecretBox },
  { username, caller, code }: { username: Username; caller: CodeCaller; code: string },
  now: Instant,
): Promise<number | null> {
  const account = await findAccount(deps.sql, username);
  // The same work whether the account exists or not.
  const personPk = account?.pk ?? 0;
  return (await consumeLoginCode(deps, { personPk, caller, code }, now)) ? personPk : null;
}

export const sessionJobs = [
  handleJob(loginCodeJob, makeCodeSender),
  handleJob(newPasskeyJob, makeNewPasskeyMailer),
];
