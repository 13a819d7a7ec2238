import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { FinalFailure } from '../../../kernel/data/jobs.ts';
import type { Message } from '../../../kernel/messages/messages.ts';
import type { MemberMessage } from '../../../records/member-messages.ts';
import { queueMemberMessages } from '../../../records/member-messages.ts';
import { affiliate, makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { makeMemberMessageSender, nextTry } from './member-messages.jobs.ts';

const { system: sql } = await testDatabase();
const start = fromIso('2026-06-15T19:00:00Z');

/** An organization with an Admin, a clock, and a mail server that can be down. */
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
  const send = makeMemberMessageSender({ sql, clock: () => world.now, messenger });
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

test('with the mail server down for a day, nothing is lost and nothing is sent twice', async () => {
  const { world, queue, send, sent, read } = await makeWorld();
  world.error = new Error('The email couldn’t be sent (ECONNECTION).');
  for (let n = 0; n < 20; n++) await queue(`alert-${n}`);
  for (; world.now < start + dayMs; world.now = instant(world.now + minuteMs)) await send();
  expect(sent).toEqual([]);
  // Three tries of a minute at most, though 20 wait.
  expect(world.asked).toBeLessThanOrEqual(3 * 24 * 60);
  expect((await read())[0]?.failure).toBe('The email couldn’t be sent (ECONNECTION).');
  world.error = null;
  for (; world.now < start + dayMs + hourMs; world.now = instant(world.now + minuteMs))
    await send();
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
  world.error = new FinalFailure('The mail server permanently refused the message (550).');
  await queue('letter-1');
  await send();
  world.error = null;
  await queue('letter-2');
  await send();
  expect(world.asked).toBe(2);
  expect(sent.map(({ subject }) => subject)).toEqual(['About letter-2']);
  expect((await read()).map(({ failure }) => failure)).toEqual([
    'The mail server permanently refused the message (550).',
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
