import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { loginMessages, requestCode } from '@lotkeeper/contract/people/session';
import { describe, expect, test } from 'vitest';
import { outboxMessenger } from '../../../kernel/messages/messages.ts';
import { eventually } from '../../../testing/eventually.ts';
import { makePerson } from '../../../testing/people.factory.ts';
import {
  enterCode,
  listTablesWith,
  newAddress,
  otherThan,
  startPost,
} from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { maySend } from './session-code-sends.ts';
import { accountKey } from './session-codes.ts';

const minute = 60_000;

// Enough connections for concurrent guesses.
const database = await testDatabase(undefined, 40);
const at = await testApp({ now: '2026-06-15T19:00:00Z', database });
const sql = at.database.system;
const post = await startPost(at);

const ask = (username: string, dial?: string) =>
  post.ask(username, { from: newAddress(), ...(dial ? { dial } : {}) });
const tryCode = (username: string, password: string) => enterCode(at, username, password);

const retry = async () => {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now(), attempts => 0) from graphile_worker.jobs`;
  // Any new job wakes the worker.
  return ask('stranger@example.com');
};

async function personWithCode() {
  const person = await makePerson(sql);
  await ask(person.email);
  return { ...person, code: post.code() };
}

/** Makes all calls while the account's row is locked, so that all of them have read it before one continues. */
async function allAtOnce<T>(personPk: number, call: (n: number) => Promise<T>): Promise<T[]> {
  let calls: Promise<T>[] = [];
  await sql.begin(async (tx) => {
    await tx`select from login_codes where person_pk = ${personPk} for update`;
    calls = Array.from({ length: 50 }, (_, n) => call(n));
    await eventually(async () => {
      await tx`select pg_stat_clear_snapshot()`;
      const [row] = await tx<{ waiting: number }[]>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%login_codes%'`;
      return (row?.waiting ?? 0) > 10;
    });
  });
  return Promise.all(calls);
}

async function guessWrong(person: { email: string; code: string }, times: number) {
  for (let n = 1; n <= times; n++) {
    expect((await tryCode(person.email, otherThan(person.code, n))).status).toBe(400);
  }
}

test('a code signs in once, and a second entry is refused', async () => {
  const { email, code } = await personWithCode();
  const first = await tryCode(email, code);
  expect(first.status).toBe(200);
  expect(first.body.token).toMatch(/^[\w-]{43}$/);
  const second = await tryCode(email, code);
  expect(second.status).toBe(400);
  expect(second.error).toEqual({ detail: loginMessages.invalid, code: 'code_invalid' });
});

test('a code is still valid after 4 wrong tries', async () => {
  const person = await personWithCode();
  await guessWrong(person, 4);
  expect((await tryCode(person.email, person.code)).status).toBe(200);
});

test('a code is invalid after 5 wrong tries, and a resend then sends a different code', async () => {
  const person = await personWithCode();
  await guessWrong(person, 5);
  expect((await tryCode(person.email, person.code)).status).toBe(400);
  at.clock.forward(30_000);
  await ask(person.email);
  expect(post.code()).not.toBe(person.code);
  expect((await tryCode(person.email, post.code())).status).toBe(200);
});

test('after 10 failures within a day, even the correct code is refused until the day is over', async () => {
  const person = await personWithCode();
  await guessWrong(person, 5);
  at.clock.forward(minute);
  await ask(person.email);
  await guessWrong({ ...person, code: post.code() }, 5);
  at.clock.forward(minute);
  await ask(person.email);
  expect((await tryCode(person.email, post.code())).status).toBe(400);
  at.clock.forward(dayMs);
  await ask(person.email);
  expect((await tryCode(person.email, post.code())).status).toBe(200);
});

test.each([
  ['works 9 minutes and 59 seconds after it was sent', 10 * minute - 1000, 200],
  ['is worth nothing 10 minutes after it was sent', 10 * minute, 400],
])('a code %s', async (_, wait, status) => {
  const { email, code } = await personWithCode();
  at.clock.forward(wait);
  expect((await tryCode(email, code)).status).toBe(status);
});

test('a code is valid only for its own account', async () => {
  const one = await personWithCode();
  const other = await personWithCode();
  expect((await tryCode(other.email, one.code)).status).toBe(400);
  expect((await tryCode(one.email, one.code)).status).toBe(200);
});

test('a code requested again within its lifetime is sent again unchanged, and its lifetime is not extended', async () => {
  const { email, code } = await personWithCode();
  at.clock.forward(9 * minute);
  expect(await ask(email)).toHaveLength(1);
  expect(post.code()).toBe(code);
  at.clock.forward(minute);
  expect((await tryCode(email, code)).status).toBe(400);
});

test('of 50 simultaneous wrong guesses, only 5 are counted, and the code is invalid afterward', async () => {
  const { pk, email, code } = await personWithCode();
  const answers = await allAtOnce(pk, (n) => tryCode(email, otherThan(code, n + 1)));
  for (const { status } of answers) expect(status).toBe(400);
  const [row] = await sql`
      select caller, tries, failures from code_budgets where person_pk = ${pk}`;
  expect(row).toEqual({ caller: 'stranger', tries: 5, failures: 5 });
  expect((await tryCode(email, code)).status).toBe(400);
});

