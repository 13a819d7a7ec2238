import { loginMessages, requestCode } from '@lotkeeper/contract/people/session';
import { createInvitation, teamMessages } from '@lotkeeper/contract/people/team';
import { expect, test } from 'vitest';
import { migrate } from '../../../kernel/data/migrations.ts';
import { confirmAgain, makePerson, signedInMember } from '../../../testing/people.factory.ts';
import { enterCode, newAddress, startPost } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';
import { bytewiseDatabase } from '../../../testing/test-database.ts';
import { lowercaseOwn } from './session-sign-on.ts';

// In this database, lower() changes only A to Z.
const database = await bytewiseDatabase();
await migrate(database);
const sql = database.system;
const [organization] = await sql<[{ pk: number }]>`
  insert into organizations (name) values ('Desert Parking') returning pk`;

const at = await testApp({ now: '2026-06-15T19:00:00Z', database });
const post = await startPost(at);
const ana = await makePerson(sql, { email: 'ana@example.com' });
const admin = await signedInMember(at, organization, 'ADMIN');

const invite = (email: string) =>
  at.call(
    createInvitation,
    {
      body: {
        first_name: 'Éric',
        last_name: 'Roy',
        email,
        role: 'EMPLOYEE',
        organization: organization.pk,
      },
    },
    { token: admin.token },
  );

test.each([
  'ana@exam\u200bple.com',
  '\u202aana@example.com\u202c',
  'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  '\u200eAna@example.com.\u00a0',
  'mailto:ana@example.com',
  'Ana Ruiz <ana@example.com>',
  '“ana@example.com”.',
])('a code for %j is sent to ana@example.com, and signs in', async (typed) => {
  at.clock.forward(1_200_000);
  expect(await post.ask(typed, { from: newAddress() })).toMatchObject([{ to: ana.email }]);
  expect((await enterCode(at, typed, post.code())).status).toBe(200);
});

test('the answer to a request for a code contains the email address as it was understood', async () => {
  const body = { username: 'mailto:Somebody@example.com', phone_country_code: '+1' };
  const { body: answer } = await at.call(requestCode, { body }, { from: newAddress() });
  expect(answer).toEqual({ medium: 'emailed', target: 'somebody@example.com', in_outbox: true });
});

test.each(['ana@exam\u00a0ple.com', 'ana@example', 'ana@example.com, bob@example.com', 'mailto:'])(
  'a code for %j, which is not an email address, is refused',
  async (username) => {
    const body = { username, phone_country_code: '+1' };
    const { status, error } = await at.call(requestCode, { body }, { from: newAddress() });
    expect(status).toBe(400);
    expect(error).toMatchObject({ detail: loginMessages.badUsername });
  },
);

test('a phone number copied from contacts, in full width or Arabic digits, is texted', async () => {
  const { phone } = await makePerson(sql, { phone: '+16025550147' });
  for (const typed of ['\u202a(602) 555‑0147\u202c', '６０２５５５０１４７', '٦٠٢٥٥٥٠١٤٧']) {
    expect(await post.ask(typed, { from: newAddress() })).toMatchObject([{ to: phone }]);
    at.clock.forward(31_000);
  }
});

test('in a database with the locale C, an address is one person and one invitation in every case', async () => {
  await confirmAgain(at, admin.token);
  expect((await invite('Éric@example.com')).status).toBe(200);
  expect((await invite('éric@example.com')).error).toMatchObject({
    detail: teamMessages.alreadyInvited,
  });
  await post.ask('ÉRIC@example.com', { from: newAddress() });
  expect((await enterCode(at, 'éric@EXAMPLE.com', post.code())).status).toBe(200);
  expect((await invite('Éric@example.com')).error).toMatchObject({
    detail: teamMessages.alreadyMember,
  });
});

test.each([
  ['Éric@EXAMPLE.com', 'éric@example.com'],
  // The Kelvin sign would become a k, and the dotted capital I an i.
  ['mar\u212a@example.com', 'mar\u212a@example.com'],
  ['\u0130da@example.com', '\u0130da@example.com'],
])('a provider’s address %s is compared as %s', (email, compared) =>
  expect(lowercaseOwn(email)).toBe(compared),
);
