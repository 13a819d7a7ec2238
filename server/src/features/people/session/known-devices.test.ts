import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import {
  codeRules,
  getProfile,
  removeOtherSessions,
  requestCode,
} from '@lotkeeper/contract/people/session';
import { expect, test } from 'vitest';
import { makePerson } from '../../../testing/people.factory.ts';
import { enterCode, newAddress, otherThan, startPost } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';

const minute = 60_000;
const now = '2026-06-15T19:00:00Z';

const at = await testApp({ now });
const sql = at.database.system;
const post = await startPost(at);

const ask = (email: string, cookie?: string) =>
  post.ask(email, { from: newAddress(), ...(cookie ? { cookie } : {}) });

async function enter(email: string, code: string, cookie?: string, address = newAddress()) {
  const headers = cookie ? { headers: { cookie } } : {};
  const { status, body, response } = await enterCode(at, email, code, {
    from: address,
    ...headers,
  });
  const cookies = [response.headers['set-cookie'] ?? []].flat();
  return { status, token: body.token, cookies, cookie: cookies[0]?.split(';')[0] ?? '' };
}

async function guessWrong(email: string, code: string, times: number, cookie?: string) {
  for (let n = 1; n <= times; n++) {
    expect((await enter(email, otherThan(code, n), cookie)).status).toBe(400);
  }
}

/** Signs a person in with a code, in a new browser or in one with a cookie. */
async function signIn(email: string, cookie?: string) {
  expect(await ask(email, cookie)).toHaveLength(1);
  const entered = await enter(email, post.code(), cookie);
  expect(entered.status).toBe(200);
  at.clock.forward(minute);
  return entered;
}

/** A person who signed in before, with that browser's cookie. */
async function personWithDevice() {
  const person = await makePerson(sql);
  return { ...person, ...(await signIn(person.email)) };
}

/** Uses up every try and request that a stranger has within a day. */
async function attack(email: string) {
  for (const wait of [0, minute, minute]) {
    at.clock.forward(wait);
    await ask(email);
    for (let n = 0; n < 6; n++) await enter(email, otherThan(post.code(), n + 1));
  }
  for (let n = 0; n < 9; n++) {
    at.clock.forward(hourMs / 2);
    await ask(email);
  }
}

test('a known browser can sign in after a stranger used up the account’s day, and the stranger cannot', async () => {
  const { email, cookie } = await personWithDevice();
  await attack(email);
  expect(await ask(email)).toHaveLength(0);
  expect(await ask(email, cookie)).toHaveLength(1);
  const code = post.code();
  expect((await enter(email, code)).status).toBe(400);
  expect((await enter(email, code, cookie)).status).toBe(200);
});

test('a known browser keeps the code it asked for while strangers guess and ask for codes', async () => {
  const { email, cookie } = await personWithDevice();
  await ask(email, cookie);
  const code = post.code();
  await guessWrong(email, code, 6);
  // A new code would end this one.
  expect(await ask(email)).toHaveLength(0);
  expect((await enter(email, code)).status).toBe(400);
  expect((await enter(email, code, cookie)).status).toBe(200);
});

test('a known browser can use a code that a stranger requested and guessed at until locked out', async () => {
  const { email, cookie } = await personWithDevice();
  await ask(email);
  await guessWrong(email, post.code(), 5);
  await ask(email, cookie);
  expect((await enter(email, post.code(), cookie)).status).toBe(200);
});

test('a known browser gets ten minutes for a code that a stranger requested nine minutes ago', async () => {
  const { email, cookie } = await personWithDevice();
  await ask(email);
  at.clock.forward(9 * minute);
  await ask(email, cookie);
  at.clock.forward(9 * minute);
  expect((await enter(email, post.code(), cookie)).status).toBe(200);
});

test('a known browser can request a code every 30 seconds and 5 times per hour, counted apart from strangers', async () => {
  const { email, cookie } = await personWithDevice();
  at.clock.forward(hourMs);
  for (let n = 0; n < codeRules.sendsPerHour; n++) {
    expect(await ask(email, cookie)).toHaveLength(1);
    at.clock.forward(29_000);
    expect(await ask(email, cookie)).toHaveLength(0);
    at.clock.forward(1000);
  }
  expect(await ask(email, cookie)).toHaveLength(0);
  expect(await ask(email)).toHaveLength(1);
});

test('a known browser that fails 10 times within a day is refused for a day, and other browsers are not', async () => {
  const { email, cookie } = await personWithDevice();
  const other = await signIn(email);
  for (const wait of [0, minute]) {
    at.clock.forward(wait);
    await ask(email, cookie);
    await guessWrong(email, post.code(), 5, cookie);
  }
  at.clock.forward(minute);
  await ask(email, cookie);
  expect((await enter(email, post.code(), cookie)).status).toBe(400);
  expect((await enter(email, post.code(), other.cookie)).status).toBe(200);
  at.clock.forward(dayMs);
  await ask(email, cookie);
  expect((await enter(email, post.code(), cookie)).status).toBe(200);
});

test('a known browser is not limited by failed attempts of others on its network', async () => {
  const { email, cookie } = await personWithDevice();
  await ask(email, cookie);
  const guesses = Array.from({ length: 121 }, () =>
    enter('nobody@example.com', '000000', undefined, '192.0.2.77'),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await enter(email, post.code(), cookie, '192.0.2.77')).status).toBe(200);
});

