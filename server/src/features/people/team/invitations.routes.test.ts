import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { getProfile } from '@lotkeeper/contract/people/session';
import {
  createInvitation,
  exchangeTicket,
  listInvitations,
  listMembers,
  lookAtTicket,
  removeInvitation,
  resendInvitation,
  teamMessages,
  ticketMessages,
} from '@lotkeeper/contract/people/team';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  confirmAgain,
  makeOrganization,
  makePerson,
  signedInMember,
} from '../../../testing/people.factory.ts';
import {
  enterCode,
  listTablesWith,
  newAddress,
  startPost,
  withMailServer,
} from '../../../testing/sign-in.ts';
import { testApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';

let organization: { pk: number };
let admin: { pk: number; token: string };
let addresses = 0;

const at = await testApp({
  now: '2026-06-15T19:00:00Z',
  settings: withMailServer,
  database: await testDatabase(undefined, 20),
});
const sql = at.database.system;
const post = await startPost(at);

/** A separate organization for each test, so that no test reaches another one's limit. */
async function freshOrganization() {
  organization = await makeOrganization(sql);
  admin = await signedInMember(at, organization, 'ADMIN');
  await sql`update people set first_name = 'Mara' where pk = ${admin.pk}`;
}

const newEmail = () => `invited-${++addresses}@example.com`;

const invite = (overrides: Partial<BodyOf<typeof createInvitation>> = {}, by = admin) => {
  const ida = { first_name: 'Ida', last_name: 'Stone', role: 'EMPLOYEE' as const };
  const body = { organization: organization.pk, email: newEmail(), ...ida, ...overrides };
  return at.call(createInvitation, { body }, { token: by.token });
};

const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const ticketIn = (text: string) => /\/auth\/(li_[\w-]+)/.exec(text)?.[1] ?? 'none';

/** An invitation whose mail was sent, with the ticket of its link. */
async function invited(overrides: Partial<BodyOf<typeof createInvitation>> = {}) {
  await post.collect();
  const { body, status, error } = await invite(overrides);
  expect(error?.detail).toBeUndefined();
  expect(status).toBe(200);
  const [mail] = await post.collect();
  return { ...body, mail: mail as NonNullable<typeof mail>, ticket: ticketIn(mail?.text ?? '') };
}

const accept = (ticket: string) =>
  at.call(exchangeTicket, { body: { ticket } }, { from: newAddress() });
const look = (ticket: string) =>
  at.call(lookAtTicket, { body: { ticket } }, { from: newAddress() });
const named = (pk: number) => ({ params: { id: String(pk) } });
const resend = (pk: number) => at.call(resendInvitation, named(pk), { token: admin.token });
const withdraw = (pk: number) => at.call(removeInvitation, named(pk), { token: admin.token });
const listed = async () => {
  const query = { organization: String(organization.pk) };
  return (await at.call(listInvitations, { query }, { token: admin.token })).body;
};
const profileOf = async (token: string) => (await at.call(getProfile, {}, { token })).body;

describe('invitations', () => {
  beforeAll(freshOrganization);

  test('an invitation without its fields names them in the words of the form', async () => {
    const body = { organization: organization.pk } as never;
    const { error } = await at.call(createInvitation, { body }, { token: admin.token });
    expect(error.fields).toMatchObject({
      first_name: 'Please enter a first name',
      last_name: 'Please enter a last name',
      email: 'Please enter a valid email',
      role: 'Please choose a role',
    });
  });

  test('an invitation is listed and mailed, and accepting its link creates the person and the membership', async () => {
    const { email, ticket, mail } = await invited({ first_name: 'Nils', role: 'ENFORCER' });
    expect(mail).toMatchObject({ medium: 'email', to: email });
    expect(mail.subject).toBe('You are invited to Desert Parking on Lotkeeper');
    expect(mail.text).toContain(`https://lots.example/auth/${ticket}`);
    expect(mail.html).toContain(`href="https://lots.example/auth/${ticket}"`);
    expect((await listed()).find((one) => one.email === email)).toMatchObject({
      role: 'ENFORCER',
      expired: false,
      mail: 'sent',
      expires_at: at.clock() + 14 * dayMs,
    });
    expect((await look(ticket)).body).toEqual({
      kind: 'invitation',
      organization: 'Desert Parking',
      email,
      role: 'ENFORCER',
      invited_by: 'Mara Reyes',
    });
    const { body } = await accept(ticket);
    expect(await profileOf(body.token)).toMatchObject({
      first_name: 'Nils',
      last_name: 'Stone',
      email,
      superuser: false,
      affiliations: [{ type: 'parking', organization: organization.pk, role: 'ENFORCER' }],
    });
    expect((await listed()).filter((one) => one.email === email)).toEqual([]);
    const members = await at.call(listMembers, named(organization.pk), { token: admin.token });
    expect(members.body.find((one) => one.email === email)?.last_login).toBe(at.clock());
  });

  test('an invitation whose email cannot be queued is not created', async () => {
    await sql`alter function lotkeeper.enqueue rename to enqueue_away`;
    const email = newEmail();
    const { status } = await invite({ email });
    await sql`alter function lotkeeper.enqueue_away rename to enqueue`;
    expect(status).toBe(500);
    expect((await listed()).filter((one) => one.email === email)).toEqual([]);
  });

  test('an invitation changes nothing about an existing person, who joins only by accepting it', async () => {
    const elsewhere = await makeOrganization(sql, { name: 'Elsewhere' });
    const person = await signedInMember(at, elsewhere, 'VALET');
    const row = async () => (await sql`select * from people where pk = ${person.pk}`)[0];
    const before = await row();
    const { ticket } = await invited({ email: person.email.toUpperCase(), first_name: 'Mallory' });
    expect(await row()).toEqual(before);
    expect((await profileOf(person.token)).affiliations).toHaveLength(1);
    const { body } = await accept(ticket);
    const after = await profileOf(body.token);
    expect(after).toMatchObject({ pk: person.pk, first_name: 'Robin', superuser: false });
    expect(after.affiliations.map(({ role }) => role)).toEqual(['VALET', 'EMPLOYEE']);
  });

  test('an invitation is accepted once, even when ten try at once', async () => {
    const { ticket, email } = await invited();
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(ticket)));
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(9).fill(400)]);
    const again = await accept(ticket);
    expect(again.error).toEqual({ code: 'code_invalid', detail: ticketMessages.used });
    expect((await look(ticket)).error.detail).toBe(ticketMessages.used);
    expect(await sql`select pk from people where email = ${email}`).toHaveLength(1);
  });

  test('invitations from two organizations to one new email address create one person with both memberships', async () => {
    const email = newEmail();
    const first = await invited({ email });
    const [own, ownAdmin] = [organization, admin];
    await freshOrganization();
    const second = await invited({ email: email.toUpperCase() });
    const answers = await Promise.all([accept(first.ticket), accept(second.ticket)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await profileOf(answers[0]?.body.token ?? '')).affiliations).toHaveLength(2);
    [organization, admin] = [own, ownAdmin];
  });

  test('signing in with a code accepts an invitation, even for a person without an account', async () => {
    const { email, ticket } = await invited({ first_name: 'Codette' });
    expect(await post.ask(email, { from: newAddress() })).toMatchObject([{ to: email }]);
    const none = await sql`
      select a.pk from affiliations a join people p on p.pk = a.person_pk where p.email = ${email}`;
    expect(none).toHaveLength(0);
    const { body: answer } = await enterCode(at, email, post.code());
    const profile = await profileOf(answer.token);
    expect(profile.first_name).toBe('Codette');
    expect(profile.affiliations).toMatchObject([{ organization: organization.pk }]);
    expect((await accept(ticket)).error.detail).toBe(ticketMessages.used);
  });

  test('signing in by phone does not accept an invitation to the person’s email address', async () => {
    const person = await makePerson(sql, { phone: '+16025550177' });
    await invited({ email: person.email });
    await post.ask('6025550177', { from: newAddress() });
    const { body: answer } = await enterCode(at, '6025550177', post.code());
    expect((await profileOf(answer.token)).affiliations).toEqual([]);
  });
});

