import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { requestCode } from '@lotkeeper/contract/people/session';
import { createInvitation } from '@lotkeeper/contract/people/team';
import { expect, test } from 'vitest';
import { bankChangeJob } from '../features/money/payouts/bank-change-mail.ts';
import { valetLinks } from '../features/operations/valet/valet-links.ts';
import {
  confirmationJob,
  declineJob,
  receiptJob,
} from '../features/operations/valet/valet-orders.queries.ts';
import { newPasskeyJob } from '../features/people/session/passkey-mail.ts';
import { newRoleJob } from '../features/platform/superuser/new-role-mail.ts';
import { jobs } from '../features.ts';
import { scopeMaker } from '../kernel/access/scope.ts';
import { enqueue } from '../kernel/data/jobs.ts';
import type { Message } from '../kernel/messages/messages.ts';
import { must } from '../kernel/must.ts';
import { appealMessageJob } from '../records/cars/appeals.ts';
import { queueMemberMessages } from '../records/platform/member-messages.ts';
import { makeAppeal } from '../testing/appeals.factory.ts';
import { makePayoutAccount } from '../testing/payouts.factory.ts';
import { affiliate, makePerson } from '../testing/people.factory.ts';
import { withMailServer } from '../testing/sign-in.ts';
import { testProperty } from '../testing/test-property.ts';
import { makeUnconfirmedPayment, makeValetSession } from '../testing/valet.factory.ts';

const { at, sql, spot, organization, token } = await testProperty({
  now: '2026-06-15T19:00:00Z',
  settings: withMailServer,
});

await makePayoutAccount(at, organization);

/** Whether the servers of others are down, what they were asked, and what they took. */
const outside = { isDown: false, tried: [] as Message[], sent: [] as Message[] };
const deps = {
  database: at.database,
  sql,
  openJobScope: scopeMaker(at.database).job,
  secretBox: at.secretBox,
  clock: at.clock,
  links: valetLinks(at.secretBox),
  publish: at.publish,
  publicUrl: () => 'https://lots.example',
  supportEmail: null,
  pushSender: null,
  messenger: {
    send: async (message: Message) => {
      outside.tried.push(message);
      if (outside.isDown) throw new Error('Down.');
      outside.sent.push(message);
    },
  },
};

function handle(name: string, payload: unknown): Promise<void> {
  const job = must(
    jobs.find((handled) => handled.job.name === name),
    name,
  );
  return (job.makeHandler(deps as never) as (payload: unknown) => Promise<void>)(payload);
}

/** Tries each job of a kind that waits, as the queue does: what fails stays. Returns how many stay. */
async function work(name: string): Promise<number> {
  const queued = await sql<{ id: number; payload: unknown }[]>`
    select j.id, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name} order by j.id`;
  let left = 0;
  for (const { id, payload } of queued)
    try {
      await handle(name, payload);
      await sql`delete from graphile_worker._private_jobs where id = ${id}`;
    } catch (error) {
      if (!outside.isDown) throw error;
      left += 1;
    }
  return left;
}

const makeAdmin = async () => {
  const person = await makePerson(sql);
  await affiliate(sql, person, organization, 'ADMIN');
  return person;
};
const order = (state: 'sending' | 'failed' | 'paid', job: typeof receiptJob) => async () => {
  const session = await makeValetSession(at, spot, { since: at.clock() });
  await makeUnconfirmedPayment(at, spot, { session, person: await makePerson(sql) });
  const [made] = await sql<[{ pk: number }]>`
    update valet_orders set state = ${state}, settled_at = case when ${state} = 'sending' then null else ${at.clock()}::timestamptz end
    where session_pk = ${session.pk} returning pk`;
  await enqueue(sql, job, { organization_id: organization.pk, order_pk: made.pk });
};

/** What waits for servers of others, by the job that does it, and what makes it. */
const waiting: Record<string, () => Promise<unknown>> = {
  mail_bank_change: async () => {
    const payload = { organization_id: organization.pk, person_pk: (await makeAdmin()).pk };
    return enqueue(sql, bankChangeJob, payload);
  },
  mail_new_passkey: async () => {
    const { pk } = await makeAdmin();
    const [key] = await sql<[{ pk: number }]>`
      insert into passkeys ${sql.values({
        person_pk: pk,
        credential_id: String(pk),
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [] as string[],
        name: 'Office',
        site: 'lots.example',
        created_at: at.clock(),
      })} returning pk`;
    return enqueue(sql, newPasskeyJob, { passkey_pk: key.pk });
  },
  mail_new_role: async () =>
    enqueue(sql, newRoleJob, {
      organization_id: organization.pk,
      person_pk: (await makeAdmin()).pk,
    }),
  send_appeal_message: async () => {
    const { pk } = await makeAppeal(at, spot);
    const key = { organization_id: organization.pk, appeal_pk: pk };
    return enqueue(sql, appealMessageJob, { ...key, medium: 'email', event: 'sent' });
  },
  send_invitation: async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const body = {
      organization: organization.pk,
      first_name: 'Ann',
      last_name: 'Lee',
      email,
      role: 'VALET' as const,
    };
    return at.call(createInvitation, { body }, { token });
  },
  send_login_code: async () =>
    at.call(
      requestCode,
      { body: { username: (await makeAdmin()).email, phone_country_code: '+1' } },
      {},
    ),
  send_member_messages: async () => {
    const message = {
      organization_id: organization.pk,
      person_pk: (await makeAdmin()).pk,
      medium: 'email',
      subject: 'A',
      text: 'B',
    } as const;
    return sql.begin((tx) =>
      queueMemberMessages(tx, [{ ...message, key: crypto.randomUUID() }], at.clock()),
    );
  },
  send_valet_code: () => makeValetSession(at, spot),
  send_valet_confirmation: order('sending', confirmationJob),
  send_valet_decline: order('failed', declineJob),
  send_valet_receipt: order('paid', receiptJob),
};

/** Jobs whose failure and recovery are tested with more of what they do. */
const elsewhere = {
  deliver_webhooks: 'webhooks.jobs.test.ts',
  export_organization: 'exports.routes.test.ts',
  handle_processor_event: 'charge-events.test.ts',
  ring_valet_phones: 'valet-rings.test.ts',
};

test('each job that waits for servers of others is tried while they are down', () => {
  const names = jobs.filter(({ job }) => 'waitsForOthers' in job).map(({ job }) => job.name);
  expect(names.toSorted()).toEqual([...Object.keys(waiting), ...Object.keys(elsewhere)].toSorted());
});

test.each(Object.entries(waiting))(
  '%s does what waited once the failure is over, each once and in order',
  async (name, queue) => {
    await sql`delete from graphile_worker._private_jobs`;
    Object.assign(outside, { isDown: true, sent: [] });
    const tried: Message[] = [];
    outside.tried = tried;
    await queue();
    await queue();
    await work(name);
    expect([tried.length, outside.sent]).toEqual([2, []]);
    outside.isDown = false;
    at.clock.forward(minuteMs);
    // What is kept in a table of its own is queued again.
    if (name === 'send_member_messages') await handle('sweep_member_messages', {});
    for (let run = 0; run < 2; run += 1) expect(await work(name)).toBe(0);
    // A link in it may be a new one; the key is the same, so nobody gets both.
    const identify = ({ to, subject, key }: Message) => ({ to, subject, key });
    expect(outside.sent.map(identify)).toEqual(tried.slice(0, 2).map(identify));
  },
);