test('of 50 simultaneous entries of the correct code, only one signs in', async () => {
  const { pk, email, code } = await personWithCode();
  const answers = await allAtOnce(pk, () => tryCode(email, code));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test.each([
  ['30 seconds later is allowed', [30_000], true],
  ['29 seconds later is not', [29_000], false],
  ['a fifth within an hour is allowed', [1, 2, 3, 4].map((n) => n * 10 * minute), true],
  ['a sixth within an hour is not', [1, 2, 3, 4, 5].map((n) => n * 10 * minute), false],
  ['a tenth within a day is allowed', [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => n * hourMs), true],
  ['an eleventh is not', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => n * hourMs), false],
  ['the day is forgotten after 24 hours', Array(10).fill(dayMs), true],
])('a send %s', (_, ago, allowed) => {
  const now = fromIso('2026-06-15T19:00:00Z');
  const sends = (ago as number[]).map((one) => instant(now - one));
  expect(maySend(sends, now)).toBe(allowed);
});

test('a code requested again within 30 seconds is answered with a 200 but not sent again', async () => {
  const person = await makePerson(sql);
  expect(await ask(person.email)).toHaveLength(1);
  at.clock.forward(29_000);
  expect(await ask(person.email)).toHaveLength(0);
  at.clock.forward(1000);
  expect(await ask(person.email)).toHaveLength(1);
});

test('ten simultaneous code requests send one message', async () => {
  const person = await makePerson(sql);
  const before = post.messages.length;
  await Promise.all(Array.from({ length: 10 }, () => ask(person.email)));
  expect(post.messages.slice(before)).toHaveLength(1);
});

test('a failed send does not count, and the retry of its job sends a valid code', async () => {
  const person = await makePerson(sql);
  post.fail(1);
  expect(await ask(person.email)).toHaveLength(0);
  const [row] = await sql`
    select cardinality(sends) as sends from code_budgets where person_pk = ${person.pk}`;
  expect(row?.sends).toBe(0);
  expect(await retry()).toMatchObject([{ to: person.email }]);
  expect((await tryCode(person.email, post.code())).status).toBe(200);
});

test('a message with a lost answer is sent again under the same key, and a resend has another key', async () => {
  const { email } = await makePerson(sql);
  post.loseAnswers(1);
  const [first] = await ask(email);
  const [again] = await retry();
  expect(again?.key).toMatch(/^code-[0-9a-f]{32}$/);
  expect(again?.key).toBe(first?.key);
  expect(again?.text.slice(0, 6)).toBe(first?.text.slice(0, 6));
  at.clock.forward(minute);
  const [resent] = await ask(email);
  expect(resent?.key).not.toBe(first?.key);
});

test('a message that is refused permanently is not tried again and counts as sent', async () => {
  const { pk, email } = await makePerson(sql);
  post.refuse(1);
  expect(await ask(email)).toEqual([]);
  expect(await retry()).toEqual([]);
  const [row] = await sql`
    select cardinality(sends) as sends from code_budgets where person_pk = ${pk}`;
  expect(row?.sends).toBe(1);
});

test('the answers to a code request and a wrong code do not reveal whether an account exists', async () => {
  const { email } = await makePerson(sql);
  const unknown = email.replace(/^./, (first) => (first === 'x' ? 'y' : 'x'));
  const request = (username: string) => {
    const body = { username, phone_country_code: '+1' };
    return at.call(requestCode, { body }, { from: newAddress() });
  };
  const [known, stranger] = [await request(email), await request(unknown)];
  expect(stranger.status).toBe(known.status);
  expect({ ...stranger.body, target: '' }).toEqual({ ...known.body, target: '' });
  expect(Object.keys(stranger.response.headers)).toEqual(Object.keys(known.response.headers));
  await ask('stranger@example.com');
  const wrong = [await tryCode(email, '123456'), await tryCode(unknown, '123456')];
  expect(wrong[1]?.status).toBe(400);
  expect(wrong[1]?.response.body).toBe(wrong[0]?.response.body);
});

test('a code request for an account that does not exist sends nothing', async () => {
  expect(await ask('stranger@example.com')).toHaveLength(0);
  expect(await ask('602 555 0199')).toHaveLength(0);
});

test('an account is found by its email address in any case', async () => {
  await makePerson(sql, { email: 'Case.Test@Example.com' });
  expect(await ask('cAsE.tEsT@eXample.COM')).toMatchObject([
    { medium: 'email', to: 'Case.Test@Example.com' },
  ]);
  expect((await tryCode('CASE.TEST@EXAMPLE.COM ', post.code())).status).toBe(200);
});

test('an account is found by its phone number in any format and gets a text message', async () => {
  await makePerson(sql, { phone: '+16025550147' });
  expect(await ask('(602) 555-0147')).toMatchObject([{ medium: 'sms', to: '+16025550147' }]);
  expect((await tryCode('602.555.0147', post.code())).status).toBe(200);
});

test('a request that comes too soon does not use up the text messages of all accounts', async () => {
  await makePerson(sql, { phone: '+16025550151' });
  await makePerson(sql, { phone: '+16025550152' });
  await sql`insert into limits (subject, hits, until)
    values ('sms', 1999, ${at.clock() + dayMs}) on conflict (subject) do update
    set hits = excluded.hits, until = excluded.until`;
  expect(await ask('602 555 0151')).toHaveLength(1);
  // Too soon, so nothing is sent and nothing counts.
  expect(await ask('602 555 0151')).toHaveLength(0);
  await sql`update limits set hits = 1999 where subject = 'sms'`;
  expect(await ask('602 555 0151')).toHaveLength(0);
  expect(await ask('602 555 0152')).toHaveLength(1);
  at.clock.forward(minute);
  expect(await ask('602 555 0152')).toHaveLength(0);
  at.clock.forward(dayMs);
  expect(await ask('602 555 0152')).toHaveLength(1);
});

test('an account with email and phone gets an email when the code is requested by email address', async () => {
  const { email } = await makePerson(sql, { phone: '+16025550148' });
  expect(await ask(email)).toMatchObject([{ medium: 'email', to: email }]);
});

test.each([
  ['(602) 555-0147', '+1', '+16025550147'],
  ['020 7946 0018', '+44', '+442079460018'],
  ['+44 20 7946 0018', '+1', '+442079460018'],
  ['55 1234 5678', '52', '+525512345678'],
])('the phone number %s with dial code %s is read as %s', (username, phone_country_code, phone) => {
  expect(accountKey({ username, phone_country_code })).toEqual({ email: null, phone });
});

test('no token and no code is readable in any table of the database', async () => {
  const { email, code } = await personWithCode();
  const { body } = await tryCode(email, code);
  at.clock.forward(minute);
  await ask(email);
  const living = post.code();
  expect(await listTablesWith(sql, body.token)).toEqual([]);
  expect(await listTablesWith(sql, new RegExp(`\\b${living}\\b`))).toEqual([]);
  expect(await listTablesWith(sql, email)).toEqual(['public.people']);
  const [stored] = await sql`
    select count(*) as found from sessions
    where token_hash = sha256(${Buffer.from(body.token)}::bytea)`;
  expect(stored?.found).toBe(1);
});

test('the outbox has one line per message, and only its owner can read the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-outbox-'));
  const shown: string[] = [];
  const show = (line: string) => shown.push(line);
  const messenger = outboxMessenger(folder, at.clock, { show, withText: true });
  const message = { medium: 'sms', to: '+16025550147', subject: '', text: '1\n2' } as const;
  await messenger.send(message);
  await messenger.send({ ...message, medium: 'email' });
  const file = join(folder, 'outbox.jsonl');
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    message,
    { ...message, medium: 'email' },
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
  await outboxMessenger(folder, at.clock, { show, withText: false }).send(message);
  expect(shown[0]).toBe('[outbox] sms to +16025550147: 1');
  expect(shown.at(-1)).toBe('[outbox] sms that nothing is set to send');
  rmSync(folder, { recursive: true });
});

