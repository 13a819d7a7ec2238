import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { signOnFailures, signOnRules } from '@lotkeeper/contract/people/session';
import * as z from 'zod/mini';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { hashToken, newToken } from '../../../kernel/access/secrets.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { SignOnSecrets } from './identity-provider.ts';

const secretsForm = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

/** Stores that the browser with this secret was sent to the provider, and deletes expired sign-ins. */
export async function rememberSignOn(
  { sql, secretBox }: { sql: Sql; secretBox: SecretBox },
  browser: string,
  secrets: SignOnSecrets,
  now: Instant,
): Promise<void> {
  await sql`delete from single_sign_ons where browser_hash in (
    select browser_hash from single_sign_ons where expires_at <= ${now}
    limit 100 for update skip locked)`;
  await sql`
    insert into single_sign_ons (browser_hash, state_hash, secrets_sealed, expires_at)
    values (${hashToken(browser)}, ${hashToken(secrets.state)},
      ${secretBox.seal(JSON.stringify(secrets))}, ${now + signOnRules.minutes * minuteMs})`;
}

/**
 * The secrets of the sign-in that this browser started with this state, once; null if it doesn't exist or has expired.
 */
export async function takeSignOn(
  { sql, secretBox }: { sql: Sql; secretBox: SecretBox },
  browser: string,
  state: string,
  now: Instant,
): Promise<SignOnSecrets | null> {
  const [row] = await sql<{ secrets: Uint8Array }[]>`
    with taken as (
      select browser_hash, secrets_sealed from single_sign_ons
      where browser_hash = ${hashToken(browser)} and state_hash = ${hashToken(state)}
        and expires_at > ${now}
      for update)
    update single_sign_ons s set state_hash = null, secrets_sealed = null,
      expires_at = ${now + signOnRules.ticketMinutes * minuteMs}
    from taken where s.browser_hash = taken.browser_hash
    returning taken.secrets_sealed as secrets`;
  return row ? secretsForm.parse(JSON.parse(secretBox.open(row.secrets))) : null;
}

/**
 * Capitals whose lowercase maps back to them: others, such as the Kelvin sign, become a letter of somebody else's
 * address.
 */
export const lowercaseOwn = (email: string) =>
  email.replace(/\p{Lu}/gu, (letter) => {
    const lowercase = letter.toLowerCase();
    return lowercase.toUpperCase() === letter ? lowercase : letter;
  });

/** A one-time ticket for the person with this address, valid only in this browser; null if no person has it. */
export async function giveTicket(
  sql: Sql,
  browser: string,
  email: string,
  now: Instant,
): Promise<string | null> {
  const ticket = `ls_${newToken()}`;
  const [row] = await sql`
    update single_sign_ons set ticket_hash = ${hashToken(ticket)}, person_pk = p.pk,
      expires_at = ${now + signOnRules.ticketMinutes * minuteMs}
    from people p
    where browser_hash = ${hashToken(browser)} and lower(p.email) = ${lowercaseOwn(email)}
    returning p.pk`;
  return row ? ticket : null;
}

/**
 * Consumes a ticket and returns its person and their email address (lowercase). Refuses any browser except the one that
 * started.
 */
export async function redeemTicket(
  sql: Sql,
  browser: string | null,
  ticket: string,
  now: Instant,
): Promise<{ pk: number; email: string }> {
  const [person] = await sql<{ pk: number; email: string }[]>`
    delete from single_sign_ons s using people p
    where s.ticket_hash = ${hashToken(ticket)} and s.browser_hash = ${hashToken(browser ?? '')}
      and s.expires_at > ${now} and p.pk = s.person_pk
    returning p.pk, lower(p.email) as email`;
  if (!person) throw new Refusal('code_invalid', signOnFailures.sso_expired);
  return person;
}
