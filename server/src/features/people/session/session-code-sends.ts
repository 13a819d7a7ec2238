import { randomInt } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { codeLength, codeRules } from '@lotkeeper/contract/people/session';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Sql, SqlPool, Tx } from '../../../kernel/data/database.ts';
import type { CodeCaller } from './login-codes.ts';
import { codePurpose } from './login-codes.ts';

/** The recipient of a code, and who requests it. */
export interface CodeRequest {
  personPk: number;
  caller: CodeCaller;
}

const newCode = () => String(randomInt(10 ** codeLength)).padStart(codeLength, '0');

/**
 * Whether another send is allowed after the previous ones: 30 s apart, 5 per hour, 10 per day (docs/security.md, 6).
 */
export function maySend(sends: readonly Instant[], now: Instant): boolean {
  const countSince = (ms: number) => sends.filter((at) => now - at < ms).length;
  return (
    countSince(codeRules.secondsBetweenSends * 1000) === 0 &&
    countSince(hourMs) < codeRules.sendsPerHour &&
    countSince(dayMs) < codeRules.sendsPerDay
  );
}

interface CodeState {
  code_sealed: Uint8Array | null;
  expires_at: Instant | null;
  asked_by_known: boolean;
  tries: number;
  sends: Instant[];
}

/**
 * The person's code with the caller's budget; the code's row stays locked, so that senders and tries wait for each
 * other.
 */
async function lockCode(tx: Tx, { personPk, caller }: CodeRequest): Promise<CodeState | undefined> {
  await tx`insert into login_codes (person_pk) values (${personPk}) on conflict do nothing`;
  await tx`select from login_codes where person_pk = ${personPk} for update`;
  if (caller.startsWith('session ')) await forgetEndedSessions(tx, personPk);
  await tx`insert into code_budgets (person_pk, caller) values (${personPk}, ${caller})
    on conflict do nothing`;
  const [row] = await tx<CodeState[]>`
    select c.code_sealed, c.expires_at, c.asked_by_known, b.tries, b.sends
    from login_codes c join code_budgets b on b.person_pk = c.person_pk and b.caller = ${caller}
    where c.person_pk = ${personPk}`;
  return row;
}

/** Forgets the budgets of sessions that have ended. */
async function forgetEndedSessions(tx: Tx, personPk: number): Promise<void> {
  await tx`
    delete from code_budgets where person_pk = ${personPk} and caller like 'session %'
      and caller not in (select 'session ' || pk from sessions where person_pk = ${personPk})`;
}

/** The code to send: the live one, or a new one; null when the caller has to wait until the live one ends. */
function chooseCode(
  { code_sealed, expires_at, asked_by_known, tries }: CodeState,
  { caller, now, secretBox }: { caller: CodeCaller; now: Instant; secretBox: SecretBox },
): { code: string; isNew: boolean; expiresAt: Instant; askedByKnown: boolean } | null {
  const isKnown = caller !== 'stranger';
  const isLive = code_sealed !== null && expires_at !== null && expires_at > now;
  const fullLife = instant(now + codeRules.minutes * minuteMs);
  if (isLive && tries < codeRules.tries) {
    // A stranger's request doesn't extend a code; a known caller's mail states how long it works, so it does.
    const expiresAt = isKnown ? fullLife : expires_at;
    const askedByKnown = isKnown || asked_by_known;
    return { code: secretBox.open(code_sealed), isNew: false, expiresAt, askedByKnown };
  }
  // A stranger who used up five guesses can't replace the code that the owner is about to enter.
  if (isLive && asked_by_known && !isKnown) return null;
  return { code: newCode(), isNew: true, expiresAt: fullLife, askedByKnown: isKnown };
}

/**
 * The code to send to a person, counted against the caller's budget; null when nothing is sent now. A code whose tries
 * the caller used up is replaced, still limited by the failures per day.
 */
export async function issueCode(
  { sql, secretBox }: { sql: SqlPool; secretBox: SecretBox },
  request: CodeRequest,
  now: Instant,
): Promise<{ code: string; key: string } | null> {
  const { personPk, caller } = request;
  return sql.begin(async (tx) => {
    const state = await lockCode(tx, request);
    if (!state || !maySend(state.sends, now)) return null;
    const choice = chooseCode(state, { caller, now, secretBox });
    if (!choice) return null;
    const { code, isNew, expiresAt, askedByKnown } = choice;
    if (isNew) {
      await tx`update login_codes set code_hash = ${secretBox.hash(codePurpose(personPk), code)},
        code_sealed = ${secretBox.seal(code)} where person_pk = ${personPk}`;
      await tx`update code_budgets set tries = 0 where person_pk = ${personPk}`;
    }
    await tx`update login_codes set expires_at = ${expiresAt}, asked_by_known = ${askedByKnown}
      where person_pk = ${personPk}`;
    await tx`update code_budgets set sends = array(
        select send from unnest(sends) send where send > ${now - dayMs}) || ${now}::timestamptz
      where person_pk = ${personPk} and caller = ${caller}`;
    // A failed send is undone, so that the retry has the same number and therefore the same key.
    const name = `${personPk} ${caller} ${code} ${state.sends.length}`;
    return { code, key: `code-${secretBox.hash('message', name).toString('hex').slice(0, 32)}` };
  });
}

/** Undoes a send that failed, so that the job's next try may send. */
export async function forgetSend(
  sql: Sql,
  { personPk, caller }: CodeRequest,
  at: Instant,
): Promise<void> {
  await sql`update code_budgets set sends = array_remove(sends, ${at}::timestamptz)
    where person_pk = ${personPk} and caller = ${caller}`;
}
