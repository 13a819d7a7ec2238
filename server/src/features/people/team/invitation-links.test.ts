import { getProfile } from '@lotkeeper/contract/people/session';
import {
  createInvitation,
  exchangeTicket,
  listInvitations,
  lookAtTicket,
  removeInvitation,
  resendInvitation,
  ticketMessages,
} from '@lotkeeper/contract/people/team';
import { expect, test } from 'vitest';
import { makeOrganization, makePerson, signedInMember } from '../../../testing/people.factory.ts';
import { enterCode, newAddress, startPost, withMailServer } from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Nothing is set to send mail. */
const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const organization = await makeOrganization(sql);
const admin = await signedInMember(at, organization, 'ADMIN');
const post = await startPost(at);

const invite = async (email: string) => {
  const ida = { first_name: 'Ida', last_name: 'Stone', role: 'EMPLOYEE' as const };
  const body = { organization: organization.pk, email, ...ida };
  return (await at.call(createInvitation, { body }, admin)).body;
};
const list = async (by: { token: string }) => {
  const query = { organization: String(organization.pk) };
  return at.call(listInvitations, { query }, by);
};
const toTicket = (link: string | null) => link?.replace('/auth/', '') ?? 'none';
const accept = (link: string | null) =>
  at.call(exchangeTicket, { body: { ticket: toTicket(link) } }, { from: newAddress() });
const look = (link: string | null) =>
  at.call(lookAtTicket, { body: { ticket: toTicket(link) } }, { from: newAddress() });

test('without an email server, an invitation has the link that the outbox has, and it opens the invitation', async () => {
  const { link, mail, pk } = await invite('ida@example.com');
  expect(link).toMatch(/^\/auth\/li_[\w-]{43}$/);
  expect(mail).toBe('link');
  const [message] = await post.collect();
  expect(message?.text).toContain(`https://lots.example${link}`);
  expect((await list(admin)).body).toMatchObject([{ pk, mail: 'link', link, failure: null }]);
  expect((await look(link)).body).toMatchObject({ kind: 'invitation', email: 'ida@example.com' });
  const { body } = await accept(link);
  expect((await at.call(getProfile, {}, body)).body).toMatchObject({
    email: 'ida@example.com',
    affiliations: [{ organization: organization.pk, role: 'EMPLOYEE' }],
  });
});

test('who may not invite isn’t shown the link', async () => {
  const employee = await signedInMember(at, organization, 'EMPLOYEE');
  expect((await list(employee)).status).toBe(403);
});

test('a link that is sent again is another one, and the old one ends', async () => {
  const { link, pk } = await invite('again@example.com');
  const { body } = await at.call(resendInvitation, { params: { id: String(pk) } }, admin);
  expect(body.link).not.toBe(link);
  expect((await look(link)).error.detail).toBe(ticketMessages.unknown);
  expect((await look(body.link)).status).toBe(200);
  await at.call(removeInvitation, { params: { id: String(pk) } }, admin);
  expect((await look(body.link)).error.detail).toBe(ticketMessages.removed);
});

test('a link that an Admin was shown opens nobody’s account, who joins with a code instead', async () => {
  const person = await makePerson(sql);
  const { link } = await invite(person.email);
  for (const opened of [await look(link), await accept(link)])
    expect(opened.error).toEqual({ code: 'code_invalid', detail: ticketMessages.hasAccount });
  await post.ask(person.email, { from: newAddress() });
  const { body } = await enterCode(at, person.email, post.code());
  expect((await at.call(getProfile, {}, body)).body.affiliations).toHaveLength(1);
});

test('once an email server is set, what is sent again is mailed and shows no link', async () => {
  const { pk } = await invite('later@example.com');
  const later = await testApp({
    now: '2026-06-15T19:00:00Z',
    database: at.database,
    settings: withMailServer,
  });
  const { body } = await later.call(resendInvitation, { params: { id: String(pk) } }, admin);
  expect(body).toMatchObject({ mail: 'waiting', link: null });
  await post.collect();
  const query = { organization: String(organization.pk) };
  const { body: invitations } = await later.call(listInvitations, { query }, admin);
  expect(invitations.find((one) => one.pk === pk)).toMatchObject({ mail: 'sent', link: null });
});