test('strangers get 10 failures per day for an account, no matter how often codes are requested', async () => {
  const { pk, email, cookie } = await personWithDevice();
  at.clock.forward(dayMs);
  let live = '';
  for (let n = 0; n < 8; n++) {
    await ask(email, n % 2 ? cookie : undefined);
    live = post.code();
    for (let guess = 1; guess <= 6; guess++) await enter(email, otherThan(live, guess));
    at.clock.forward(11 * minute);
  }
  const rows = await sql`
      select caller, failures from code_budgets where person_pk = ${pk} and failures > 0`;
  expect([...rows]).toEqual([{ caller: 'stranger', failures: 10 }]);
});

test('strangers get no tries of their own from a made-up cookie or from another account’s cookie', async () => {
  const victim = await personWithDevice();
  const attacker = await personWithDevice();
  await ask(victim.email);
  await guessWrong(victim.email, post.code(), 5);
  const made = `device=${'x'.repeat(43)}`;
  for (const cookie of [made, attacker.cookie, 'device=', 'device=;', 'device=%00.."']) {
    expect((await enter(victim.email, post.code(), cookie)).status, cookie).toBe(400);
  }
});

test('the device cookie is sent to the sign-in endpoints only, is HttpOnly, and expires after 400 days', async () => {
  const { cookies } = await personWithDevice();
  const rest = 'HttpOnly; SameSite=Lax; Max-Age=34560000';
  expect(cookies).toEqual([
    expect.stringMatching(new RegExp(`^device=[\\w-]{43}; Path=/api/auth; ${rest}$`)),
    expect.stringMatching(new RegExp(`^device=[\\w-]{43}; Path=/api/otp; ${rest}$`)),
  ]);
});

test('the device cookie is Secure when the public URL uses HTTPS', async () => {
  const settings = { PUBLIC_URL: 'https://lots.example' };
  const secure = await testApp({ now, settings, clock: at.clock, database: at.database });
  const { email } = await makePerson(sql);
  await ask(email);
  const { response } = await enterCode(secure, email, post.code());
  for (const cookie of [response.headers['set-cookie']].flat()) {
    expect(cookie).toMatch(/^__Secure-device=[\w-]{43}; Path=.*; Secure$/);
  }
});

test('the device cookie alone is not a credential and opens nothing', async () => {
  const { email, cookie } = await personWithDevice();
  const { status } = await at.call(getProfile, {}, { headers: { cookie } });
  expect(status).toBe(401);
  const secret = cookie.slice('device='.length);
  expect((await at.call(getProfile, {}, { token: secret })).status).toBe(401);
  expect((await enter(email, secret, cookie)).status).toBe(400);
});

test('the device cookie is renewed by each sign-in, and the previous one no longer counts', async () => {
  const { email, cookie } = await personWithDevice();
  const second = await signIn(email, cookie);
  expect(second.cookie).not.toBe(cookie);
  await ask(email);
  await guessWrong(email, post.code(), 5);
  expect((await enter(email, post.code(), cookie)).status).toBe(400);
  expect((await enter(email, post.code(), second.cookie)).status).toBe(200);
});

test('the device cookie is valid for everyone who signed in with its browser', async () => {
  const first = await personWithDevice();
  const second = await makePerson(sql);
  const { cookie } = await signIn(second.email, first.cookie);
  for (const { email } of [first, second]) {
    await ask(email);
    await guessWrong(email, post.code(), 5);
    expect((await enter(email, post.code(), cookie)).status).toBe(200);
  }
});

test('the device cookie is stored as a hash, for the 10 most recent browsers', async () => {
  const { pk, email, cookie } = await personWithDevice();
  const devices = () => sql<{ row: string }[]>`
      select d::text as row from known_devices d where person_pk = ${pk}`;
  const secret = cookie.slice('device='.length);
  expect((await devices()).filter(({ row }) => row.includes(secret))).toEqual([]);
  await ask(email, cookie);
  for (let n = 0; n < 10; n++) {
    at.clock.forward(dayMs);
    await signIn(email);
  }
  expect(await devices()).toHaveLength(10);
  await ask(email);
  await guessWrong(email, post.code(), 5);
  expect((await enter(email, post.code(), cookie)).status).toBe(400);
  const left = await sql`
      select from code_budgets where person_pk = ${pk} and caller <> 'stranger'`;
  expect(left).toHaveLength(0);
});

test('ending all other sessions forgets the other browsers’ device cookies and keeps this browser’s', async () => {
  const { email, cookie } = await personWithDevice();
  const own = await signIn(email);
  const { token } = own;
  expect((await at.call(removeOtherSessions, {}, { token })).status).toBe(204);
  await ask(email);
  await guessWrong(email, post.code(), 5);
  expect((await enter(email, post.code(), cookie)).status).toBe(400);
  expect((await enter(email, post.code(), own.cookie)).status).toBe(200);
});

test('a code request with a device cookie gets the same answer for its own account and an unknown one', async () => {
  const { email, cookie } = await personWithDevice();
  const request = (username: string) => {
    const body = { username, phone_country_code: '+1' };
    return at.call(requestCode, { body }, { from: newAddress(), headers: { cookie } });
  };
  const [own, unknown] = [await request(email), await request('nobody@example.com')];
  expect(unknown.status).toBe(own.status);
  expect(Object.keys(unknown.response.headers)).toEqual(Object.keys(own.response.headers));
});
