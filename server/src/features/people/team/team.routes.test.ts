import { randomBytes } from 'node:crypto';
import { createApiKey } from '@lotkeeper/contract/intake/api-keys';
import { ingestReviews } from '@lotkeeper/contract/intake/ingest';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  rotateWebhook,
} from '@lotkeeper/contract/intake/webhooks';
import type { Role } from '@lotkeeper/contract/kernel/access';
import { createAuditorLink, openAuditorLink } from '@lotkeeper/contract/money/auditor-links';
import { chooseLetter, getLetterChoices } from '@lotkeeper/contract/money/letters';
import { createCalendarFeed } from '@lotkeeper/contract/operations/calendar-feeds';
import {
  changeMemberRole,
  listMemberAccess,
  listMembers,
  removeMember,
  teamMessages,
} from '@lotkeeper/contract/people/team';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { setRole } from '@lotkeeper/contract/platform/superuser';
import { describe, expect, test } from 'vitest';
import { startLive } from '../../../kernel/http/live.ts';
import { atEnd } from '../../../testing/at-end.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openLiveClient } from '../../../testing/live-client.ts';
import {
  affiliate,
  makeOrganization,
  makePerson,
  signedInMember,
  signedInSuperuser,
} from '../../../testing/people.factory.ts';
import { withMailServer } from '../../../testing/sign-in.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const at = await testApp({
  settings: withMailServer,
  now: '2026-06-15T19:00:00Z',
  database: await testDatabase(undefined, 20),
});
const sql = at.database.system;
const { sessions, spots, changes, kiosks } = at;
const live = startLive(at.app.server, {
  sessions,
  spots,
  changes,
  kiosks,
  isOwnOrigin: () => true,
  reportFault: () => undefined,
});
const liveUrl = await at.app.listen({ port: 0, host: '127.0.0.1' });
atEnd(async () => {
  await live.close();
});

type Signed = { pk: number; token: string };

/** An organization with a member for each role, in this order. */
async function organizationWith<const Roles extends readonly Role[]>(...roles: Roles) {
  const organization = await makeOrganization(sql);
  const made = await Promise.all(roles.map((role) => signedInMember(at, organization, role)));
  const members = made as readonly Signed[] as { [Index in keyof Roles]: Signed };
  return [organization, ...members] as const;
}

type Named = { pk: number };
const toParams = (organization: Named, member: Named) => ({
  params: { id: String(organization.pk), memberId: String(member.pk) },
});
type Leave = (
  params: ReturnType<typeof toParams>['params'],
  by: Signed,
) => Promise<{ status: number }>;

const remove = (by: Signed, organization: Named, member: Named) =>
  at.call(removeMember, { ...toParams(organization, member), query: {} }, by);

const changeRole = (by: Signed, organization: Named, member: Named, role: Role) =>
  at.call(changeMemberRole, { ...toParams(organization, member), body: { role } }, by);

const adminsOf = async (organization: { pk: number }) =>
  (
    await sql<{ person_pk: number }[]>`
      select person_pk from affiliations
      where organization_id = ${organization.pk} and role = 'ADMIN' and type = 'parking'`
  ).length;

test('the members are listed by name with their last sign-in, and towing staff are left out', async () => {
  const [organization, admin] = await organizationWith('ADMIN');
  const newcomer = await makePerson(sql);
  await sql`update people set first_name = 'ada' where pk = ${newcomer.pk}`;
  await affiliate(sql, newcomer, organization, 'VALET');
  await affiliate(sql, await makePerson(sql), organization, 'ADMIN', 'towing');
  const params = { id: String(organization.pk) };
  const { body } = await at.call(listMembers, { params }, { token: admin.token });
  expect(body.map(({ pk, role, last_login }) => [pk, role, last_login])).toEqual([
    [newcomer.pk, 'VALET', null],
    [admin.pk, 'ADMIN', at.clock()],
  ]);
});

