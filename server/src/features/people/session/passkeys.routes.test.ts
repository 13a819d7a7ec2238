import { confirmationMinutes } from '@lotkeeper/contract/kernel/confirmation';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import {
  addPasskey,
  beginPasskey,
  challengePasskey,
  confirmWithPasskey,
  listPasskeys,
  logInWithPasskey,
  passkeyMessages,
  passkeyRules,
  removePasskey,
} from '@lotkeeper/contract/people/passkeys';
import { getProfile } from '@lotkeeper/contract/people/session';
import { expect, test } from 'vitest';
import { makeAuthenticator } from '../../../testing/passkeys.factory.ts';
import { makePerson } from '../../../testing/people.factory.ts';
import { startPost } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';

const origin = 'https://lots.example';
const at = await testApp({
  now: '2026-06-15T19:00:00Z',
  settings: { PUBLIC_URL: origin },
});
const sql = at.database.system;

type Options = { challenge: string };
const asOptions = ({ options }: { options: Record<string, unknown> }) =>
  options as unknown as Options;

async function signedIn() {
  const { pk } = await makePerson(sql);
  return { pk, token: await at.sessions.start(pk, null) };
}

/** A person with a passkey. */
async function withPasskey() {
  const person = await signedIn();
  const authenticator = makeAuthenticator(origin);
  const begun = await at.call(beginPasskey, {}, { token: person.token });
  const body = { name: 'Office', response: authenticator.create(asOptions(begun.body)) };
  const added = await at.call(addPasskey, { body }, { token: person.token });
  expect(added).toMatchObject({ status: 200, body: { name: 'Office', last_used_at: null } });
  return { ...person, authenticator, passkey: added.body.pk, body };
}

const challenge = async () => asOptions((await at.call(challengePasskey, {})).body);
const logIn = (response: Record<string, unknown>) =>
  at.call(logInWithPasskey, { body: { response } });
const listOf = async (token: string) => (await at.call(listPasskeys, {}, { token })).body;
const refused = { status: 400, error: { code: 'code_invalid', detail: passkeyMessages.refused } };

test('a passkey signs its person in, is listed with its last use, and no longer works once removed', async () => {
  const { pk, token, authenticator, passkey } = await withPasskey();
  const { body } = await logIn(authenticator.answer(await challenge()));
  const { body: profile } = await at.call(getProfile, {}, { token: body.token });
  expect(profile.pk).toBe(pk);
  expect(await listOf(token)).toMatchObject([{ pk: passkey, last_used_at: at.clock() }]);
  const stranger = await signedIn();
  const params = { passkey: String(passkey) };
  const byStranger = await at.call(removePasskey, { params }, { token: stranger.token });
  expect(byStranger.status).toBe(204);
  expect(await listOf(token)).toHaveLength(1);
  expect((await at.call(removePasskey, { params }, { token })).status).toBe(204);
  expect(await logIn(authenticator.answer(await challenge()))).toMatchObject(refused);
});

test('a new passkey is mailed to its person', async () => {
  const post = await startPost(at);
  const { pk } = await withPasskey();
  const [{ email } = { email: null }] = await sql<{ email: string | null }[]>`
    select email from people where pk = ${pk}`;
  expect(await post.collect()).toEqual([
    expect.objectContaining({
      to: email,
      subject: 'A passkey was added to your Lotkeeper account',
      text: expect.stringContaining('https://lots.example/account'),
    }),
  ]);
});

test('a passkey confirms its own person only, and adding one needs a confirmed session', async () => {
  const { token, authenticator } = await withPasskey();
  at.clock.forward(confirmationMinutes * minuteMs + 1);
  expect((await at.call(beginPasskey, {}, { token })).error.code).toBe('confirmation_required');
  const stranger = await withPasskey();
  const confirm = async (by: { authenticator: typeof authenticator }) =>
    at.call(
      confirmWithPasskey,
      { body: { response: by.authenticator.answer(await challenge()) } },
      { token },
    );
  expect(await confirm(stranger)).toMatchObject(refused);
  expect((await at.call(beginPasskey, {}, { token })).error.code).toBe('confirmation_required');
  expect((await confirm({ authenticator })).status).toBe(204);
  expect((await at.call(beginPasskey, {}, { token })).status).toBe(200);
});

test('an answer is refused twice, late, of another site, of a copied passkey, or for another purpose', async () => {
  const { token, authenticator, body } = await withPasskey();
  const once = authenticator.answer(await challenge());
  expect((await logIn(once)).status).toBe(200);
  expect(await logIn(once)).toMatchObject(refused);

  const late = await challenge();
  at.clock.forward(passkeyRules.minutes * minuteMs);
  expect(await logIn(authenticator.answer(late))).toMatchObject(refused);

  const elsewhere = authenticator.answer(await challenge(), 'https://lots.example.evil.example');
  expect(await logIn(elsewhere)).toMatchObject(refused);

  const forAdding = asOptions((await at.call(beginPasskey, {}, { token })).body);
  expect(await logIn(authenticator.answer(forAdding))).toMatchObject(refused);
  const forSigningIn = makeAuthenticator(origin).create(await challenge());
  const wrongPurpose = { name: 'Other', response: forSigningIn };
  expect(await at.call(addPasskey, { body: wrongPurpose }, { token })).toMatchObject(refused);
  expect(await at.call(addPasskey, { body }, { token })).toMatchObject(refused);

  // A copy counts from an older number.
  await sql`update passkeys set counter = 1000`;
  expect(await logIn(authenticator.answer(await challenge()))).toMatchObject(refused);
});