describe('IP address limits', () => {
  const request = (from: string, headers = {}, app = at) =>
    app.call(
      requestCode,
      { body: { username: 'stranger@example.com', phone_country_code: '+1' } },
      { from, headers },
    );
  const guess = (from: string) => enterCode(at, 'stranger@example.com', '1', { from });

  test('an IP address can request 60 codes per hour, and its 61st request is refused', async () => {
    const all = await Promise.all(Array.from({ length: 61 }, () => request('192.0.2.1')));
    const refused = all.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.error.code).toBe('too_many_requests');
    expect(refused[0]?.response.headers['retry-after']).toBeDefined();
    expect((await request('192.0.2.2')).status).toBe(200);
    at.clock.forward(hourMs);
    expect((await request('192.0.2.1')).status).toBe(200);
  });

  test('an IP address can try 120 codes per hour', async () => {
    const all = await Promise.all(Array.from({ length: 121 }, () => guess('192.0.2.3')));
    expect(all.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('IPv6 addresses share the limit of their /64 network, and the next network is not affected', async () => {
    const all = await Promise.all(
      Array.from({ length: 61 }, (_, n) => request(`2001:db8:0:7:${n.toString(16)}::1`)),
    );
    expect(all.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await request('2001:db8:0:8::1')).status).toBe(200);
  });

  test('an IPv4 address written as IPv6 counts as the IPv4 address', async () => {
    const addresses = ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209'];
    const all = await Promise.all(
      Array.from({ length: 61 }, (_, n) => request(addresses[n % 3] ?? '')),
    );
    expect(all.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await request('::ffff:192.0.2.10')).status).toBe(200);
  });

  test('behind a trusted proxy, requests count for the address that the proxy saw', async () => {
    const settings = { TRUST_PROXY: '1' };
    const proxied = await testApp({ now: '2026-06-15T19:00:00Z', settings });
    await makePerson(proxied.database.system);
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, n) =>
        request('10.9.9.9', { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` }, proxied),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const other = await request('10.9.9.9', { 'x-forwarded-for': '198.51.100.8' }, proxied);
    expect(other.status).toBe(200);
  });
});
