import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import { alertRules } from '@lotkeeper/contract/platform/alerts';
import { beforeEach, expect, test } from 'vitest';
import { createSecretBox } from '../../../kernel/access/secrets.ts';
import type { MemberMessageContent } from '../../../records/platform/member-messages.ts';
import type { TestPerson } from '../../../testing/people.factory.ts';
import { affiliate, makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import { makePushDevice } from '../../../testing/push-devices.factory.ts';
import { makeSecondOfEach } from '../../../testing/second-of-each.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { decideAlerts } from './decide-alerts.ts';
import type { Detector, Problem } from './problem.ts';

const { system: sql } = await testDatabase();
const deps = {
  sql,
  secretBox: createSecretBox('a secret key of a test installation'),
  publicUrl: () => 'https://lots.example',
  publish: () => undefined,
};

/** Noon in Phoenix. */
const noon = fromIso('2026-06-15T19:00:00Z');
let now: Instant;
let organization: { pk: number };
let spot: { pk: number };
let admin: TestPerson;
/** What is wrong now. */
let wrong: Problem[];

beforeEach(async () => {
  now = noon;
  wrong = [];
  await sql`delete from alerts`;
  organization = await makeOrganization(sql, { name: 'Desert Parking' });
  spot = await makeSpot(sql, { organization, name: 'Main Garage' });
  admin = await makePerson(sql, { phone: `+1602555${String(spot.pk).padStart(4, '0')}` });
  await affiliate(sql, admin, organization, 'ADMIN');
  await makeSecondOfEach(sql, { person: admin, organization });
});

const problem = (subject: string, change: Partial<Problem> = {}): Problem => ({
  organization_id: organization.pk,
  spot_pk: spot.pk,
  kind: 'camera_silent',
  subject,
  since: instant(now - hourMs),
  cost: null,
  facts: { camera: subject },
  ...change,
});
const detector: Detector = {
  kinds: ['camera_silent', 'payout_failed', 'occupancy_high', 'watched_plate'],
  findProblems: async () => wrong,
};
const look = (detectors = [detector]) => decideAlerts(deps, detectors, now);
/** Looks every 30 seconds for a time. */
async function wait(milliseconds: number) {
  for (const end = now + milliseconds; now < end; ) {
    now = instant(now + 30_000);
    await look();
  }
}
/** Looks every ten minutes for a time. */
async function waitLong(milliseconds: number) {
  for (const end = now + milliseconds; now < end; ) {
    now = instant(now + 10 * minuteMs);
    await look();
  }
}

const choose = (change: Record<string, unknown> = {}, person: { pk: number } = admin) =>
  sql`insert into alert_choices ${sql.values({
    organization_id: organization.pk,
    person_pk: person.pk,
    email_kinds: ['camera_silent', 'payout_failed', 'occupancy_high', 'watched_plate'],
    sms_kinds: [] as string[],
    push_kinds: [] as string[],
    spot_pks: null as number[] | null,
    quiet_from: null as number | null,
    quiet_until: null as number | null,
    ...change,
  })}`;
const readMessages = async (medium = 'email') => {
  const rows = await sql<{ content: MemberMessageContent; person_pk: number }[]>`
    select content, person_pk from member_messages
    where organization_id = ${organization.pk} and medium = ${medium} order by pk`;
  return rows.map(({ content, person_pk }) => ({ ...content, person_pk }));
};
const readAlerts = () => sql<
  { subject: string; opened_at: Instant; ended_at: Instant | null; since: Instant }[]
>`
  select subject, opened_at, ended_at, since from alerts
  where organization_id = ${organization.pk} order by pk`;
const mute = (until: Instant | null, subject = 'north') =>
  sql`insert into alert_mutes ${sql.values({
    organization_id: organization.pk,
    person_pk: admin.pk,
    kind: 'camera_silent',
    subject,
    muted_at: now,
    muted_until: until,
  })}`;

test('a problem opens an alert, and the first look after it queues a mail', async () => {
  await choose();
  wrong = [problem('north', { cost: 12_000 })];
  await look();
  expect(await readAlerts()).toMatchObject([{ subject: 'north', opened_at: noon, ended_at: null }]);
  const [mail, ...others] = await readMessages();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    person_pk: admin.pk,
    subject: 'Camera “north” at Main Garage is silent',
  });
  expect(mail?.text).toContain('Since Mon, Jun 15, 11:00 AM. It probably cost $120 so far.');
  expect(mail?.text).toContain('What to do: Check its power and network');
  expect(mail?.text).toMatch(/Open: https:\/\/lots\.example\/organization\/\d+\/cameras/);
  expect(mail?.text).toMatch(/Mute: https:\/\/lots\.example\/mute\/[\w.-]+/);
  expect(mail?.unsubscribe).toMatch(/^https:\/\/lots\.example\/unsubscribe\/[\w.-]+$/);
});

