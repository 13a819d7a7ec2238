import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { formatMoney } from '@lotkeeper/contract/kernel/format';
import { getFigure } from '@lotkeeper/contract/money/figures';
import {
  chooseLetter,
  getLetter,
  getLetterChoices,
  getLetterStop,
  stopLetter,
} from '@lotkeeper/contract/money/letters';
import { expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { withMailServer } from '../../../testing/sign-in.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeLetterSweeper, makeLetterWriter } from './letters.jobs.ts';

/*
 * Clocks go forward in New York on Sunday, March 8, 2026, and back on November 1. A Monday begins at 4 a.m. UTC in
 * summer, and 7 a.m. is 11:00 UTC; in winter it is 12:00 UTC. Honolulu is at UTC-10 all year.
 */
const at = await testApp({ now: '2026-03-04T12:00:00Z', settings: withMailServer });
const sql = at.database.system;

const deps = {
  database: at.database,
  clock: at.clock,
  processor: { name: 'sandbox' as const },
  secretBox: at.secretBox,
  publicUrl: () => 'https://lots.example',
};
const sweep = makeLetterSweeper(deps);
const write = makeLetterWriter(deps);

/** What is queued now: the sweep, then every job that it queued. */
async function run(iso: string) {
  at.clock.set(iso);
  await sql`delete from graphile_worker._private_jobs`;
  await sweep();
  const jobs = await sql<{ payload: { organization_id: number } }[]>`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'write_letters'`;
  for (const { payload } of jobs) await write(payload);
  return jobs.length;
}

interface Sent {
  key: string;
  person_pk: number;
  content: { subject: string; text: string; html: string; unsubscribe: string };
}

const listSent = (organization: { pk: number }) => sql<Sent[]>`
  select key, person_pk, content from member_messages
  where organization_id = ${organization.pk} order by key`;

async function makeOwner(timezone = 'America/New_York') {
  const organization = await makeOrganization(sql, { name: 'Coast & Parking' });
  const spot = await makeSpot(sql, { organization, name: 'Pier <Lot>', timezone });
  const admin = await signedInMember(at, organization, 'ADMIN');
  // Less the commission of 10 %: 123,456 − 12,346 = 111,110.
  await record(sql, spot, [rental(spot, '2026-03-03T19:00:00Z', 123_456)]);
  return { organization, spot, admin, orgId: String(organization.pk) };
}
type Owner = Awaited<ReturnType<typeof makeOwner>>;

const choose = (
  { orgId }: Owner,
  { token }: { token: string },
  kind: 'weekly' | 'monthly',
  is_chosen = true,
) => at.call(chooseLetter, { params: { orgId }, body: { kind, is_chosen } }, { token });

const reset = () => sql`delete from letter_choices`;

test('the Monday mail is queued at 7 a.m. where the property is, once, also in the night when clocks go forward', async () => {
  await reset();
  at.clock.set('2026-03-04T12:00:00Z');
  const owner = await makeOwner();
  const { status, body } = await choose(owner, owner.admin, 'weekly');
  expect([status, body.chosen]).toEqual([200, { weekly: true, monthly: false }]);
  // On the 9th, 7 a.m. is 11:00 UTC, an hour earlier than a week before.
  expect(await run('2026-03-09T10:59:00Z')).toBe(0);
  expect(await run('2026-03-09T11:00:00Z')).toBe(1);
  const [mail, ...others] = await listSent(owner.organization);
  expect([mail?.key, others]).toEqual([`letter-weekly-2026-03-02-${mail?.person_pk}`, []]);
  expect(mail?.content.subject).toBe('Coast & Parking, Mar 2 – 8, 2026');
  expect(mail?.content.text).toContain('Net revenue was $1,111.');
  expect(mail?.content.html).toContain('Coast &amp; Parking');
  expect(mail?.content.html).toContain(
    `href="https://lots.example/organization/${owner.organization.pk}/ledger?measure=net&amp;startDate=2026-03-02&amp;endDate=2026-03-08"`,
  );
  expect(await run('2026-03-09T11:10:00Z')).toBe(0);
  await write({ organization_id: owner.organization.pk });
  expect(await listSent(owner.organization)).toHaveLength(1);
});

test('a server that was down sends the newest letter only', async () => {
  await reset();
  at.clock.set('2026-03-04T12:00:00Z');
  const owner = await makeOwner();
  await choose(owner, owner.admin, 'weekly');
  await record(sql, owner.spot, [rental(owner.spot, '2026-03-17T19:00:00Z', 5000)]);
  // Three Mondays later, on a Thursday.
  await run('2026-03-26T15:00:00Z');
  expect((await listSent(owner.organization)).map(({ key }) => key.slice(0, 24))).toEqual([
    'letter-weekly-2026-03-16',
  ]);
});

test('a letter is written when the week is over at all properties, at 7 a.m. where most are', async () => {
  await reset();
  at.clock.set('2026-03-04T12:00:00Z');
  const owner = await makeOwner('Pacific/Guam');
  for (const timezone of ['Pacific/Guam', 'Pacific/Honolulu'])
    await makeSpot(sql, { organization: owner.organization, timezone });
  await choose(owner, owner.admin, 'weekly');
  // Guam is at UTC+10: 7 a.m. on Monday is 21:00 UTC on Sunday, 11 a.m. on Sunday in Honolulu.
  expect(await run('2026-03-08T21:00:00Z')).toBe(0);
  expect(await run('2026-03-09T09:59:00Z')).toBe(0);
  expect(await run('2026-03-09T10:00:00Z')).toBe(1);
});

test('who chooses a letter gets the next one, and who left or is no longer an Admin gets none', async () => {
  await reset();
  at.clock.set('2026-03-09T15:00:00Z');
  const owner = await makeOwner();
  const { organization } = owner;
  const leaver = await signedInMember(at, organization, 'ADMIN');
  const demoted = await signedInMember(at, organization, 'ADMIN');
  for (const person of [owner.admin, leaver, demoted]) await choose(owner, person, 'weekly');
  await run('2026-03-09T15:10:00Z');
  expect(await listSent(organization)).toEqual([]);
  await sql`delete from affiliations where person_pk = ${leaver.pk}`;
  await sql`update affiliations set role = 'EMPLOYEE' where person_pk = ${demoted.pk}`;
  await run('2026-03-16T15:10:00Z');
  expect((await listSent(organization)).map(({ person_pk }) => person_pk)).toEqual([
    owner.admin.pk,
  ]);
});

test('the page of a letter that was sent keeps its words', async () => {
  await reset();
  at.clock.set('2026-03-04T12:00:00Z');
  const owner = await makeOwner();
  await choose(owner, owner.admin, 'weekly');
  await run('2026-03-09T11:00:00Z');
  await record(sql, owner.spot, [rental(owner.spot, '2026-03-04T19:00:00Z', 5000)]);
  at.clock.set('2026-03-20T12:00:00Z');
  const start = '2026-03-02' as LocalDate;
  const { body } = await at.call(
    getLetter,
    { params: { orgId: owner.orgId, kind: 'weekly', start } },
    { token: owner.admin.token },
  );
  expect(body.was_sent).toBe(true);
  expect(body.written_at).toBe(fromIso('2026-03-09T11:00:00Z'));
  expect(body.letter?.lead[0]?.[1]?.text).toBe('$1,111');
});

test('the link of a mail stops that letter without signing in, and nothing else; twice is fine', async () => {
  await reset();
  at.clock.set('2026-03-04T12:00:00Z');
  const owner = await makeOwner();
  await choose(owner, owner.admin, 'weekly');
  await choose(owner, owner.admin, 'monthly');
  await run('2026-03-09T11:00:00Z');
  await run('2026-04-01T11:00:00Z');
  const mails = await listSent(owner.organization);
  expect(mails.map(({ key }) => key.slice(0, 25))).toEqual([
    'letter-monthly-2026-03-01',
    'letter-weekly-2026-03-02-',
    'letter-weekly-2026-03-23-',
  ]);
  const [monthly, mail] = mails;
  const url = new URL(mail?.content.unsubscribe ?? '');
  const token = url.pathname.split('/').at(-2) ?? '';
  expect(url.pathname).toBe(`/api/letter_stops/${token}/`);
  expect(mail?.content.text).toContain(`Stop it: https://lots.example/stop-letter/${token}`);
  const look = () => at.call(getLetterStop, { params: { token } });
  expect((await look()).body).toEqual({
    organization: 'Coast & Parking',
    kind: 'weekly',
    is_chosen: true,
  });
  // As mail programs send it (RFC 8058).
  const stop = await at.app.inject({
    method: 'POST',
    url: url.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([stop.statusCode, stop.json()]).toEqual([200, { stopped: true }]);
  const waiting = await sql`
    select key from member_messages
    where organization_id = ${owner.organization.pk} and finished_at is null`;
  expect(waiting).toEqual([{ key: monthly?.key }]);
  const again = await at.call(stopLetter, { params: { token }, body: {} });
  expect([again.status, again.body]).toEqual([200, { stopped: false }]);
  expect((await look()).body.is_chosen).toBe(false);
  const { body } = await at.call(
    getLetterChoices,
    { params: { orgId: owner.orgId } },
    { token: owner.admin.token },
  );
  expect(body.chosen).toEqual({ weekly: false, monthly: true });
  const forged = token.replace(/^w/, 'm');
  expect((await at.call(stopLetter, { params: { token: forged }, body: {} })).status).toBe(404);
});

test('an Admin without an email address can’t choose a letter', async () => {
  const owner = await makeOwner();
  const { pk, token } = await signedInMember(at, owner.organization, 'ADMIN');
  await sql`update people set email = null, phone = '+16025550177' where pk = ${pk}`;
  const { status, error } = await choose(owner, { token }, 'weekly');
  expect([status, error.detail]).toEqual([409, expect.stringContaining('no email address')]);
});

test.each([
  ['weekly', '2026-03-02', 9],
  ['monthly', '2026-02-01', 9],
] as const)(
  'each linked amount of a %s letter is what its page shows',
  async (kind, start, least) => {
    at.clock.set('2026-03-04T12:00:00Z');
    const owner = await makeOwner();
    // A period, the one before and a year ago, for both kinds; more than before, so that all is written.
    const days = [
      '2024-01-10',
      '2025-02-11',
      '2025-03-04',
      '2026-01-12',
      '2026-02-24',
      '2026-02-10',
    ];
    await record(
      sql,
      owner.spot,
      days.map((day, index) => rental(owner.spot, `${day}T19:00:00Z`, 20_000 * (index + 1))),
    );
    at.clock.set('2026-03-09T15:00:00Z');
    const { token } = await signedInMember(at, owner.organization, 'ADMIN');
    const params = { orgId: owner.orgId, kind, start: start as LocalDate };
    const { letter } = (await at.call(getLetter, { params }, { token })).body;
    const parts = [
      ...(letter?.lead ?? []),
      ...(letter?.sections ?? []).flatMap(({ figures, lines }) => [
        ...lines,
        ...figures.flatMap(({ value, notes }) => [[value], ...notes]),
      ]),
    ].flat();
    const linked = parts.filter(({ path }) => path?.includes('/ledger?'));
    for (const { text, path } of linked) {
      const { measure, startDate, endDate } = Object.fromEntries(
        new URLSearchParams(path?.split('?')[1]),
      );
      const query = {
        organization: owner.orgId,
        measure,
        start_date: startDate,
        end_date: endDate,
      };
      const { body } = await at.call(getFigure, { query } as never, { token });
      const total = text.startsWith('$') ? formatMoney(body.total) : String(body.total);
      expect(text, path ?? '').toBe(total);
    }
    expect(linked.length).toBeGreaterThanOrEqual(least);
  },
);

test('letters of one organization are about its own figures', async () => {
  await reset();
  at.clock.set('2026-03-04T12:00:00Z');
  const [one, other] = [await makeOwner(), await makeOwner()];
  await record(sql, other.spot, [rental(other.spot, '2026-03-03T20:00:00Z', 100_000)]);
  for (const owner of [one, other]) await choose(owner, owner.admin, 'weekly');
  expect(await run('2026-03-09T11:00:00Z')).toBe(2);
  const texts = await Promise.all(
    [one, other].map(async ({ organization }) => (await listSent(organization))[0]?.content.text),
  );
  expect(texts[0]).toContain('Net revenue was $1,111.');
  expect(texts[1]).toContain('Net revenue was $2,011.');
});
