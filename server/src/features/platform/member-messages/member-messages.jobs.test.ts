import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../kernel/access/secrets.ts';
import { FinalFailure } from '../../../kernel/data/jobs.ts';
import type { Message } from '../../../kernel/messages/messages.ts';
import { openPushSender } from '../../../kernel/messages/web-push.ts';
import type { MemberMessage } from '../../../records/platform/member-messages.ts';
import { queueMemberMessages } from '../../../records/platform/member-messages.ts';
import { affiliate, makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import { makePushDevice } from '../../../testing/push-devices.factory.ts';
import { openPushService } from '../../../testing/push-service.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { makeMemberMessageSender, nextTry } from './member-messages.jobs.ts';

const { system: sql } = await testDatabase();
const secretBox = createSecretBox('a secret key of a test installation');
const pushService = await openPushService();
const pushSender = openPushSender({
  secretBox,
  outside: { allowPrivate: false },
  publicUrl: () => 'https://lots.example',
  send: pushService.send,
});
const start = fromIso('2026-06-15T19:00:00Z');

/** An organization with an Admin, a clock, and an email server that can be down. */
async function makeWorld(of: { phone?: string } = {}) {
  const organization = await makeOrganization(sql);
  const admin = await makePerson(sql, of);
  await affiliate(sql, admin, organization, 'ADMIN');
  const world = { now: start, error: null as Error | null, asked: 0, downMedium: '' };
  const sent: Message[] = [];
  const messenger = {
    send: async (message: Message) => {
      world.asked += 1;
      if (world.error) throw world.error;
      if (message.medium === world.downMedium) throw new Error('Down.');
      sent.push(message);
    },
  };
  const send = makeMemberMessageSender({
    sql,
    clock: () => world.now,
    messenger,
    secretBox,
    pushSender,
  });
  const queue = (key: string, more: Partial<MemberMessage> = {}) =>
    sql.begin((tx) =>
      queueMemberMessages(
        tx,
        [
          {
            organization_id: organization.pk,
            person_pk: admin.pk,
            medium: 'email',
            key,
            subject: `About ${key}`,
            text: 'Words.',
            ...more,
          },
        ],
        world.now,
      ),
    );
  const read = () => sql<
    {
      key: string;
      tries: number;
      next_try_at: Instant | null;
      failure: string | null;
      content: unknown;
    }[]
  >`
    select key, tries, next_try_at, failure, content from member_messages
    where organization_id = ${organization.pk} order by pk`;
  return {
    world,
    sent,
    organization,
    admin,
    queue,
    read,
    send: () => send({ organization_id: organization.pk }),
  };
}

test('a message is sent once, also if it is queued twice, and its content is forgotten', async () => {
  const { queue, send, sent, read, admin } = await makeWorld();
  await queue('letter-1', { unsubscribe: 'https://lots.example/stop/x' });
  await queue('letter-1', { subject: 'Another' });
  await send();
  await send();
  expect(sent).toEqual([
    {
      medium: 'email',
      to: admin.email,
      subject: 'About letter-1',
      text: 'Words.',
      unsubscribe: 'https://lots.example/stop/x',
      key: expect.stringMatching(/^member-[\da-f]{32}$/),
    },
  ]);
  expect(await read()).toEqual([
    { key: 'letter-1', tries: 1, next_try_at: null, failure: null, content: null },
  ]);
});

test('with the email server down for six hours, nothing is lost and nothing is sent twice', async () => {
  const { world, queue, send, sent, read } = await makeWorld();
  world.error = new Error('The email couldn’t be sent (ECONNECTION).');
  for (let n = 0; n < 20; n++) await queue(`alert-${n}`);
  for (; world.now < start + 6 * hourMs; world.now = instant(world.now + minuteMs)) await send();
  expect(sent).toEqual([]);
  // No more than three tries of a minute, though 20 wait.
  expect(world.asked).toBeLessThanOrEqual(3 * 6 * 60);
  expect((await read())[0]?.failure).toBe('The email couldn’t be sent (ECONNECTION).');
  world.error = null;
  for (; world.now < start + 7 * hourMs; world.now = instant(world.now + minuteMs)) await send();
  const subjects = sent.map(({ subject }) => subject);
  expect(subjects).toHaveLength(20);
  expect(new Set(subjects).size).toBe(20);
});

test('while texts can’t be sent, mails are', async () => {
  const { world, queue, send, sent } = await makeWorld({ phone: '+16025550148' });
  world.downMedium = 'sms';
  for (let n = 0; n < 30; n++) await queue(`text-${n}`, { medium: 'sms' });
  await queue('letter-1');
  await send();
  expect(sent.map(({ subject }) => subject)).toEqual(['About letter-1']);
  expect(world.asked).toBe(4);
});

test('pauses between tries grow up to half an hour', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map((tries) => (nextTry(tries, start) - start) / minuteMs);
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
});