test('a push goes to each device, opens the page, and can be ended like a mail', async () => {
  await makePushDevice(sql, deps.secretBox, admin);
  await makePushDevice(sql, deps.secretBox, admin);
  await choose({ push_kinds: ['camera_silent'], email_kinds: [] });
  wrong = [problem('north', { cost: 12_000 })];
  await look();
  const pushes = await readMessages('push');
  expect(pushes).toHaveLength(2);
  expect(pushes[0]).toMatchObject({
    subject: 'Camera “north” at Main Garage is silent',
    link: `https://lots.example/organization/${organization.pk}/cameras`,
    tag: expect.stringMatching(/^alert-\d+$/),
    unsubscribe: expect.stringMatching(/^https:\/\/lots\.example\/unsubscribe\//),
  });
  expect(pushes[0]?.text).toContain('Since Mon, Jun 15, 11:00 AM. It probably cost $120 so far.');
  expect(await readMessages()).toEqual([]);
  wrong = [];
  await wait(6 * minuteMs);
  const [, , over] = await readMessages('push');
  expect(over).toMatchObject({
    subject: 'Camera “north” at Main Garage sends again',
    tag: pushes[0]?.tag,
  });
});

test('without a device, a push is a mail, and nobody gets two of them', async () => {
  await choose({ push_kinds: ['camera_silent', 'payout_failed'], email_kinds: ['camera_silent'] });
  wrong = [problem('north')];
  await look();
  expect(await readMessages()).toHaveLength(1);
  wrong = [problem('north'), problem('payout', { kind: 'payout_failed', facts: { amount: 1 } })];
  await look();
  expect(await readMessages()).toHaveLength(2);
  expect(await readMessages('push')).toEqual([]);
});

test('a problem that stays is sent once', async () => {
  await choose();
  wrong = [problem('north')];
  await wait(10 * minuteMs);
  expect(await readMessages()).toHaveLength(1);
  expect(await readAlerts()).toHaveLength(1);
});

test('when it is over for five minutes, who was notified of it hears so', async () => {
  await choose();
  wrong = [problem('north')];
  await look();
  wrong = [];
  await wait(5 * minuteMs);
  expect(await readMessages()).toHaveLength(1);
  await wait(30_000);
  const [, over, ...others] = await readMessages();
  expect(others).toEqual([]);
  expect(over?.subject).toBe('Camera “north” at Main Garage sends again');
  // It was first missing 30 seconds after noon.
  expect(over?.text).toContain('from Mon, Jun 15, 11:00 AM to Mon, Jun 15, 12:00 PM, 61 minutes');
  expect(over?.text).not.toContain('Mute');
  expect(await readAlerts()).toMatchObject([{ ended_at: noon + 30_000 }]);
});

test('one that ends and begins again within minutes is one alert', async () => {
  await choose();
  for (let times = 0; times < 5; times += 1) {
    wrong = [problem('north')];
    await wait(2 * minuteMs);
    wrong = [];
    await wait(3 * minuteMs);
  }
  expect(await readAlerts()).toHaveLength(1);
  expect(await readMessages()).toHaveLength(1);
});

test('one that begins again later is another alert, and since when the first one was stays', async () => {
  wrong = [problem('north')];
  await look();
  const { since } = wrong[0] as Problem;
  wrong = [problem('north', { since: now, cost: 100 })];
  await wait(6 * minuteMs);
  expect(await readAlerts()).toMatchObject([{ since }]);
  wrong = [];
  await wait(6 * minuteMs);
  wrong = [problem('north')];
  await look();
  expect(await readAlerts()).toHaveLength(2);
});

test('a detector that fails ends no alert, holds up no other, and is reported', async () => {
  await choose();
  wrong = [problem('north')];
  await look();
  const broken: Detector = {
    kinds: ['camera_silent'],
    findProblems: () => Promise.reject(new Error('The query was canceled.')),
  };
  const payout = problem('payouts', { kind: 'payout_failed', spot_pk: null });
  const working: Detector = { kinds: ['payout_failed'], findProblems: async () => [payout] };
  for (let looks = 0; looks < 20; looks += 1) {
    now = instant(now + minuteMs);
    await expect(look([broken, working])).rejects.toThrow('Some alerts couldn’t be decided.');
  }
  expect(await readAlerts()).toMatchObject([
    { subject: 'north', ended_at: null },
    { subject: 'payouts', ended_at: null },
  ]);
});

test('an organization whose alerts can’t be stored holds up no other', async () => {
  await choose();
  wrong = [problem('x', { organization_id: 999_999, spot_pk: null }), problem('north')];
  await expect(look()).rejects.toThrow('Some alerts couldn’t be decided.');
  expect(await readMessages()).toHaveLength(1);
});

test('a thousand alerts in a minute are one mail, the largest first, the rest counted', async () => {
  await choose();
  const many = Array.from({ length: 1000 }, (_, index) =>
    problem(`c${index}`, { cost: index * 100 }),
  );
  wrong = many.slice(0, 600);
  await look();
  expect(await readMessages()).toEqual([]);
  wrong = many;
  await wait(30_000);
  await wait(2 * minuteMs);
  const [mail, ...others] = await readMessages();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('1,000 new alerts: Camera “c999” at Main Garage is silent');
  expect(mail?.text.match(/is silent/g)).toHaveLength(10);
  expect(mail?.text).toMatch(/See 990 others: https:\/\/lots\.example\/organization\/\d+\/alerts/);
});

test('after three mails within an hour, the next ones are a quarter of an hour apart', async () => {
  await choose();
  for (let minute = 0; minute < 30; minute += 1) {
    wrong = [...wrong, problem(`camera ${minute}`)];
    await wait(minuteMs);
  }
  // Minutes 0, 1 and 2, then 17; the next one would be in minute 32.
  expect(await readMessages()).toHaveLength(4);
});

test('each person gets the kinds and properties they chose; what concerns all comes either way', async () => {
  const other = await makeSpot(sql, { organization, name: 'North Lot' });
  await choose({ spot_pks: [other.pk], email_kinds: ['camera_silent', 'payout_failed'] });
  wrong = [
    problem('here'),
    problem('there', { spot_pk: other.pk }),
    problem('full', { spot_pk: other.pk, kind: 'occupancy_high' }),
    problem('payouts', { spot_pk: null, kind: 'payout_failed', cost: 5 }),
  ];
  await look();
  const [mail] = await readMessages();
  expect(mail?.subject).toMatch(/^2 new alerts: A payout/);
  expect(mail?.text).toContain('Camera “there” at North Lot is silent');
});

const night = { quiet_from: 22 * 60, quiet_until: 7 * 60 };

test('quiet hours hold messages until they end', async () => {
  await choose(night);
  // 10 PM in Phoenix.
  now = fromIso('2026-06-16T05:00:00Z');
  wrong = [problem('north')];
  await look();
  await waitLong(9 * hourMs - 10 * minuteMs);
  expect(await readMessages()).toEqual([]);
  await waitLong(10 * minuteMs);
  expect(await readMessages()).toMatchObject([
    { subject: 'Camera “north” at Main Garage is silent' },
  ]);
});

test('what ended during quiet hours is reported as begun and ended', async () => {
  await choose(night);
  now = fromIso('2026-06-16T06:00:00Z');
  wrong = [problem('north')];
  await waitLong(hourMs);
  wrong = [];
  await waitLong(10 * hourMs);
  const [mail, ...others] = await readMessages();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Camera “north” at Main Garage sends again');
  // It began at 10 PM, an hour before it was found; it was first missing ten minutes after midnight.
  expect(mail?.text).toContain(
    'It began and ended: Mon, Jun 15, 10:00 PM to Tue, Jun 16, 12:10 AM, 2 hours.',
  );
});

test('quiet hours are on the clock of the alert’s property', async () => {
  await choose(night);
  const east = await makeSpot(sql, { organization, timezone: 'America/New_York', name: 'East' });
  // 8 PM in Phoenix, 11 PM in New York.
  now = fromIso('2026-06-16T03:00:00Z');
  wrong = [problem('east', { spot_pk: east.pk }), problem('west')];
  await look();
  expect(await readMessages()).toMatchObject([
    { subject: 'Camera “west” at Main Garage is silent' },
  ]);
});

test('a muted alert is never sent, but stays an alert', async () => {
  await choose();
  await mute(instant(now + dayMs));
  wrong = [problem('north')];
  await waitLong(hourMs);
  wrong = [];
  await waitLong(2 * dayMs);
  expect(await readMessages()).toEqual([]);
  expect(await readAlerts()).toMatchObject([{ subject: 'north', ended_at: expect.any(Number) }]);
});

test('one that ends and begins again within its mute stays muted', async () => {
  await choose();
  wrong = [problem('north')];
  await look();
  await mute(instant(now + dayMs));
  wrong = [];
  await waitLong(hourMs);
  wrong = [problem('north')];
  await waitLong(hourMs);
  expect(await readMessages()).toHaveLength(1);
  // The mute ends; what is still wrong is sent.
  await waitLong(dayMs);
  expect(await readMessages()).toHaveLength(2);
});

test('a mute until the end holds until then, and not for the next time', async () => {
  await choose();
  wrong = [problem('north')];
  await look();
  await mute(null);
  await waitLong(3 * dayMs);
  wrong = [];
  await waitLong(hourMs);
  expect(await readMessages()).toHaveLength(1);
  wrong = [problem('north')];
  await look();
  expect(await readMessages()).toHaveLength(2);
});

test('a mute is that of one person', async () => {
  const colleague = await makePerson(sql);
  await affiliate(sql, colleague, organization, 'ADMIN');
  await choose();
  await choose({}, colleague);
  await mute(instant(now + dayMs));
  wrong = [problem('north')];
  await look();
  expect((await readMessages()).map(({ person_pk }) => person_pk)).toEqual([colleague.pk]);
});

test('texts are limited per person and day, the last one says so, and the rest comes together', async () => {
  await choose({ sms_kinds: ['camera_silent'], email_kinds: [] });
  for (let hour = 0; hour < 14; hour += 1) {
    wrong = [...wrong, problem(`camera ${hour}`)];
    await waitLong(hourMs);
  }
  const texts = await readMessages('sms');
  expect(texts).toHaveLength(alertRules.textsPerDay);
  expect(texts.map(({ text }) => text.includes('the last of 10 texts'))).toEqual(
    texts.map((_, index) => index === 9),
  );
  await waitLong(11 * hourMs);
  const [, ...later] = (await readMessages('sms')).slice(alertRules.textsPerDay - 1);
  expect(later[0]?.text).toMatch(/^4 new alerts: Camera “camera 10” at Main Garage is silent\./);
});

test('nothing goes to a person who left or is no longer an Admin', async () => {
  await choose(night);
  now = fromIso('2026-06-16T06:00:00Z');
  wrong = [problem('north')];
  await look();
  await sql`update affiliations set role = 'EMPLOYEE' where person_pk = ${admin.pk}`;
  await waitLong(12 * hourMs);
  expect(await readMessages()).toEqual([]);
  const left = await sql`select from alert_notices where organization_id = ${organization.pk}`;
  expect(left).toHaveLength(0);
});

test('two looks at once notify once', async () => {
  await choose();
  wrong = [problem('north'), problem('south')];
  await Promise.all([look(), look(), look()]);
  await look();
  expect(await readAlerts()).toHaveLength(2);
  expect(await readMessages()).toHaveLength(1);
});

test('an arrival of a watched plate is logged as a search of the person who watches it', async () => {
  const [watch] = await sql<[{ pk: number }]>`
    insert into watched_plates (organization_id, plate, plate_key, purpose, created_by, created_at, ends_at)
    values (${organization.pk}, 'ABC 123', 'ABC123', 'lost_car', ${admin.pk}, ${now}, ${instant(now + dayMs)})
    returning pk`;
  const kind: AlertKind = 'watched_plate';
  wrong = [problem(`plate ${watch.pk} 77`, { kind, facts: { plate: 'ABC 123', visit_pk: 77 } })];
  await wait(2 * minuteMs);
  const logged = await sql`
    select person_pk, page, spot_pk, term, purpose from plate_searches
    where organization_id = ${organization.pk}`;
  expect([...logged]).toEqual([
    {
      person_pk: admin.pk,
      page: 'watched_plates',
      spot_pk: spot.pk,
      term: 'ABC 123',
      purpose: 'lost_car',
    },
  ]);
});

test('webhooks hear of the beginning and the end, without plates', async () => {
  await sql`
    insert into webhook_endpoints (organization_id, url, types, secret_sealed, created_by, created_at)
    values (${organization.pk}, 'https://hooks.example', array['alert.opened', 'alert.ended'], '', ${admin.pk}, ${now})`;
  wrong = [
    problem('Gate', {
      kind: 'occupancy_high',
      facts: { cars: 97, spaces: 100, percent: 97, limit: 95 },
    }),
    problem('plate 1 2', {
      kind: 'watched_plate',
      facts: { plate: 'ABC123', purpose: 'enforcement' },
    }),
  ];
  await look();
  wrong = wrong.slice(1);
  await wait(hourMs);
  const sent = await sql<{ type: string; payload: string }[]>`
    select type, payload from webhook_deliveries where organization_id = ${organization.pk}
    order by recorded_at, subject_pk`;
  expect(sent.map(({ type }) => type)).toEqual(['alert.opened', 'alert.opened', 'alert.ended']);
  expect(JSON.parse(sent[0]?.payload ?? '')).toMatchObject({
    version: 1,
    type: 'alert.opened',
    data: { kind: 'occupancy_high', spot: spot.pk, title: expect.stringContaining('Main Garage') },
  });
  expect(JSON.stringify(sent)).not.toContain('ABC123');
});
