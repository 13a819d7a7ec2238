import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, newToken } from '../../../kernel/access/secrets.ts';
import type { Fragment, Sql, SqlPool } from '../../../kernel/data/database.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import type { CodeCaller, SessionCaller } from './login-codes.ts';
import type { Username } from './session-codes.ts';
import { accountKey } from './session-codes.ts';

/** Browsers keep a cookie for up to 400 days. */
const daysKnown = 400;
/** Maximum people who sign in with the same browser, as at a property's front desk. */
const maxPeoplePerBrowser = 8;
/** Maximum browsers per person; the least recently used for sign-in is forgotten first. */
const maxDevicesPerPerson = 10;

/** The cookie is only sent to the calls that request a code, enter one, or exchange a ticket. */
const cookiePaths = ['/api/auth', '/api/otp'] as const;

const cookieName = (isHttps: boolean) => (isHttps ? '__Secure-device' : 'device');

type DeviceCaller = Exclude<CodeCaller, SessionCaller>;

/** The secrets that a browser sends, one for each person who signed in with it, newest first. */
function readSecrets(request: FastifyRequest, isHttps: boolean): string[] {
  const start = `${cookieName(isHttps)}=`;
  return (request.headers.cookie ?? '')
    .split('; ')
    .filter((cookie) => cookie.startsWith(start))
    .flatMap((cookie) => cookie.slice(start.length).split('.'))
    .filter((secret) => /^[\w-]{43}$/.test(secret))
    .slice(0, maxPeoplePerBrowser);
}

const toHexHashes = (secrets: readonly string[]) =>
  secrets.map((secret) => hashToken(secret).toString('hex'));

/**
 * Which budget a caller uses: the browser's, if somebody signed in with it before, and with a username only if that was
 * its account. A device is only found by its browser's secret, so looking up a missing account takes the same time.
 */
export async function findCodeCaller(
  sql: Sql,
  { request, isHttps }: { request: FastifyRequest; isHttps: boolean },
  username: Username | null,
  now: Instant,
): Promise<DeviceCaller> {
  const secrets = readSecrets(request, isHttps);
  if (secrets.length === 0) return 'stranger';
  const [device] = await sql<{ pk: number }[]>`
    select d.pk from known_devices d join people p on p.pk = d.person_pk
    where d.secret_hash in (select decode(hash, 'hex') from unnest(${toHexHashes(secrets)}::text[]) hash)
      and d.last_sign_in_at > ${now - daysKnown * dayMs}
      ${username === null ? sql`` : sql`and ${isAccount(sql, username)}`}
    order by d.last_sign_in_at desc limit 1`;
  return device ? `device ${device.pk}` : 'stranger';
}

/** A known device has its own limits, so that a stranger on the same network can't use them up. */
export const limitSubject = (caller: DeviceCaller, request: FastifyRequest) =>
  caller === 'stranger' ? getClientNetwork(request) : caller;

function isAccount(sql: Sql, username: Username): Fragment {
  const { email, phone } = accountKey(username);
  return email === null ? sql`p.phone = ${phone}` : sql`lower(p.email) = ${email}`;
}

/** The person who signs in, and the token of the session that it started. */
interface SignIn {
  personPk: number;
  token: string;
}

/** Forgets some of a person's devices with their budgets. */
async function forgetDevices(sql: Sql, personPk: number, condition: Fragment): Promise<void> {
  await sql`
    with forgotten as (
      delete from known_devices where person_pk = ${personPk} and ${condition} returning pk)
    delete from code_budgets where person_pk = ${personPk}
      and caller in (select 'device ' || pk from forgotten)`;
}

/** Forgets all devices of a person except the session's, for example after a laptop was stolen. */
export const forgetOtherDevices = (sql: Sql, personPk: number, sessionPk: number): Promise<void> =>
  forgetDevices(sql, personPk, sql`session_pk is distinct from ${sessionPk}`);

/** Gives a known browser a new secret, or makes it known; the person's oldest beyond the limit are forgotten. */
async function renewDevice(
  sql: SqlPool,
  { personPk, token, secret, given }: SignIn & { secret: string; given: readonly string[] },
  now: Instant,
): Promise<void> {
  await sql.begin(async (tx) => {
    const session = tx`(select pk from sessions where token_hash = ${hashToken(token)})`;
    const renewed = await tx`
      update known_devices set secret_hash = ${hashToken(secret)}, session_pk = ${session},
        last_sign_in_at = ${now}
      where pk = (select pk from known_devices
        where person_pk = ${personPk} and secret_hash in (
          select decode(hash, 'hex') from unnest(${toHexHashes(given)}::text[]) hash)
        limit 1)
      returning pk`;
    if (renewed.length > 0) return;
    await tx`
      insert into known_devices (person_pk, secret_hash, session_pk, created_at, last_sign_in_at)
      values (${personPk}, ${hashToken(secret)}, ${session}, ${now}, ${now})`;
    await forgetDevices(
      tx,
      personPk,
      tx`pk in (select pk from known_devices where person_pk = ${personPk}
        order by last_sign_in_at desc, pk desc offset ${maxDevicesPerPerson})`,
    );
  });
}

/** The browser's secrets for other people, which stay valid. */
async function listOtherSecrets(
  sql: Sql,
  personPk: number,
  given: readonly string[],
): Promise<string[]> {
  if (given.length === 0) return [];
  const rows = await sql<{ hash: string }[]>`
    select encode(secret_hash, 'hex') as hash from known_devices
    where person_pk <> ${personPk} and secret_hash in (
      select decode(hash, 'hex') from unnest(${toHexHashes(given)}::text[]) hash)`;
  const known = new Set(rows.map(({ hash }) => hash));
  return given.filter((secret) => known.has(hashToken(secret).toString('hex')));
}

/**
 * Remembers that a person signed in with this browser. The secret changes with each sign-in, which invalidates a stolen
 * or planted one; it only chooses whose budget a code counts against and isn’t a credential.
 */
export async function rememberDevice(
  sql: SqlPool,
  { request, reply, isHttps }: { request: FastifyRequest; reply: FastifyReply; isHttps: boolean },
  { personPk, token }: SignIn,
  now: Instant,
): Promise<void> {
  const given = readSecrets(request, isHttps);
  const others = await listOtherSecrets(sql, personPk, given);
  const secret = newToken();
  await renewDevice(sql, { personPk, token, secret, given }, now);
  const value = [secret, ...others].slice(0, maxPeoplePerBrowser).join('.');
  const attributes = `HttpOnly; SameSite=Lax; Max-Age=${daysKnown * 86_400}${isHttps ? '; Secure' : ''}`;
  void reply.header(
    'set-cookie',
    cookiePaths.map((path) => `${cookieName(isHttps)}=${value}; Path=${path}; ${attributes}`),
  );
}