test('a removed member is refused on the next request, loses the open socket, and remains a person', async () => {
  const [organization, admin, employee] = await organizationWith('ADMIN', 'EMPLOYEE');
  const socket = openLiveClient(liveUrl, employee.token);
  let left = '';
  socket.on('disconnect', (reason) => (left = reason));
  await eventually(() => socket.connected);
  const params = { id: String(organization.pk) };
  const read = async () =>
    (await at.call(getOrganization, { params }, { token: employee.token })).status;
  expect(await read()).toBe(200);
  expect((await remove(admin, organization, employee)).status).toBe(204);
  await eventually(async () => (await read()) === 404);
  expect(await eventually(() => left)).toBe('io server disconnect');
  const people = await sql`select pk from people where pk = ${employee.pk}`;
  expect(people).toHaveLength(1);
});

test('removing a member leaves an audit entry, and removing them a second time gets a 404', async () => {
  const [organization, admin, employee] = await organizationWith('ADMIN', 'EMPLOYEE');
  await remove(admin, organization, employee);
  const { status, error } = await remove(admin, organization, employee);
  expect([status, error.detail]).toEqual([404, 'There is no such team member.']);
  const audit = await sql`
    select person_pk, act, subject_type || ' ' || subject_pk as subject, before from audit_entries where organization_id = ${organization.pk}`;
  const subject = `person ${employee.pk}`;
  const before = { role: 'EMPLOYEE' };
  expect(audit).toEqual([{ person_pk: admin.pk, act: 'remove', subject, before }]);
});

