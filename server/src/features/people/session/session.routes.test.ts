import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import {
  getProfile,
  listSessions,
  logOut,
  removeOtherSessions,
} from '@lotkeeper/contract/people/session';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { expect, test } from 'vitest';
import { openSessions } from '../../../kernel/access/sessions.ts';
import { eventually } from '../../../testing/eventually.ts';
import {
  affiliate,
  makeOrganization,
  makePerson,
  signedInMember,
} from '../../../testing/people.factory.ts';
import { enterCode, startPost } from '../../../testing/sign-in.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { testApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const now = '2026-06-15T19:00:00Z';

const at = await testApp({ now });
const sql = at.database.system;
/** Another process on the same database, with the same clock. */
const other = await testApp({
  now,
  clock: at.clock,
  database: await testDatabase(at.database.url),
});

async function signedIn(overrides: { superuser?: boolean } = {}) {
  const person = await makePerson(sql, overrides);
  return { ...person, token: await at.sessions.start(person.pk, 'Firefox') };
}

const statusOf = async (token: string, app = at) =>
  (await app.call(getProfile, {}, { token })).status;
const goneFrom = (token: string, app: TestApp) =>
  eventually(async () => (await statusOf(token, app)) === 401);

test.each([
  ['of staff lives 90 days without use', false, 90 * dayMs, 200],
  ['of staff is over a moment later', false, 90 * dayMs + 1, 401],
  ['of a superuser lives 12 hours without use', true, 12 * hourMs, 200],
  ['of a superuser is over a moment later', true, 12 * hourMs + 1, 401],
])('a session %s', async (_, superuser, wait, status) => {
  const { token } = await signedIn({ superuser });
  expect(await statusOf(token)).toBe(200);
  at.clock.forward(wait);
  expect(await statusOf(token)).toBe(status);
  expect(await statusOf(token, other)).toBe(status);
});

test('a session continues as long as it is used', async () => {
  const { token } = await signedIn({ superuser: true });
  for (let n = 0; n < 4; n++) {
    expect(await statusOf(token)).toBe(200);
    at.clock.forward(11 * hourMs);
  }
  expect(await statusOf(token)).toBe(200);
});

test('a session that is used in one process does not expire in another', async () => {
  const { pk, token } = await signedIn({ superuser: true });
  expect(await statusOf(token, other)).toBe(200);
  at.clock.forward(7 * hourMs);
  expect(await statusOf(token)).toBe(200);
  await eventually(async () => {
    const [row] = await sql`
      select last_used_at from sessions where person_pk = ${pk}`;
    return row?.last_used_at === at.clock();
  });
  at.clock.forward(7 * hourMs);
  expect(await statusOf(token, other)).toBe(200);
});

test('a session ends in every process right after logging out', async () => {
  const { token } = await signedIn();
  expect(await statusOf(token)).toBe(200);
  expect(await statusOf(token, other)).toBe(200);
  expect((await at.call(logOut, {}, { token })).status).toBe(204);
  expect(await statusOf(token)).toBe(401);
  await goneFrom(token, other);
});

test('a session that ends while it is being read is not cached', async () => {
  const { token } = await signedIn();
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Responses of this process are late, as over a slow connection.
  const slow = new Proxy(sql, {
    apply: (target, self, args) => {
      const query = Reflect.apply(target as never, self, args) as Promise<unknown>;
      return query.then(async (rows) => {
        held.resolve();
        await letGo.promise;
        return rows;
      });
    },
  });
  const sessions = await openSessions({ ...at.database, system: slow }, at.clock, console.error);
  const endNotified = Promise.withResolvers<void>();
  sessions.onChange(() => endNotified.resolve());
  const reading = sessions.find(token);
  await held.promise;
  await at.call(logOut, {}, { token });
  await endNotified.promise;
  letGo.resolve();
  await reading;
  expect(await sessions.find(token)).toBeNull();
  await sessions.close();
});

