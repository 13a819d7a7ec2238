import { codeRules, getProfile, linkMessages } from '@lotkeeper/contract/people/session';
import { exchangeTicket, lookAtTicket, ticketMessages } from '@lotkeeper/contract/people/team';
import { describe, expect, test } from 'vitest';
import { demoPeople } from '../../../demo/people.ts';
import { printDemoLinks } from '../../../demo/prepare-demo.ts';
import { endPrintedTickets, makeSignInTicket } from '../../../kernel/access/sign-in-tickets.ts';
import { makeInvitation, makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import { enterCode, newAddress, startPost } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const minute = 60_000;

// Enough connections for concurrent exchanges.
const at = await testApp({
  now: '2026-06-15T19:00:00Z',
  database: await testDatabase(undefined, 20),
});
const sql = at.database.system;
const post = await startPost(at);

const look = (ticket: string) =>
  at.call(lookAtTicket, { body: { ticket } }, { from: newAddress() });
const exchange = (ticket: string) =>
  at.call(exchangeTicket, { body: { ticket } }, { from: newAddress() });
const enter = (email: string, code: string) => enterCode(at, email, code);
const signedInAs = async (token: string) => (await at.call(getProfile, {}, { token })).body.pk;

/** Requests a code and returns it with the ticket of the mailed link. */
async function mailed(email: string) {
  const [mail] = await post.ask(email, { from: newAddress() });
  const ticket = /https:\/\/lots\.example\/auth\/(ll_[\w-]{43})\n/.exec(mail?.text ?? '')?.[1];
  return { ticket: ticket ?? 'none', code: post.code(), mail };
}

async function personWithMail() {
  const person = await makePerson(sql);
  return { ...person, ...(await mailed(person.email)) };
}

test('a mailed link shows its person without signing in, and signs in only once', async () => {
  const { pk, ticket } = await personWithMail();
  const [person] = await sql<{ name: string }[]>`
      select first_name || ' ' || last_name as name from people where pk = ${pk}`;
  for (let n = 0; n < 2; n++) {
    expect((await look(ticket)).body).toEqual({
      kind: 'sign_in',
      person: pk,
      name: person?.name,
      printed: false,
    });
  }
  const { status, body } = await exchange(ticket);
  expect(status).toBe(200);
  expect(await signedInAs(body.token)).toBe(pk);
  for (const again of [await exchange(ticket), await look(ticket)]) {
    expect(again.status).toBe(400);
    expect(again.error).toEqual({ detail: linkMessages.ended, code: 'code_invalid' });
  }
});

test('a mailed link exchanged ten times at once signs in only once', async () => {
  const { ticket } = await personWithMail();
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(ticket)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
});

test.each([
  ['works a second before ten minutes are over', -1000, 200],
  ['opens nothing after ten minutes', 0, 400],
])('a mailed link %s', async (_, more, status) => {
  const { ticket } = await personWithMail();
  at.clock.forward(codeRules.minutes * minute + more);
  expect((await exchange(ticket)).status).toBe(status);
});

test('a mailed link ends when the code of its email is used, and the code ends when the link is used', async () => {
  const first = await personWithMail();
  expect((await enter(first.email, first.code)).status).toBe(200);
  expect((await exchange(first.ticket)).status).toBe(400);
  const second = await personWithMail();
  expect((await exchange(second.ticket)).status).toBe(200);
  expect((await enter(second.email, second.code)).status).toBe(400);
});

test('a mailed link signs in its owner even after strangers used up the account’s tries', async () => {
  const { pk, email, code } = await personWithMail();
  for (let n = 1; n <= 5; n++) {
    expect((await enter(email, String((Number(code) + n) % 1e6).padStart(6, '0'))).status).toBe(
      400,
    );
  }
  at.clock.forward(minute);
  const { ticket } = await mailed(email);
  expect(await signedInAs((await exchange(ticket)).body.token)).toBe(pk);
});

test('a mailed link contains no code, and its ticket is not a session token', async () => {
  const { mail, code, ticket } = await personWithMail();
  const links = [mail?.text, mail?.html].flatMap((part) => part?.match(/https?:[^\s"]+/g) ?? []);
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(link).not.toContain(code);
  expect((await at.call(getProfile, {}, { token: ticket })).status).toBe(401);
});

test('a mailed link accepts the invitations waiting for its email address, as a code does', async () => {
  const organization = await makeOrganization(sql);
  const { email } = await makeInvitation(sql, organization);
  await makePerson(sql, { email });
  const { ticket } = await mailed(email);
  const { token } = (await exchange(ticket)).body;
  const { body } = await at.call(getProfile, {}, { token });
  expect(body.affiliations.map((one) => one.organization)).toEqual([organization.pk]);
});

test('a mailed link is not stored after it expires', async () => {
  await personWithMail();
  at.clock.forward(codeRules.minutes * minute);
  await personWithMail();
  const rows = await sql`
      select from sign_in_tickets where expires_at <= ${at.clock()}`;
  expect(rows).toHaveLength(0);
});

describe('printed links of the demo', () => {
  const print = async () => {
    const lines: string[] = [];
    const parts = {
      address: 'http://x',
      now: at.clock(),
      printLine: (line: string) => lines.push(line),
    };
    await printDemoLinks(at.database, parts);
    return lines.join('\n').match(/ll_[\w-]{43}/g) ?? [];
  };

  test('a printed demo link can be exchanged repeatedly until the next start', async () => {
    const { email } = demoPeople[0] as { email: string };
    const { pk } = await makePerson(sql, { email });
    const [ticket = 'none'] = await print();
    at.clock.forward(60 * minute);
    const tokens = [(await exchange(ticket)).body.token, (await exchange(ticket)).body.token];
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect(await signedInAs(token)).toBe(pk);
    await endPrintedTickets(sql);
    const [next = 'none'] = await print();
    expect((await exchange(ticket)).status).toBe(400);
    expect((await exchange(next)).status).toBe(200);
  });

  test('a printed demo link stays valid after its person signed in with a code', async () => {
    const person = await makePerson(sql);
    const ticket = await makeSignInTicket(
      sql,
      { personPk: person.pk, expiresAt: null },
      at.clock(),
    );
    const { code } = await mailed(person.email);
    expect((await enter(person.email, code)).status).toBe(200);
    expect((await exchange(ticket)).status).toBe(200);
  });
});

test('a session token cannot be viewed or exchanged as a ticket', async () => {
  const { pk } = await makePerson(sql);
  const token = await at.sessions.start(pk, null);
  for (const answer of [await exchange(token), await look(token), await exchange(`ll_${token}`)]) {
    expect(answer.status).toBe(400);
  }
  expect((await exchange(token)).error.fields).toEqual({ ticket: ticketMessages.unknown });
});