describe('what an Admin made that opens the organization without them', () => {
  /** An organization, and an Admin of it with one of each; `dead` is nothing that still opens it. */
  async function make() {
    const [organization, admin, leaver] = await organizationWith('ADMIN', 'ADMIN');
    const spot = await makeSpot(sql, { organization });
    const id = String(organization.pk);
    const link = {
      auditor: 'Jordan Blake',
      first_month: '2026-04-01',
      last_month: '2026-05-01',
      spots: [],
      days: 366,
    };
    const auditor = await at.call(createAuditorLink, { params: { orgId: id }, body: link }, leaver);
    const key = await at.call(
      createApiKey,
      { params: { id }, body: { name: 'Booking site', grants: ['reviews'] } },
      leaver,
    );
    const webhook = await at.call(
      createWebhook,
      {
        params: { id },
        body: { url: 'https://hooks.example.com/a', types: ['rental.created'], spots: null },
      },
      leaver,
    );
    const calendar = await at.call(
      createCalendarFeed,
      { params: { orgId: id }, body: { kind: 'events', spot: spot.pk } },
      leaver,
    );
    const opens = async () => {
      const webhooks = await at.call(listWebhooks, { params: { id } }, admin);
      const items = {
        items: [
          {
            source: 'site',
            external_id: 'a',
            spot: spot.pk,
            rating: 4,
            created_at: '2026-06-15T12:00:00Z',
          },
        ],
      };
      const send = await at.call(ingestReviews, { body: items }, { token: key.body.key });
      return {
        auditor: (await at.call(openAuditorLink, { params: { token: auditor.body.token } })).status,
        key: send.status,
        webhooks: webhooks.body.map(({ pk }) => pk === webhook.body.webhook.pk),
        calendar: (await at.app.inject({ method: 'GET', url: calendar.body.path })).statusCode,
      };
    };
    return { organization, spot, admin, leaver, webhook: webhook.body.webhook.pk, opens };
  }

  test('is listed, and stays when they are removed, except for their calendar link', async () => {
    const { organization, admin, leaver, opens } = await make();
    const list = async () =>
      (await at.call(listMemberAccess, toParams(organization, leaver), admin)).body;
    expect((await list()).map(({ kind, name }) => [kind, name])).toEqual([
      ['api_key', 'Booking site'],
      ['auditor_link', 'Jordan Blake'],
      ['calendar_link', expect.any(String)],
      ['webhook', 'https://hooks.example.com/a'],
    ]);
    expect(await at.call(listMemberAccess, toParams(organization, admin), admin)).toMatchObject({
      body: [],
    });
    expect(await opens()).toEqual({ auditor: 200, key: 200, webhooks: [true], calendar: 200 });
    expect((await remove(admin, organization, leaver)).status).toBe(204);
    expect(await opens()).toEqual({ auditor: 200, key: 200, webhooks: [true], calendar: 404 });
    await affiliate(sql, leaver, organization, 'ADMIN');
    expect((await opens()).calendar).toBe(404);
  });

  test('ends with the membership if that is chosen, and doesn’t come back when they do', async () => {
    const { organization, admin, leaver, opens } = await make();
    const input = { ...toParams(organization, leaver), query: { end: 'true' as const } };
    expect((await at.call(removeMember, input, admin)).status).toBe(204);
    const ended = { auditor: 404, webhooks: [], calendar: 404 };
    expect(await opens()).toMatchObject(ended);
    await eventually(async () => (await opens()).key === 401);
    await affiliate(sql, leaver, organization, 'ADMIN');
    expect(await opens()).toEqual({ ...ended, key: 401 });
    expect((await at.call(listMemberAccess, toParams(organization, leaver), admin)).body).toEqual(
      [],
    );
    const audit = await sql<{ entry: string }[]>`
      select act || ' ' || subject_type as entry from audit_entries
      where organization_id = ${organization.pk} and person_pk = ${admin.pk} order by 1`;
    expect(audit.map(({ entry }) => entry)).toEqual([
      'remove person',
      'remove webhook',
      'revoke API key',
      'revoke auditor link',
    ]);
  });

  test.each<[string, Leave]>([
    ['they are removed', (params, by) => at.call(removeMember, { params, query: {} }, by)],
    [
      'they are no longer an Admin',
      (params, by) => at.call(changeMemberRole, { params, body: { role: 'VALET' } }, by),
    ],
    [
      'a superuser takes their role',
      async ({ id, memberId }) => {
        const { token } = await signedInSuperuser(at);
        const body = { organization: Number(id), role: 'EMPLOYEE' as const };
        return at.call(setRole, { params: { id: memberId }, body }, { token });
      },
    ],
  ])(
    'has their open invitations and unopened kiosks, which no longer work once %s',
    async (_, leave) => {
      const { organization, spot, admin, leaver } = await make();
      const addKiosk = async (token_hash: Buffer | null) => {
        const row = {
          organization_id: organization.pk,
          spot_pk: spot.pk,
          mode: 'hours',
          minutes: 60,
          pin_salt: Buffer.alloc(0),
          pin_hash: Buffer.alloc(0),
          token_hash,
          ticket_expires_at: at.clock(),
          created_by: leaver.pk,
          created_at: at.clock(),
        };
        await sql`insert into kiosks ${sql.values(row)}`;
      };
      await addKiosk(null);
      await addKiosk(randomBytes(32));
      const [open] = await sql<[{ pk: number }]>`
      insert into invitations (organization_id, first_name, last_name, email, role, expires_at, invited_by)
      values (${organization.pk}, 'Ida', 'Stone', 'way.back@example.com', 'ADMIN',
        ${at.clock() + 86_400_000}, ${leaver.pk})
      returning pk`;
      const [toOwnAddress] = await sql<[{ pk: number }]>`
      insert into invitations (organization_id, first_name, last_name, email, role, expires_at, invited_by)
      select ${organization.pk}, 'Ida', 'Stone', upper(email), 'ADMIN', ${at.clock() + 86_400_000}, ${admin.pk}
      from people where pk = ${leaver.pk}
      returning pk`;
      const { body } = await at.call(listMemberAccess, toParams(organization, leaver), admin);
      expect(body).toContainEqual(
        expect.objectContaining({ kind: 'invitation', name: 'way.back@example.com' }),
      );
      expect([200, 204]).toContain(
        (await leave(toParams(organization, leaver).params, admin)).status,
      );
      const pks = [open.pk, toOwnAddress.pk];
      expect(await sql`select removed_at from invitations where pk = any (${pks})`).toEqual([
        { removed_at: at.clock() },
        { removed_at: at.clock() },
      ]);
      expect(
        await sql`
        select token_hash is not null as opened, ended_at from kiosks
        where organization_id = ${organization.pk} order by pk`,
      ).toEqual([
        { opened: false, ended_at: at.clock() },
        { opened: true, ended_at: null },
      ]);
    },
  );

  test('of an Employee who becomes a Valet includes kiosks that nobody opened', async () => {
    const { organization, spot, admin, leaver } = await make();
    await sql`update affiliations set role = 'EMPLOYEE'
      where organization_id = ${organization.pk} and person_pk = ${leaver.pk}`;
    const row = {
      organization_id: organization.pk,
      spot_pk: spot.pk,
      mode: 'hours',
      minutes: 60,
      pin_salt: Buffer.alloc(0),
      pin_hash: Buffer.alloc(0),
      ticket_expires_at: at.clock(),
      created_by: leaver.pk,
      created_at: at.clock(),
    };
    await sql`insert into kiosks ${sql.values(row)}`;
    const input = { ...toParams(organization, leaver), body: { role: 'VALET' as const } };
    expect((await at.call(changeMemberRole, input, admin)).status).toBe(200);
    expect(
      await sql`select ended_at from kiosks where organization_id = ${organization.pk}`,
    ).toEqual([{ ended_at: at.clock() }]);
  });

  test('of an Admin who gets another role is listed, and ends if that is chosen', async () => {
    const { organization, admin, leaver, opens } = await make();
    const change = (body: { role: Role; end?: boolean }) =>
      at.call(changeMemberRole, { ...toParams(organization, leaver), body }, admin);
    expect((await change({ role: 'EMPLOYEE' })).status).toBe(200);
    expect(await opens()).toMatchObject({ auditor: 200, key: 200, webhooks: [true] });
    expect((await change({ role: 'EMPLOYEE', end: true })).status).toBe(200);
    expect(await opens()).toMatchObject({ auditor: 404, webhooks: [] });
    await eventually(async () => (await opens()).key === 401);
  });

  test.each([
    [
      'chose its URL',
      (params: { id: string; webhook: string }, by: Signed) =>
        at.call(
          changeWebhook,
          {
            params,
            body: { url: 'https://hooks.example.com/b', types: ['rental.created'], spots: null },
          },
          by,
        ),
    ],
    [
      'replaced its secret',
      (params: { id: string; webhook: string }, by: Signed) =>
        at.call(rotateWebhook, { params }, by),
    ],
  ])('has the webhook of somebody else after a member %s', async (_, change) => {
    const { organization, admin, leaver, webhook, opens } = await make();
    const second = await signedInMember(at, organization, 'ADMIN');
    const list = async () =>
      (await at.call(listMemberAccess, toParams(organization, second), admin)).body;
    expect(await list()).toEqual([]);
    const params = { id: String(organization.pk), webhook: String(webhook) };
    expect((await change(params, second)).status).toBe(200);
    expect(await list()).toMatchObject([{ kind: 'webhook', pk: webhook }]);
    expect(
      (await at.call(listMemberAccess, toParams(organization, leaver), admin)).body,
    ).toContainEqual(expect.objectContaining({ kind: 'webhook', pk: webhook }));
    const input = { ...toParams(organization, second), query: { end: 'true' as const } };
    expect((await at.call(removeMember, input, admin)).status).toBe(204);
    expect((await opens()).webhooks).toEqual([]);
  });

  test('has their cameras and kiosks, which go on when it ends', async () => {
    const { organization, spot, admin, leaver } = await make();
    await sql`
      insert into camera_feeds (organization_id, name, format, key_hash, hint, created_by, created_at)
      values (${organization.pk}, 'North gate', 'custom', ${randomBytes(32)}, 'abcd', ${leaver.pk}, ${at.clock()})`;
    await sql`
      insert into kiosks (organization_id, spot_pk, mode, minutes, pin_salt, pin_hash, token_hash, ticket_expires_at,
        created_by, created_at)
      values (${organization.pk}, ${spot.pk}, 'hours', 60, '', '', ${randomBytes(32)}, ${at.clock()},
        ${leaver.pk}, ${at.clock()})`;
    const { body } = await at.call(listMemberAccess, toParams(organization, leaver), admin);
    expect(body.map(({ kind }) => kind)).toEqual([
      'api_key',
      'auditor_link',
      'calendar_link',
      'camera_feed',
      'kiosk',
      'webhook',
    ]);
    const input = { ...toParams(organization, leaver), query: { end: 'true' as const } };
    expect((await at.call(removeMember, input, admin)).status).toBe(204);
    expect(
      await sql`
      select f.revoked_at, k.ended_at from camera_feeds f join kiosks k using (organization_id)
      where organization_id = ${organization.pk}`,
    ).toEqual([{ revoked_at: null, ended_at: null }]);
  });

  test('has what is being made while they are removed, and a later one is refused', async () => {
    const { organization, admin, leaver } = await make();
    const createKey = () =>
      at.call(
        createApiKey,
        {
          params: { id: String(organization.pk) },
          body: { name: 'In time', grants: ['reviews'] },
        },
        leaver,
      );
    const countWaiting = async () => {
      const [{ count }] = await sql<[{ count: number }]>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return count;
    };
    const { promise, resolve } = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = sql.begin(async (tx) => {
      await tx`lock table api_keys in share row exclusive mode`;
      locked.resolve();
      await promise;
    });
    await locked.promise;
    const key = createKey();
    await eventually(async () => (await countWaiting()) === 1);
    const removal = at.call(
      removeMember,
      { ...toParams(organization, leaver), query: { end: 'true' as const } },
      admin,
    );
    await eventually(async () => (await countWaiting()) === 2);
    resolve();
    await holder;
    expect((await key).status).toBe(200);
    expect((await removal).status).toBe(204);
    expect((await createKey()).status).not.toBe(200);
    const live = await sql`
      select name from api_keys where organization_id = ${organization.pk} and revoked_at is null`;
    expect(live).toEqual([]);
  });

  test('has the letters that they chose, which don’t come back when they do', async () => {
    const { organization, admin, leaver } = await make();
    const params = { orgId: String(organization.pk) };
    const body = { kind: 'weekly' as const, is_chosen: true };
    expect((await at.call(chooseLetter, { params, body }, leaver)).status).toBe(200);
    expect((await remove(admin, organization, leaver)).status).toBe(204);
    await affiliate(sql, leaver, organization, 'ADMIN');
    const { body: choices } = await at.call(getLetterChoices, { params }, leaver);
    expect(choices.chosen).toEqual({ weekly: false, monthly: false });
  });

  test('stays as it is when the removal is refused', async () => {
    const { organization, admin, leaver } = await make();
    await sql`delete from affiliations where organization_id = ${organization.pk} and person_pk = ${admin.pk}`;
    const superuser = await signedInSuperuser(at);
    const input = { ...toParams(organization, leaver), query: { end: 'true' as const } };
    expect((await at.call(removeMember, input, superuser)).error.detail).toBe(
      teamMessages.lastAdmin,
    );
    const { body } = await at.call(listMemberAccess, toParams(organization, leaver), superuser);
    expect(body).toHaveLength(4);
  });
});

