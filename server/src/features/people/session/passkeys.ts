import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Passkey } from '@lotkeeper/contract/people/passkeys';
import { passkeyMessages, passkeyRules } from '@lotkeeper/contract/people/passkeys';
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Person } from '../../../kernel/access/scope.ts';
import { hashToken } from '../../../kernel/access/secrets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { enqueue } from '../../../kernel/data/jobs.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { newPasskeyJob } from './passkey-mail.ts';

/** EdDSA, ES256, RS256. The library would ask Node for newer ones, which answers with a warning. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** How a browser reaches an authenticator, as WebAuthn names it. */
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const refused = () => new Refusal('code_invalid', passkeyMessages.refused);

/** The site that passkeys belong to: WebAuthn takes a name, never an address in numbers. */
function findSite(origin: string): string {
  const hostname = /^https?:\/\/([a-z\d.-]+)(?::\d+)?$/i.exec(origin)?.[1]?.toLowerCase();
  if (hostname === undefined || /^[\d.]+$/.test(hostname))
    throw new Refusal('not_allowed', passkeyMessages.needsName);
  return hostname;
}

/** Keeps a challenge for a few minutes; what has expired goes meanwhile. */
async function keepChallenge(
  sql: SqlPool,
  { challenge, personPk }: { challenge: string; personPk: number | null },
  now: Instant,
): Promise<void> {
  await sql`delete from passkey_challenges where expires_at <= ${now}`;
  const expires_at = instant(now + passkeyRules.minutes * minuteMs);
  const row = { challenge_hash: hashToken(challenge), person_pk: personPk, expires_at };
  await sql`insert into passkey_challenges ${sql.values(row)}`;
}

/** Uses a challenge up; false when it isn't one of ours for this purpose, was used, or has expired. */
const useChallenge =
  (sql: SqlPool, personPk: number | null, now: Instant) => async (text: string) => {
    const rows = await sql`
    delete from passkey_challenges
    where challenge_hash = ${hashToken(text)} and person_pk is not distinct from ${personPk}
      and expires_at > ${now}
    returning 1`;
    return rows.length === 1;
  };

export function listPasskeyRows(sql: SqlPool, personPk: number) {
  return sql<Passkey[]>`
    select pk, name, created_at, last_used_at from passkeys
    where person_pk = ${personPk} order by created_at desc, pk desc`;
}

/** The options to make a passkey; those that the person has can't be made once more. */
export async function beginRegistration(
  sql: SqlPool,
  { person, origin }: { person: Person; origin: string },
  now: Instant,
) {
  const known = await sql<{ id: string; transports: string[] }[]>`
    select credential_id as id, transports from passkeys where person_pk = ${person.pk}`;
  if (known.length >= passkeyRules.perPerson)
    throw new Refusal('not_allowed', passkeyMessages.tooMany);
  const name = `${person.first_name} ${person.last_name}`;
  const options = await generateRegistrationOptions({
    rpName: 'Lotkeeper',
    rpID: findSite(origin),
    userName: person.email ?? name,
    userDisplayName: name,
    userID: new TextEncoder().encode(`person ${person.pk}`),
    excludeCredentials: known,
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(sql, { challenge: options.challenge, personPk: person.pk }, now);
  return options;
}

/** Checks what a browser made, and adds the passkey. */
export async function addPasskeyRow(
  sql: SqlPool,
  {
    person,
    origin,
    name,
    response,
  }: { person: Person; origin: string; name: string; response: object },
  now: Instant,
): Promise<Passkey> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: useChallenge(sql, person.pk, now),
    expectedOrigin: origin,
    expectedRPID: findSite(origin),
    supportedAlgorithmIDs,
  }).catch(() => {
    throw refused();
  });
  if (!registrationInfo) throw refused();
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  const row = {
    person_pk: person.pk,
    credential_id: id,
    site: findSite(origin),
    public_key: Buffer.from(publicKey),
    counter,
    transports: knownTransports.filter((transport) => [transports].flat(2).includes(transport)),
    name,
    created_at: now,
  };
  return sql.begin(async (tx) => {
    // One after the other, so that they are counted.
    await tx`select from people where pk = ${person.pk} for update`;
    const [{ count } = { count: 0 }] = await tx<{ count: number }[]>`
      select count(*) as count from passkeys where person_pk = ${person.pk}`;
    if (count >= passkeyRules.perPerson) throw new Refusal('not_allowed', passkeyMessages.tooMany);
    const [added] = await tx<Passkey[]>`
      insert into passkeys ${tx.values(row)} on conflict (credential_id) do nothing
      returning pk, name, created_at, last_used_at`;
    if (!added) throw refused();
    await enqueue(tx, newPasskeyJob, { passkey_pk: added.pk });
    return added;
  });
}

/** Removes a passkey, if the person has it. */
export async function deletePasskey(sql: SqlPool, personPk: number, pk: number): Promise<void> {
  await sql`delete from passkeys where pk = ${pk} and person_pk = ${personPk}`;
}

/** The options to answer with a passkey, whosever it is. */
export async function beginAuthentication(sql: SqlPool, origin: string, now: Instant) {
  const options = await generateAuthenticationOptions({
    rpID: findSite(origin),
    userVerification: 'required',
  });
  await keepChallenge(sql, { challenge: options.challenge, personPk: null }, now);
  return options;
}

interface KnownPasskey {
  pk: number;
  person_pk: number;
  public_key: Uint8Array;
  counter: number;
}

/** Checks an answer of a passkey, and resolves to its person. */
export async function checkPasskey(
  sql: SqlPool,
  { origin, response }: { origin: string; response: object },
  now: Instant,
): Promise<number> {
  const given = response as AuthenticationResponseJSON;
  // Up to 1,023 bytes, as WebAuthn says.
  const id = typeof given.id === 'string' && /^[\w-]{1,1364}$/.test(given.id) ? given.id : '';
  const [known] = await sql<KnownPasskey[]>`
    select pk, person_pk, public_key, counter from passkeys
    where credential_id = ${id} and site = ${findSite(origin)}`;
  if (!known) throw refused();
  const credential: WebAuthnCredential = {
    id,
    publicKey: new Uint8Array(known.public_key),
    counter: known.counter,
  };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: useChallenge(sql, null, now),
    expectedOrigin: origin,
    expectedRPID: findSite(origin),
    credential,
  }).catch(() => {
    throw refused();
  });
  if (!verified) throw refused();
  // A copy of the passkey that answers with the same count is refused, also at the same time.
  const used = await sql`
    update passkeys set counter = ${authenticationInfo.newCounter}, last_used_at = ${now}
    where pk = ${known.pk} and counter = ${known.counter} returning pk`;
  if (used.length === 0) throw refused();
  return known.person_pk;
}