describe('invitation links', () => {
  beforeAll(freshOrganization);

  test.each([
    ['holds until a moment before 14 days are over', 14 * dayMs - 1, 200],
    ['is worth nothing after 14 days, and says so', 14 * dayMs, 400],
  ])('an invitation link %s', async (_, wait, status) => {
    const { ticket, pk } = await invited();
    at.clock.forward(wait);
    admin.token = await at.sessions.start(admin.pk, null);
    const answer = await accept(ticket);
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.error).toEqual({ code: 'code_invalid', detail: ticketMessages.expired });
    expect((await listed()).find((one) => one.pk === pk)?.expired).toBe(true);
  });

  test('an expired invitation that is sent again gets a new link, and the old link stays invalid', async () => {
    const { ticket, pk } = await invited();
    at.clock.forward(20 * dayMs);
    admin.token = await at.sessions.start(admin.pk, null);
    const { body } = await resend(pk);
    expect(body).toMatchObject({ expired: false, expires_at: at.clock() + 14 * dayMs });
    const [mail] = await post.collect();
    const renewed = ticketIn(mail?.text ?? '');
    expect(renewed).not.toBe(ticket);
    expect((await accept(ticket)).error.detail).toBe(ticketMessages.unknown);
    expect((await accept(renewed)).status).toBe(200);
  });

  test('a withdrawn invitation’s link is refused with the reason, and its email address gets no code', async () => {
    const { ticket, pk, email } = await invited();
    for (const _ of [1, 2]) {
      expect((await withdraw(pk)).status).toBe(204);
    }
    expect((await accept(ticket)).error.detail).toBe(ticketMessages.removed);
    expect(await post.ask(email, { from: newAddress() })).toEqual([]);
    const resent = await resend(pk);
    expect([resent.status, resent.error.detail]).toEqual([409, teamMessages.over]);
  });

  test.each(['li_short', 'x'.repeat(43), `li_${'y'.repeat(43)}`, `li_${'y'.repeat(42)} `])(
    'the invitation ticket %s is refused with the same message as any unknown ticket',
    async (ticket) => {
      const { status, error } = await accept(ticket);
      expect(status).toBe(400);
      expect(error.detail).toContain(ticketMessages.unknown);
    },
  );

  test('an IP address can try 120 invitation tickets per hour', async () => {
    const body = { ticket: `li_${'z'.repeat(43)}` };
    const all = await Promise.all(
      Array.from({ length: 121 }, () => at.call(exchangeTicket, { body }, { from: '192.0.2.77' })),
    );
    expect(all.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('the ticket of an invitation link cannot be read anywhere in the database', async () => {
    const { ticket } = await invited();
    expect(await listTablesWith(sql, ticket)).toEqual([]);
  });
});

describe('creating invitations', () => {
  beforeAll(freshOrganization);

  test('an invitation with wrong fields is refused with an error for each of them', async () => {
    const { status, error } = await invite({ first_name: ' ', last_name: '', email: 'a@b' });
    expect(status).toBe(400);
    expect(error.fields).toEqual({
      first_name: 'Please enter a first name',
      last_name: 'Please enter a last name',
      email: 'Please enter a valid email',
    });
  });

  test.each(['a@b.c,d@e.f', 'a,b@c.de', '"a b"@c.de', 'a@b.cd\r\nBcc: x@y.zz', 'a@b.cd/'])(
    'an invitation to %j as an email address is refused',
    async (email) => {
      expect((await invite({ email })).error.fields?.email).toBe('Please enter a valid email');
    },
  );

  test.each(['SUPERUSER', 'superuser', 'Admin', '', null])(
    'an invitation with the role %j is refused',
    async (role) => {
      const { error } = await invite({ role: role as never });
      expect(error.fields).toEqual({ role: 'Please choose a role' });
    },
  );

  test.each([
    { superuser: true },
    { organization_id: 1 },
    { expires_at: 9e12 },
    { accepted_at: 1 },
  ])('an invitation with the unknown field of %j is refused', async (more) => {
    const { status, error } = await invite(more as object);
    expect(status).toBe(400);
    expect(Object.values(error.fields ?? {})).toEqual(['Unknown field.']);
  });

  test('a second invitation to the same email address in any case is refused, even at the same time', async () => {
    const email = newEmail();
    const answers = await Promise.all([
      invite({ email }),
      invite({ email: email.toUpperCase() }),
      invite({ email }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error.detail).toBe(teamMessages.alreadyInvited);
    expect(await post.collect()).toHaveLength(1);
  });

  test('an invitation to a member is refused', async () => {
    const member = await signedInMember(at, organization, 'VALET');
    const { status, error } = await invite({ email: member.email.toUpperCase() });
    expect([status, error.detail]).toEqual([409, teamMessages.alreadyMember]);
  });

  test('anyone whose invitation was withdrawn can be invited again', async () => {
    const { email, pk } = await invited();
    await withdraw(pk);
    const again = await invited({ email });
    expect((await accept(again.ticket)).status).toBe(200);
  });

  test('an organization can send 30 invitations per day, including those sent again', async () => {
    await freshOrganization();
    const { pk } = await invited();
    for (let n = 0; n < 28; n++) expect((await invite()).status).toBe(200);
    expect((await resend(pk)).status).toBe(200);
    for (const refused of [await resend(pk), await invite()]) {
      expect([refused.status, refused.error.detail]).toEqual([429, teamMessages.tooMany]);
    }
    at.clock.forward(dayMs);
    await confirmAgain(at, admin.token);
    expect((await invite()).status).toBe(200);
  });

  test('every step of an invitation leaves an audit entry', async () => {
    await freshOrganization();
    const { pk, email, ticket } = await invited({ role: 'ADMIN' });
    await accept(ticket);
    const second = await invited();
    await resend(second.pk);
    await withdraw(second.pk);
    const audit = await sql<{ act: string; subject: string; after: unknown }[]>`
      select act, subject_type || ' ' || subject_pk as subject, after, person_pk, happened_at from audit_entries
      where organization_id = ${organization.pk} order by pk`;
    expect(audit.map(({ act, subject }) => [act, subject])).toEqual([
      ['invite', `invitation ${pk}`],
      ['accept', `invitation ${pk}`],
      ['invite', `invitation ${second.pk}`],
      ['invite again', `invitation ${second.pk}`],
      ['withdraw', `invitation ${second.pk}`],
    ]);
    expect(audit[0]).toMatchObject({
      person_pk: admin.pk,
      happened_at: at.clock(),
      after: { first_name: 'Ida', last_name: 'Stone', email, role: 'ADMIN' },
    });
  });
});

describe('invitation emails', () => {
  beforeAll(freshOrganization);
  const retry = () => sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now(), attempts => 0) from graphile_worker.jobs`;

  test('an invitation email that failed is retried with the same ticket, and no invitation is mailed twice', async () => {
    await post.collect();
    post.fail(1);
    const { body } = await invite();
    expect(await post.collect()).toEqual([]);
    expect((await listed()).find((one) => one.pk === body.pk)).toMatchObject({
      mail: 'waiting',
      failure: 'The email server is down.',
      link: null,
    });
    const [{ ticket_hash: before } = {}] = await sql`
      select ticket_hash from invitations where pk = ${body.pk}`;
    await retry();
    const other = await invite();
    const mails = await post.collect();
    expect(mails.filter((one) => one.to === body.email)).toHaveLength(1);
    const [{ ticket_hash: after } = {}] = await sql`
      select ticket_hash from invitations where pk = ${body.pk}`;
    expect(after).toEqual(before);
    const keys = mails.map((one) => one.key);
    expect(new Set(keys).size).toBe(2);
    await sql`
      select graphile_worker.add_job('send_invitation', ${sql.json({
        organization_id: organization.pk,
        invitation_pk: other.body.pk,
      })}::json)`;
    expect(await post.collect()).toEqual([]);
  });

  test('an invitation email with a lost answer is sent again as exactly the same message', async () => {
    await post.collect();
    post.loseAnswers(1);
    await invite();
    const [first] = await post.collect();
    await retry();
    const other = await invite();
    const again = (await post.collect()).filter((one) => one.to !== other.body.email);
    expect(again).toEqual([first]);
    expect(first?.key).toMatch(/^invitation-[0-9a-f]{32}$/);
  });

  test('an invitation email that is refused permanently is shown to the Admins and not tried again', async () => {
    await post.collect();
    post.refuse(1);
    const { body } = await invite();
    expect(await post.collect()).toEqual([]);
    expect((await listed()).find((one) => one.pk === body.pk)).toMatchObject({
      mail: 'refused',
      failure: 'There is no such mailbox.',
    });
    const [row] = await sql<{ left: number }[]>`
      select count(*) as left from graphile_worker.jobs where key = ${`invitation ${body.pk}`}`;
    expect(row?.left).toBe(0);
    expect((await resend(body.pk)).body).toMatchObject({ mail: 'waiting', failure: null });
    expect(await post.collect()).toHaveLength(1);
  });
});