test('a changed role gives the member its rights at once and leaves an audit entry', async () => {
  const [organization, admin, employee] = await organizationWith('ADMIN', 'EMPLOYEE');
  const params = { id: String(organization.pk) };
  const read = async () =>
    (await at.call(listMembers, { params }, { token: employee.token })).status;
  expect(await read()).toBe(403);
  const { status, body } = await changeRole(admin, organization, employee, 'ADMIN');
  expect([status, body.role]).toEqual([200, 'ADMIN']);
  await eventually(async () => (await read()) === 200);
  expect((await changeRole(admin, organization, employee, 'ENFORCER')).body.role).toBe('ENFORCER');
  await eventually(async () => (await read()) === 403);
  const audit = await sql`
      select person_pk, act, subject_type || ' ' || subject_pk as subject, before, after from audit_entries
      where organization_id = ${organization.pk} order by happened_at, pk`;
  const entry = { person_pk: admin.pk, act: 'change', subject: `person ${employee.pk}` };
  expect(audit).toEqual([
    { ...entry, before: { role: 'EMPLOYEE' }, after: { role: 'ADMIN' } },
    { ...entry, before: { role: 'ADMIN' }, after: { role: 'ENFORCER' } },
  ]);
});

test('an Admin can give up that role only while there is another Admin', async () => {
  const [organization, first, second] = await organizationWith('ADMIN', 'ADMIN');
  expect((await changeRole(first, organization, first, 'EMPLOYEE')).status).toBe(200);
  const { status, error } = await changeRole(second, organization, second, 'EMPLOYEE');
  expect([status, error.detail]).toEqual([409, teamMessages.lastAdminRole]);
  expect(await adminsOf(organization)).toBe(1);
});