test('a message that couldn’t be sent for three days is given up, with the reason', async () => {
  const { world, queue, send, read } = await makeWorld();
  world.error = new Error('The email couldn’t be sent (ETIMEDOUT).');
  await queue('letter-1');
  for (; world.now <= start + 3 * dayMs; world.now = instant(world.now + 10 * minuteMs))
    await send();
  expect(await read()).toMatchObject([
    { next_try_at: null, content: null, failure: 'The email couldn’t be sent (ETIMEDOUT).' },
  ]);
});

test('a message that a server refuses for good is not tried again, and the next one is sent', async () => {
  const { world, queue, send, read, sent } = await makeWorld();
  world.error = new FinalFailure('The email server permanently refused the message (550).');
  await queue('letter-1');
  await send();
  world.error = null;
  await queue('letter-2');
  await send();
  expect(world.asked).toBe(2);
  expect(sent.map(({ subject }) => subject)).toEqual(['About letter-2']);
  expect((await read()).map(({ failure }) => failure)).toEqual([
    'The email server permanently refused the message (550).',
    null,
  ]);
});

test.each([
  [
    'left',
    async (organization: { pk: number }) => {
      await sql`delete from affiliations where organization_id = ${organization.pk}`;
    },
  ],
  [
    'has a lower role',
    async (organization: { pk: number }) => {
      await sql`update affiliations set role = 'VALET' where organization_id = ${organization.pk}`;
    },
  ],
])('who %s meanwhile gets nothing', async (_, change) => {
  const { queue, send, sent, organization, read } = await makeWorld();
  await queue('letter-1');
  await change(organization);
  await queue('letter-2');
  await send();
  expect(sent.filter(({ subject }) => subject === 'About letter-1')).toEqual([]);
  expect((await read())[0]?.failure).toMatch(/^The person left/);
});

test('who isn’t a member gets nothing, and a person without a phone no text', async () => {
  const { queue, send, sent, read } = await makeWorld();
  const stranger = await makePerson(sql);
  await queue('letter-1', { person_pk: stranger.pk });
  await queue('alert-1', { medium: 'sms' });
  await send();
  expect(sent).toEqual([]);
  expect(await read()).toMatchObject([{ key: 'alert-1', failure: 'The person has no phone.' }]);
});

test('a text goes to the phone', async () => {
  const { queue, send, sent } = await makeWorld({ phone: '+16025550147' });
  await queue('alert-1', { medium: 'sms' });
  await send();
  expect(sent).toMatchObject([{ medium: 'sms', to: '+16025550147', text: 'Words.' }]);
});

