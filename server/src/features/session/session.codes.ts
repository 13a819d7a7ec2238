import { randomInt } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/calendar';
import { codeLength, codeRules, isPhone, phoneDigits } from '@lotkeeper/contract/session';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql, SqlPool } from '../../kernel/database.ts';
import { FinalFailure } from '../../kernel/jobs.ts';
import { withinLimit } from '../../kernel/limits.ts';
import { codePurpose, consumeCodeOf } from '../../kernel/login-codes.ts';
import { mailBody } from '../../kernel/mail-body.ts';
import type { Message, Messenger } from '../../kernel/messages.ts';
import type { Keeper } from '../../kernel/secrets.ts';
import { makeInvitedPerson } from './session.invitations.ts';

/** What a person typed to be known by. */
export interface Username {
  username: string;
  phone_country_code: string;
}

/** The account that a username names, as it is stored: lowercase e-mail or E.164. */
export function accountKey({ username, phone_country_code }: Username): {
  email: string | null;
  phone: string | null;
} {
  if (!isPhone(username)) return { email: username.trim().toLowerCase(), phone: null };
  const typed = username.trim();
  const whole = typed.startsWith('+')
    ? `+${phoneDigits(typed)}`
    : `+${phoneDigits(phone_country_code)}${phoneDigits(typed)}`;
  return { email: null, phone: parsePhoneNumberFromString(whole)?.number ?? whole };
}

interface Account {
  pk: number;
  email: string | null;
  phone: string | null;
}

async function findAccount(sql: Sql, username: Username): Promise<Account | null> {
  const { email, phone } = accountKey(username);
  const [row] = await sql<Account[]>`
    select pk, email, phone from people where ${email === null ? sql`phone = ${phone}` : sql`lower(email) = ${email}`}`;
  return row ?? null;
}

/** As `findAccount`; somebody who is invited and has no account yet gets one, which opens nothing before the code is entered. */
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

const newCode = () => String(randomInt(10 ** codeLength)).padStart(codeLength, '0');

/** Whether another send is allowed after those before it: 30 s apart, 5 an hour, 10 a day (security #6). */
export function maySend(sends: readonly Instant[], now: Instant): boolean {
  const since = (ms: number) => sends.filter((at) => now - at < ms).length;
  return (
    since(codeRules.secondsBetweenSends * 1000) === 0 &&
    since(hourMs) < codeRules.sendsPerHour &&
    since(dayMs) < codeRules.sendsPerDay
  );
}

interface LivingCode {
  code_sealed: Uint8Array | null;
  expires_at: Instant | null;
  tries: number;
  sends: Instant[];
}

const isLiving = (row: LivingCode, now: Instant) =>
  row.code_sealed !== null &&
  row.expires_at !== null &&
  row.expires_at > now &&
  row.tries < codeRules.tries;

/**
 * The living code of an account, or a new one; null when no send is allowed now. A living code is sent again
 * as it is; one that was guessed at too often is replaced, which the failures of the day still bound.
 */
async function codeToSend(
  sql: SqlPool,
  keeper: Keeper,
  personPk: number,
  now: Instant,
): Promise<{ code: string; key: string } | null> {
  return sql.begin(async (tx) => {
    await tx`insert into login_codes (person_pk) values (${personPk}) on conflict do nothing`;
    const [row] = await tx<LivingCode[]>`
      select code_sealed, expires_at, tries, sends from login_codes where person_pk = ${personPk} for update`;
    const sends = row?.sends ?? [];
    if (!maySend(sends, now)) return null;
    const living = row && isLiving(row, now) ? row.code_sealed : null;
    const code = living ? keeper.open(living) : newCode();
    if (!living) {
      await tx`update login_codes set code_hash = ${keeper.hash(codePurpose(personPk), code)},
        code_sealed = ${keeper.seal(code)}, tries = 0,
        expires_at = ${now + codeRules.minutes * 60_000} where person_pk = ${personPk}`;
    }
    await tx`update login_codes set sends = array(
        select one from unnest(sends) one where one > ${now - dayMs}) || ${now}::timestamptz
      where person_pk = ${personPk}`;
    // A send that failed is taken back, so that its next try has the same number and with it the same key.
    const key = keeper.hash('message', `${personPk} ${code} ${sends.length}`).toString('hex');
    return { code, key: `code-${key.slice(0, 32)}` };
  });
}

/** Takes a send back that did not go out, so that the job's next try may send. */
async function forgetSend(sql: Sql, personPk: number, at: Instant): Promise<void> {
  await sql`update login_codes set sends = array_remove(sends, ${at}::timestamptz)
    where person_pk = ${personPk}`;
}

function codeMessage(
  account: Account,
  { code, key }: { code: string; key: string },
  link: string,
): Message {
  const text = `${code} is your Lotkeeper verification code. It holds for ${codeRules.minutes} minutes.`;
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
      action: { label: 'Sign in', link },
      footer:
        'If you did not ask for it, ignore this message: nobody can sign in without the code.',
    }),
  };
}

/** Text messages sent a day at most, all accounts together: a breaker against SMS pumping (security #7). */
const textsPerDay = 2000;

/** The job behind `otp/`: looks the account up and sends, so that the answer to the caller tells nothing (security #5). */
export function makeCodeSender(parts: {
  sql: SqlPool;
  keeper: Keeper;
  clock: Clock;
  messenger: Messenger;
  publicUrl: () => string;
}) {
  return async (username: Username): Promise<void> => {
    const { sql, keeper, clock, messenger } = parts;
    const now = clock();
    // An account is known by one of the two; a message goes the way the person asked for it.
    const found = await findOrInvited(sql, username, now);
    if (!found) return;
    const byPhone = isPhone(username.username);
    const account = { ...found, phone: byPhone ? found.phone : null };
    if (byPhone && !(await withinLimit(sql, 'sms', textsPerDay, now, dayMs))) return;
    const sending = await codeToSend(sql, keeper, account.pk, now);
    if (!sending) return;
    const link = `${parts.publicUrl()}/login?${new URLSearchParams({
      username: username.username,
      code: sending.code,
    }).toString()}`;
    try {
      await messenger.send(codeMessage(account, sending, link));
    } catch (error) {
      // What is refused for good counts, or asking again and again would go on for ever.
      if (!(error instanceof FinalFailure)) await forgetSend(sql, account.pk, now);
      throw error;
    }
  };
}

/** Checks and consumes the code of the account that a username names; null when it is wrong. */
export async function consumeCode(
  sql: Sql,
  keeper: Keeper,
  username: Username,
  code: string,
  now: Instant,
): Promise<number | null> {
  const account = await findAccount(sql, username);
  // The same work whether the account exists or not.
  const personPk = account?.pk ?? 0;
  return (await consumeCodeOf({ sql, keeper }, personPk, code, now)) ? personPk : null;
}
