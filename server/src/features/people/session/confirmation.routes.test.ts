import { createApiKey } from '@lotkeeper/contract/intake/api-keys';
import { confirmationMinutes } from '@lotkeeper/contract/kernel/confirmation';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import {
  codeRules,
  confirmSession,
  getProfile,
  loginMessages,
  requestOwnCode,
} from '@lotkeeper/contract/people/session';
import { expect, test } from 'vitest';
import { makeOrganization, makePerson, signedInMember } from '../../../testing/people.factory.ts';
import { otherThan, startPost } from '../../../testing/sign-in.ts';
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
const post = await startPost(at);

async function makeAdmin() {
  const organization = await makeOrganization(sql);
  const admin = await signedInMember(at, organization, 'ADMIN');
  const params = { id: String(organization.pk) };
  const createKey = (app = at) =>
    app.call(
      createApiKey,
      { params, body: { name: 'Gate', grants: ['reads'] } },
      { token: admin.token },
    );
  return { ...admin, createKey };
}

const confirm = (token: string, code: string) =>
  at.call(confirmSession, { body: { code } }, { token });

/** Lets the person ask for a code; resolves to the code. */
async function askForCode(token: string): Promise<string> {
  const { status } = await at.call(requestOwnCode, {}, { token });
  expect(status).toBe(200);
  await post.collect();
  return post.code();
}

test('a code confirms a session for fifteen minutes, in every process, and only that session', async () => {
  const { pk, token, createKey } = await makeAdmin();
  expect((await createKey(other)).status).toBe(200);
  at.clock.forward(confirmationMinutes * minuteMs);
  expect((await createKey()).status).toBe(200);
  at.clock.forward(1);
  expect((await createKey()).error.code).toBe('confirmation_required');
  const second = await at.sessions.start(pk, null);
  const code = await askForCode(token);
  const wrong = await confirm(token, code === '000000' ? '111111' : '000000');
  expect(wrong).toMatchObject({
    status: 400,
    error: { code: 'code_invalid', fields: { code: loginMessages.wrongCode } },
  });
  expect((await createKey()).error.code).toBe('confirmation_required');
  expect((await confirm(token, code)).status).toBe(204);
  expect((await confirm(second, code)).status).toBe(400);
  expect((await createKey()).status).toBe(200);
  expect((await createKey(other)).status).toBe(200);
  at.clock.forward(confirmationMinutes * minuteMs + 1);
  expect((await createKey(other)).error.code).toBe('confirmation_required');
});

test('the code goes to the phone of a person without an email address', async () => {
  const { pk } = await makePerson(sql, { phone: '+16025550177' });
  await sql`update people set email = null where pk = ${pk}`;
  const token = await at.sessions.start(pk, null);
  const { body } = await at.call(requestOwnCode, {}, { token });
  expect(body).toEqual({ medium: 'texted', target: '+16025550177', in_outbox: true });
  expect((await post.collect()).map(({ to }) => to)).toEqual(['+16025550177']);
  expect((await confirm(token, post.code())).status).toBe(204);
});

test('wrong codes of one session don’t use up those of another, and budgets end with their session', async () => {
  const { pk, token, createKey } = await makeAdmin();
  const stolen = await at.sessions.start(pk, null);
  at.clock.forward(confirmationMinutes * minuteMs + 1);
  for (let day = 0; day < 3; day++) {
    const live = await askForCode(stolen);
    for (let guess = 1; guess <= 5; guess++) await confirm(stolen, otherThan(live, guess));
    at.clock.forward(codeRules.minutes * minuteMs);
  }
  expect((await createKey()).error.code).toBe('confirmation_required');
  const code = await askForCode(token);
  expect((await confirm(stolen, code)).status).toBe(400);
  expect((await confirm(token, code)).status).toBe(204);
  expect((await createKey()).status).toBe(200);
  const session = await at.sessions.find(stolen);
  await at.sessions.end(session?.pk ?? 0);
  at.clock.forward(minuteMs);
  await askForCode(token);
  const rows = await sql`select from code_budgets where person_pk = ${pk}`;
  expect(rows).toHaveLength(1);
});

test('a session ends 180 days after it began, whatever its use', async () => {
  const { pk } = await makePerson(sql);
  const token = await at.sessions.start(pk, null);
  const statusOf = async (app = at) => (await app.call(getProfile, {}, { token })).status;
  for (let used = 0; used < 3; used++) {
    at.clock.forward(60 * dayMs);
    expect(await statusOf()).toBe(200);
    expect(await statusOf(other)).toBe(200);
  }
  at.clock.forward(1);
  expect(await statusOf()).toBe(401);
  expect(await statusOf(other)).toBe(401);
});