test('a change to the role that the member already has leaves no audit entry', async () => {
  const [organization, admin, employee] = await organizationWith('ADMIN', 'EMPLOYEE');
  expect((await changeRole(admin, organization, employee, 'EMPLOYEE')).status).toBe(200);
  const audit = await sql`
      select pk from audit_entries where organization_id = ${organization.pk}`;
  expect(audit).toHaveLength(0);
});

test('when two Admins take each other’s role at once, one of them stays an Admin', async () => {
  const [organization, one, two] = await organizationWith('ADMIN', 'ADMIN');
  const answers = await Promise.all([
    changeRole(one, organization, two, 'EMPLOYEE'),
    changeRole(two, organization, one, 'EMPLOYEE'),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await adminsOf(organization)).toBe(1);
});

test('an Admin cannot remove themselves', async () => {
  const [organization, admin] = await organizationWith('ADMIN', 'ADMIN');
  const { status, error } = await remove(admin, organization, admin);
  expect([status, error.detail]).toEqual([409, teamMessages.yourself]);
});

test('a superuser can remove the last Admin but one, but not the last', async () => {
  const [organization, first, second] = await organizationWith('ADMIN', 'ADMIN');
  const superuser = await signedInSuperuser(at);
  expect((await remove(superuser, organization, first)).status).toBe(204);
  const { status, error } = await remove(superuser, organization, second);
  expect([status, error.detail]).toEqual([409, teamMessages.lastAdmin]);
  expect(await adminsOf(organization)).toBe(1);
});

test.each(Array.from({ length: 5 }, (_, n) => n + 1))(
  'when two Admins remove each other at once, one of them stays (round %i)',
  async () => {
    const [organization, one, two] = await organizationWith('ADMIN', 'ADMIN');
    // Both have passed the access check and wait for the same rows before either continues.
    let both: ReturnType<typeof remove>[] = [];
    await sql.begin(async (tx) => {
      await tx`select from affiliations where organization_id = ${organization.pk} for update`;
      both = [remove(one, organization, two), remove(two, organization, one)];
      await eventually(async () => {
        await tx`select pg_stat_clear_snapshot()`;
        const [row] = await tx<{ waiting: number }[]>`
            select count(*) as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%affiliations%'`;
        return row?.waiting === 2;
      });
    });
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 403]);
    expect(await adminsOf(organization)).toBe(1);
  },
);

test('when ten Admins remove each other in a ring at once, some of them stay', async () => {
  const [organization, ...members] = await organizationWith(...Array<Role>(10).fill('ADMIN'));
  const answers = await Promise.all(
    members.map((one, n) => remove(one, organization, members[(n + 1) % 10] as Signed)),
  );
  const removed = answers.filter(({ status }) => status === 204).length;
  expect(removed).toBeGreaterThan(0);
  expect(await adminsOf(organization)).toBe(10 - removed);
  expect(removed).toBeLessThan(10);
});