test('a message that was being sent when the process ended is sent again with the same key', async () => {
  const { world, queue, send, sent, organization } = await makeWorld();
  await queue('letter-1');
  await send();
  await sql`
    update member_messages set finished_at = null, next_try_at = ${start + 5 * minuteMs},
      content = '{"subject": "About letter-1", "text": "Words."}'
    where organization_id = ${organization.pk}`;
  await send();
  expect(sent).toHaveLength(1);
  world.now = instant(start + 6 * minuteMs);
  await send();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

/** Queues a push, and says what came of it. */
async function makePushWorld(paths: readonly string[]) {
  const world = await makeWorld();
  pushService.received.length = 0;
  const devices: number[] = [];
  for (const path of paths)
    devices.push(
      await makePushDevice(sql, secretBox, world.admin, { address: pushService.subscribe(path) }),
    );
  const queue = (key: string) =>
    world.queue(key, { medium: 'push', link: 'https://lots.example/alerts', tag: 'alert-1' });
  return { ...world, devices, queue };
}

test('a push goes to each device of the person once', async () => {
  const { queue, send, sent, read, devices } = await makePushWorld(['/phone', '/desk']);
  await queue('alert-1');
  await queue('alert-1');
  await send();
  await send();
  expect(pushService.received.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone']);
  expect(pushService.received[0]?.notification).toMatchObject({
    notification: {
      title: 'About alert-1',
      body: 'Words.',
      navigate: 'https://lots.example/alerts',
      tag: 'alert-1',
    },
  });
  expect(sent).toEqual([]);
  expect((await read()).map(({ key, failure }) => [key, failure])).toEqual(
    devices.map((pk) => [`alert-1-${pk}`, null]),
  );
  expect(
    await sql`select from push_devices where pk = any (${devices}::bigint[]) and sent_at is null`,
  ).toEqual([]);
});

test('without a device, a push is a mail', async () => {
  const { queue, send, sent } = await makePushWorld([]);
  await queue('alert-1');
  await send();
  expect(sent).toMatchObject([
    { medium: 'email', subject: 'About alert-1', text: 'Words.\n\nhttps://lots.example/alerts' },
  ]);
});

test('a device that ended its notifications is forgotten, and what it missed comes by email if it was the last', async () => {
  const { queue, send, sent, devices } = await makePushWorld(['/gone']);
  await queue('alert-1');
  pushService.state.status = 410;
  await send();
  pushService.state.status = 201;
  expect(sent).toMatchObject([{ medium: 'email', subject: 'About alert-1' }]);
  expect(await sql`select from push_devices where pk = any (${devices}::bigint[])`).toEqual([]);
});

test('with another device, what a lost one missed isn’t mailed', async () => {
  const { queue, send, sent, read, devices } = await makePushWorld(['/kept', '/removed']);
  await queue('alert-1');
  await sql`delete from push_devices where pk = ${devices[1] ?? 0}`;
  await send();
  expect(sent).toEqual([]);
  expect(pushService.received.map(({ path }) => path)).toEqual(['/kept']);
  expect((await read()).map(({ failure }) => failure)).toEqual([
    null,
    'The device takes no notifications any more and was removed. Allow them there again.',
  ]);
});

test('after a move to another secret key, a push is mailed', async () => {
  const { queue, send, sent, devices } = await makePushWorld(['/moved']);
  const other = createSecretBox('another secret key of another installation');
  await sql`
    update push_devices set subscription_sealed = ${other.seal('{}')} where pk = ${devices[0] ?? 0}`;
  await queue('alert-1');
  await send();
  expect(sent).toMatchObject([{ medium: 'email', subject: 'About alert-1' }]);
  expect(await sql`select from push_devices where pk = ${devices[0] ?? 0}`).toEqual([]);
});

test('with a push service down for half an hour, mails go, and each push arrives once afterward', async () => {
  const { world, queue, send, sent, read } = await makePushWorld(['/down']);
  for (let n = 0; n < 10; n++) await queue(`alert-${n}`);
  pushService.state.status = 503;
  for (; world.now < start + hourMs / 2; world.now = instant(world.now + minuteMs)) await send();
  expect((await read())[0]?.failure).toMatch(/^The browser’s push service /);
  pushService.state.status = 201;
  for (; world.now < start + 2 * hourMs; world.now = instant(world.now + minuteMs)) await send();
  expect(pushService.received).toHaveLength(10);
  expect(sent).toEqual([]);
});

test('a refused push is said at the device, and mailed', async () => {
  const { queue, send, sent, devices } = await makePushWorld(['/refused']);
  Object.assign(pushService.state, { status: 403, answer: 'BadJwtToken' });
  await queue('alert-1');
  await send();
  Object.assign(pushService.state, { status: 201, answer: '' });
  const failure = 'The browser’s push service refused the notification (403 BadJwtToken).';
  expect(sent).toMatchObject([{ medium: 'email', subject: 'About alert-1' }]);
  expect(await sql`select failure from push_devices where pk = ${devices[0] ?? 0}`).toEqual([
    { failure },
  ]);
});

test('texts beyond those of a day wait, and mails don’t', async () => {
  const { world, queue, send, sent, read } = await makeWorld({ phone: '+16025550149' });
  for (let n = 0; n < 203; n++) await queue(`text-${n}`, { medium: 'sms' });
  await queue('letter-1');
  await send();
  expect(sent.filter(({ medium }) => medium === 'sms')).toHaveLength(200);
  expect(sent.filter(({ medium }) => medium === 'email')).toHaveLength(1);
  const waiting = (await read()).filter(({ next_try_at }) => next_try_at !== null);
  expect(waiting.map(({ failure }) => failure)).toEqual(
    Array(3).fill('So many texts were sent today that this one waits.'),
  );
  for (; world.now < start + dayMs + hourMs; world.now = instant(world.now + 10 * minuteMs))
    await send();
  expect(sent.filter(({ medium }) => medium === 'sms')).toHaveLength(203);
});

test('a push that no push service took for an hour comes by mail', async () => {
  const { world, queue, send, sent } = await makePushWorld(['/unreachable']);
  await queue('alert-1');
  pushService.state.status = 503;
  for (; world.now <= start + 2 * hourMs; world.now = instant(world.now + minuteMs)) await send();
  pushService.state.status = 201;
  expect(sent).toMatchObject([{ medium: 'email', subject: 'About alert-1' }]);
});

test('what waited for a device that was removed and allowed again comes by mail', async () => {
  const { world, admin, queue, send, sent, devices } = await makePushWorld(['/before']);
  await queue('alert-1');
  pushService.state.status = 503;
  await send();
  pushService.state.status = 201;
  await sql`delete from push_devices where pk = ${devices[0] ?? 0}`;
  world.now = instant(start + 10 * minuteMs);
  await makePushDevice(sql, secretBox, admin, {
    address: pushService.subscribe('/again'),
    createdAt: world.now,
  });
  await send();
  expect(pushService.received).toEqual([]);
  expect(sent).toMatchObject([{ medium: 'email', subject: 'About alert-1' }]);
});

test('a browser where somebody else signed in keeps its device, and what waited comes by mail', async () => {
  const { queue, send, sent, devices } = await makePushWorld(['/taken-over']);
  await queue('alert-1');
  const other = await makePerson(sql);
  await sql`update push_devices set person_pk = ${other.pk} where pk = ${devices[0] ?? 0}`;
  await send();
  expect(sent).toMatchObject([{ medium: 'email', subject: 'About alert-1' }]);
  expect(pushService.received).toEqual([]);
  expect(await sql`select person_pk from push_devices where pk = ${devices[0] ?? 0}`).toEqual([
    { person_pk: other.pk },
  ]);
});

test('an organization whose push services are slow leaves its worker to others after a while', async () => {
  const { world, queue, send, organization } = await makePushWorld(['/slow']);
  for (let n = 0; n < 50; n++) await queue(`alert-${n}`);
  pushService.state.onReceived = () => {
    world.now = instant(world.now + 9900);
  };
  await send();
  delete pushService.state.onReceived;
  expect(pushService.received).toHaveLength(2);
  const [job] = await sql<{ run_at: Instant }[]>`
    select run_at from graphile_worker.jobs where key = ${`member messages ${organization.pk}`}`;
  expect(job?.run_at).toBe(world.now);
});