test('the session list shows only the owner’s sessions and marks the current one', async () => {
  const { pk, token } = await signedIn();
  at.clock.forward(hourMs);
  await at.sessions.start(pk, 'Safari');
  await signedIn();
  const { body } = await at.call(listSessions, {}, { token });
  expect(body.map((one) => [one.user_agent, one.current])).toEqual(
    expect.arrayContaining([
      ['Safari', false],
      ['Firefox', true],
    ]),
  );
  expect(body).toHaveLength(2);
  expect(JSON.stringify(body)).not.toContain(token);
});

test('removing the other sessions ends those of the owner and nobody else’s', async () => {
  const { pk, token } = await signedIn();
  const second = await at.sessions.start(pk, null);
  const stranger = await signedIn();
  expect(await statusOf(second, other)).toBe(200);
  expect((await at.call(removeOtherSessions, {}, { token })).status).toBe(204);
  await goneFrom(second, at);
  await goneFrom(second, other);
  expect(await statusOf(token)).toBe(200);
  expect(await statusOf(stranger.token)).toBe(200);
});

test('a removed affiliation no longer counts on the next request in every process', async () => {
  const organization = await makeOrganization(sql);
  const { pk, token } = await signedInMember(at, organization, 'ADMIN');
  const read = async (app: TestApp) => {
    const params = { id: String(organization.pk) };
    return (await app.call(getOrganization, { params }, { token })).status;
  };
  expect([await read(at), await read(other)]).toEqual([200, 200]);
  await sql`delete from affiliations where person_pk = ${pk}`;
  for (const app of [at, other]) await eventually(async () => (await read(app)) === 404);
});

test('a changed role or an added affiliation counts without a new sign-in', async () => {
  const organization = await makeOrganization(sql);
  const { pk, token } = await signedIn();
  const roleSeen = async () => {
    const { body } = await other.call(getProfile, {}, { token });
    return body.affiliations[0]?.role;
  };
  expect(await roleSeen()).toBeUndefined();
  await affiliate(sql, { pk }, organization, 'VALET');
  await eventually(async () => (await roleSeen()) === 'VALET');
  await sql`update affiliations set role = 'ADMIN' where person_pk = ${pk}`;
  await eventually(async () => (await roleSeen()) === 'ADMIN');
});

test('a superuser who loses that status loses all access without a new sign-in', async () => {
  const organization = await makeOrganization(sql);
  const { pk, token } = await signedIn({ superuser: true });
  const params = { id: String(organization.pk) };
  const read = async () => (await other.call(getOrganization, { params }, { token })).status;
  expect(await read()).toBe(200);
  await sql`update people set superuser = false where pk = ${pk}`;
  await eventually(async () => (await read()) === 404);
});

test('the debug log contains no code, token, username, or email address', async () => {
  const lines: string[] = [];
  const logging = await testApp({
    now,
    settings: { LOG_LEVEL: 'debug' },
    logTo: { write: (line) => lines.push(line) },
  });
  const post = await startPost(logging);
  const { email } = await makePerson(logging.database.system, { email: 'quiet@example.com' });
  await post.ask(email);
  const code = post.code();
  const { body: answer } = await enterCode(logging, email, code);
  await logging.call(getProfile, {}, { token: answer.token });
  await logging.app.inject(`/auth/${answer.token}`);
  await logging.app.inject(`/login?username=${email}&code=${code}`);
  await logging.app.inject(`/api/spots/${answer.token}/?code=${code}`);
  await logging.app.inject({ method: 'POST', url: '/api/auth/', payload: `{"${code}` });
  // The database's message about a wrong value contains the caller's own words.
  await logging.app.inject({ url: `/api/%zz${email}` });
  const log = lines.join('');
  expect(lines.length).toBeGreaterThanOrEqual(6);
  expect(log).toContain('/api/auth/');
  for (const secret of [code, answer.token, email, 'quiet']) expect(log).not.toContain(secret);
});