test.each([
  {},
  { id: 7 },
  { id: 'a\u0000b', rawId: 'a\u0000b', type: 'public-key', response: {} },
  { id: 'x'.repeat(100_000) },
  { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} },
  { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: null },
])('what isn’t an answer of a passkey is refused in words: %j', async (response) => {
  const { token } = await signedIn();
  expect(await logIn(response)).toMatchObject(refused);
  const added = await at.call(addPasskey, { body: { name: 'X', response } }, { token });
  expect(added).toMatchObject(refused);
});

test('a person can have up to 20 passkeys', async () => {
  const { pk, token } = await withPasskey();
  await sql`
    insert into passkeys (person_pk, credential_id, site, public_key, counter, transports, name, created_at)
    select ${pk}, 'more' || n, 'lots.example', '', 0, '{}', 'More', ${at.clock()}
    from generate_series(2, ${passkeyRules.perPerson - 1}) n`;
  const begun = await at.call(beginPasskey, {}, { token });
  const last = (name: string, options: Options) =>
    at.call(
      addPasskey,
      { body: { name, response: makeAuthenticator(origin).create(options) } },
      { token },
    );
  const second = await at.call(beginPasskey, {}, { token });
  expect((await last('Twentieth', asOptions(begun.body))).status).toBe(200);
  expect((await last('Too many', asOptions(second.body))).status).toBe(403);
  const more = await at.call(beginPasskey, {}, { token });
  expect(more).toMatchObject({ status: 403, error: { detail: passkeyMessages.tooMany } });
});

test.each([
  [['a\u0000b']],
  ['internal'],
  [{ a: 1 }],
  [[['a'], ['internal', 'usb']]],
  [5],
  [[null, {}]],
])('of transports %j, only those that WebAuthn names are kept', async (transports) => {
  const { token, pk } = await signedIn();
  const { body } = await at.call(beginPasskey, {}, { token });
  const made = makeAuthenticator(origin).create(asOptions(body));
  const response = { ...made, response: { ...made.response, transports } };
  const added = await at.call(addPasskey, { body: { name: 'Odd', response } }, { token });
  expect([200, 400]).toContain(added.status);
  const rows = await sql<{ transports: string[] }[]>`
      select transports from passkeys where person_pk = ${pk}`;
  for (const row of rows)
    expect(['internal', 'usb']).toEqual(expect.arrayContaining(row.transports));
});

test.each(['a b', 'localhost:3911@evil', '%6cocalhost:3911'])(
  'an invalid host, such as %s, is refused',
  async (host) => {
    const unnamed = await testApp({ now: '2026-06-15T19:00:00Z' });
    const { status } = await unnamed.call(challengePasskey, {}, { headers: { host } });
    expect(status).toBe(403);
  },
);

test('without a public URL, a passkey works only at the host that it was made for', async () => {
  const unnamed = await testApp({ now: '2026-06-15T19:00:00Z', database: at.database });
  const one = 'http://one.example';
  const two = 'http://two.example';
  const { token } = await signedIn();
  const by = (url: string) => ({ headers: { host: new URL(url).host } });
  const begun = await unnamed.call(beginPasskey, {}, { token, ...by(one) });
  const authenticator = makeAuthenticator(one);
  const body = { name: 'Office', response: authenticator.create(asOptions(begun.body)) };
  expect((await unnamed.call(addPasskey, { body }, { token, ...by(one) })).status).toBe(200);
  const enter = async (url: string) => {
    const options = asOptions((await unnamed.call(challengePasskey, {}, by(url))).body);
    const response = authenticator.answer(options, url, url);
    return unnamed.call(logInWithPasskey, { body: { response } }, by(url));
  };
  expect(await enter(two)).toMatchObject(refused);
  expect((await enter(one)).status).toBe(200);
});

test('a browser that somebody signed in with isn’t limited by strangers on its network', async () => {
  const { authenticator } = await withPasskey();
  const from = '192.0.2.78';
  const first = await logIn(authenticator.answer(await challenge()));
  const cookie = [first.response.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '';
  const begin = (headers: Record<string, string>) =>
    at.call(challengePasskey, {}, { from, headers });
  const tries = await Promise.all(Array.from({ length: 241 }, () => begin({})));
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
  const options = asOptions((await begin({ cookie })).body);
  const body = { response: authenticator.answer(options) };
  expect((await at.call(logInWithPasskey, { body }, { from, headers: { cookie } })).status).toBe(
    200,
  );
});
