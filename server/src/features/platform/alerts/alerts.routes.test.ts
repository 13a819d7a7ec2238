import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { removeMember } from '@lotkeeper/contract/people/team';
import type { AlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import { getAlertLimits, saveAlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import {
  alertMessages,
  getAlertChoices,
  listAlerts,
  muteAlert,
  muteByLink,
  saveAlertChoices,
  unsubscribeFromAlerts,
} from '@lotkeeper/contract/platform/alerts';
import {
  createWatchedPlate,
  listWatchedPlates,
  removeWatchedPlate,
  watchedPlateMessages,
} from '@lotkeeper/contract/platform/watched-plates';
import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import { listPlateSearches } from '@lotkeeper/contract/trust/plate-searches';
import { beforeEach, expect, test } from 'vitest';
import { queueMemberMessages } from '../../../records/platform/member-messages.ts';
import { makeAlert } from '../../../testing/alerts.factory.ts';
import type { TestPerson } from '../../../testing/people.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { makePushDevice } from '../../../testing/push-devices.factory.ts';
import { makeSecondOfEach } from '../../../testing/second-of-each.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { alertLinks } from './alert-links.ts';
import { makeAlertSweeper } from './alerts.jobs.ts';
import { readAlertLimits } from './limits.queries.ts';

// Noon in Phoenix.
const start = '2026-06-15T19:00:00Z';
const at = await testApp({ now: start });
let organization: { pk: number };
let spot: TestSpot;
let by: TestPerson & { token: string };
let params: { id: string };
let beside: { organization: { pk: number } };

beforeEach(async () => {
  at.clock.set(start);
  organization = await makeOrganization(at.database.system, { name: 'Desert Parking' });
  spot = await makeSpot(at.database.system, { organization, name: 'Main Garage' });
  by = await signedInMember(at, organization, 'ADMIN');
  beside = await makeSecondOfEach(at.database.system, { person: by, organization });
  params = { id: String(organization.pk) };
});

const list = async () => (await at.call(listAlerts, { params }, by)).body;
const end = (pk: number, ended: Instant) =>
  at.database.system`update alerts set ended_at = ${ended} where pk = ${pk}`;
const choices = {
  email_kinds: ['camera_silent' as const],
  sms_kinds: [],
  push_kinds: [],
  spots: null,
  quiet_from: null,
  quiet_until: null,
};
const choose = (change: object = {}) =>
  at.call(saveAlertChoices, { params, body: { ...choices, ...change } }, by);

test('the page lists open alerts, the costliest first, and ended ones, the newest first', async () => {
  const sql = at.database.system;
  const [cheap, costly, first, second] = [
    await makeAlert(at, spot, 'camera 1'),
    await makeAlert(at, spot, 'camera 2'),
    await makeAlert(at, spot, 'camera 3'),
    await makeAlert(at, spot, 'camera 4'),
  ];
  await sql`update alerts set cost = 90000 where pk = ${costly}`;
  await sql`update alerts set opened_at = ${instant(at.clock() + 1)} where pk = ${first}`;
  await end(first, fromIso('2026-06-15T17:00:00Z'));
  await end(second, fromIso('2026-06-15T18:00:00Z'));
  const { open, ended, open_count, is_chosen, texts } = await list();
  expect(open.map(({ pk }) => pk)).toEqual([costly, cheap]);
  expect(ended.map(({ pk }) => pk)).toEqual([second, first]);
  expect({ open_count, is_chosen, texts }).toEqual({
    open_count: 2,
    is_chosen: false,
    texts: { sent: 0, limit: 10, next_at: null },
  });
  expect(open[0]).toMatchObject({
    title: 'Camera “Entrance” at Main Garage is silent',
    cost_text: 'It probably cost $900 so far',
    path: `/organization/${organization.pk}/cameras`,
    spot: { pk: spot.pk, name: 'Main Garage', timezone: 'America/Phoenix' },
    mute: null,
  });
  expect(ended[0]?.title).toBe('Camera “Entrance” at Main Garage sends again');
});

test('after ten texts in 24 hours, the page says when the next one can come', async () => {
  for (let minute = 0; minute < 10; minute += 1)
    await at.database.system`
      insert into alert_messages (organization_id, person_pk, medium, alerts, sent_at)
      values (${organization.pk}, ${by.pk}, 'sms', 1, ${instant(at.clock() - minute * 60_000)})`;
  const { texts } = await list();
  expect(texts).toEqual({ sent: 10, limit: 10, next_at: at.clock() - 9 * 60_000 + dayMs });
});

test('choices are those of the person, and addresses that are missing are refused', async () => {
  expect((await choose({ spots: [spot.pk], quiet_from: 1320, quiet_until: 420 })).status).toBe(200);
  const { body } = await at.call(getAlertChoices, { params }, by);
  expect(body).toEqual({
    ...choices,
    spots: [spot.pk],
    quiet_from: 1320,
    quiet_until: 420,
    email: by.email,
    phone: null,
  });
  const other = await signedInMember(at, organization, 'ADMIN');
  const theirs = await at.call(getAlertChoices, { params }, other);
  expect(theirs.body.email_kinds).toEqual([]);
  const text = await choose({ sms_kinds: ['camera_silent'] });
  expect(text.error.fields).toEqual({ sms_kinds: alertMessages.noPhone });
  const foreign = await makeSpot(at.database.system);
  expect((await choose({ spots: [foreign.pk] })).error.fields).toEqual({
    spots: alertMessages.unknownProperty,
  });
  expect((await choose({ quiet_from: 1320 })).error.fields).toEqual({
    quiet_until: alertMessages.bothTimes,
  });
  expect((await choose({ email_kinds: ['everything'] })).status).toBe(400);
});

test('what waits is dropped once its kind isn’t chosen any more', async () => {
  await choose();
  const alertPk = await makeAlert(at, spot);
  const sql = at.database.system;
  const other = await signedInMember(at, organization, 'ADMIN');
  for (const { pk } of [by, other])
    await sql`
      insert into alert_notices (organization_id, alert_pk, person_pk, medium, waiting_since)
      values (${organization.pk}, ${alertPk}, ${pk}, 'email', ${at.clock()})`;
  await choose({ email_kinds: ['payout_failed'] });
  const left = await sql`
    select person_pk as pk from alert_notices where organization_id = ${organization.pk}`;
  expect(left).toEqual([{ pk: other.pk }]);
});

test('an Admin mutes an alert for themselves, and ends that', async () => {
  const alert = await makeAlert(at, spot);
  const mute = (length: 'day' | 'week' | 'end' | null) =>
    at.call(muteAlert, { params: { ...params, alert: String(alert) }, body: { for: length } }, by);
  expect((await mute('day')).body.mute).toEqual({ until: at.clock() + dayMs });
  expect((await mute('end')).body.mute).toEqual({ until: null });
  const other = await signedInMember(at, organization, 'ADMIN');
  const theirs = await at.call(listAlerts, { params }, other);
  expect(theirs.body.open[0]?.mute).toBeNull();
  expect((await list()).open[0]?.mute).toEqual({ until: null });
  expect((await mute(null)).body.mute).toBeNull();
  expect((await list()).open[0]?.mute).toBeNull();
});

test('a mailed link mutes one alert for its reader without a session, again and again', async () => {
  const alert = await makeAlert(at, spot);
  await makeAlert(at, spot, 'camera 2');
  const key = { organizationId: organization.pk, personPk: by.pk, alertPk: alert };
  const token = alertLinks(at.secretBox).issueMute(key);
  const mute = (length?: 'day' | 'week' | null) =>
    at.call(muteByLink, {
      params: { token },
      body: length === undefined ? {} : { for: length },
    });
  expect((await mute()).body).toEqual({
    title: 'Camera “Entrance” at Main Garage is silent',
    property: 'Main Garage',
    timezone: 'America/Phoenix',
    ended_at: null,
    mute: null,
  });
  expect((await mute('day')).body.mute).toEqual({ until: at.clock() + dayMs });
  expect((await mute('week')).body.mute).toEqual({ until: at.clock() + 7 * dayMs });
  // Opening the link changes nothing.
  expect((await mute()).body.mute).toEqual({ until: at.clock() + 7 * dayMs });
  expect((await list()).open.map(({ mute: muted }) => muted !== null)).toEqual([true, false]);
  expect((await mute(null)).body.mute).toBeNull();
});

test('a link ends 30 days after its alert, and when its reader is no longer an Admin', async () => {
  const alert = await makeAlert(at, spot);
  const key = { organizationId: organization.pk, personPk: by.pk, alertPk: alert };
  const token = alertLinks(at.secretBox).issueMute(key);
  const open = async () => (await at.call(muteByLink, { params: { token }, body: {} })).status;
  await end(alert, at.clock());
  at.clock.forward(30 * dayMs - 1);
  expect(await open()).toBe(200);
  at.clock.forward(1);
  expect(await open()).toBe(404);
  await at.database.system`update alerts set ended_at = null where pk = ${alert}`;
  expect(await open()).toBe(200);
  const change = (role: string) => at.database.system`
    update affiliations set role = ${role}
    where organization_id = ${organization.pk} and person_pk = ${by.pk}`;
  await change('EMPLOYEE');
  expect(await open()).toBe(404);
  await change('ADMIN');
  await at.database.system`
    delete from affiliations where organization_id = ${organization.pk} and person_pk = ${by.pk}`;
  expect(await open()).toBe(404);
});

test('a mail program ends the mails with one post, of any form', async () => {
  await choose({ quiet_from: 60, quiet_until: 120 });
  const token = alertLinks(at.secretBox).issueUnsubscribe({
    organizationId: organization.pk,
    personPk: by.pk,
  });
  const response = await at.app.inject({
    method: 'POST',
    url: `/unsubscribe/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([response.statusCode, response.json()]).toEqual([200, { organization: 'Desert Parking' }]);
  const { body } = await at.call(getAlertChoices, { params }, by);
  expect([body.email_kinds, body.quiet_from]).toEqual([[], 60]);
});

test('what waits to be mailed isn’t, once somebody ended these mails; other messages stay', async () => {
  const sql = at.database.system;
  await choose({ push_kinds: ['camera_silent'] });
  const messages = (['alert-1', 'letter-1'] as const).map((key) => ({
    organization_id: organization.pk,
    person_pk: by.pk,
    medium: 'email' as const,
    key,
    subject: key,
    text: key,
  }));
  await sql.begin((tx) => queueMemberMessages(tx, messages, at.clock()));
  const alert = await makeAlert(at, spot);
  for (const medium of ['email', 'sms', 'push'])
    await sql`
      insert into alert_notices (organization_id, alert_pk, person_pk, medium, waiting_since)
      values (${organization.pk}, ${alert}, ${by.pk}, ${medium}, ${at.clock()})`;
  const token = alertLinks(at.secretBox).issueUnsubscribe({
    organizationId: organization.pk,
    personPk: by.pk,
  });
  await at.call(unsubscribeFromAlerts, { params: { token }, body: {} });
  const held = await sql`select medium from alert_notices where person_pk = ${by.pk} order by 1`;
  expect(held).toEqual([{ medium: 'push' }, { medium: 'sms' }]);
  expect(
    await sql`select key, failure, finished_at is null as waits from member_messages
      where person_pk = ${by.pk} order by key`,
  ).toEqual([
    { key: 'alert-1', failure: 'The person ended these mails.', waits: false },
    { key: 'letter-1', failure: null, waits: true },
  ]);
  // Without a device, notifications would come by email.
  const { body } = await at.call(getAlertChoices, { params }, by);
  expect(body.push_kinds).toEqual([]);
  await makePushDevice(sql, at.secretBox, by);
  await choose({ push_kinds: ['camera_silent'] });
  await at.call(unsubscribeFromAlerts, { params: { token }, body: {} });
  expect((await at.call(getAlertChoices, { params }, by)).body.push_kinds).toEqual([
    'camera_silent',
  ]);
  // What the only device doesn't take would be mailed again.
  await sql`update push_devices set failure = 'Refused.' where person_pk = ${by.pk}`;
  await at.call(unsubscribeFromAlerts, { params: { token }, body: {} });
  expect((await at.call(getAlertChoices, { params }, by)).body.push_kinds).toEqual([]);
});

test('limits are those of the property, of the organization, or the default ones', async () => {
  const other = await makeSpot(at.database.system, { organization, name: 'North Lot' });
  const save = (of: { pk: number } | null, limits: AlertLimits | null) =>
    at.call(saveAlertLimits, { params, body: { spot: of?.pk ?? null, limits } }, by);
  const find = await readAlertLimits(at.database.system);
  expect(find(organization.pk, spot.pk)).toEqual({ occupancy_percent: 95, unexplained_cars: 20 });
  await save(null, { occupancy_percent: 90, unexplained_cars: null });
  await save(other, { occupancy_percent: null, unexplained_cars: 5 });
  const { body } = await at.call(getAlertLimits, { params }, by);
  expect(body).toEqual({
    organization: { occupancy_percent: 90, unexplained_cars: null },
    spots: [
      {
        pk: other.pk,
        name: 'North Lot',
        limits: { occupancy_percent: null, unexplained_cars: 5 },
      },
    ],
  });
  const changed = await readAlertLimits(at.database.system);
  expect(changed(organization.pk, spot.pk).occupancy_percent).toBe(90);
  expect(changed(organization.pk, other.pk).occupancy_percent).toBeNull();
  await save(other, null);
  expect((await readAlertLimits(at.database.system))(organization.pk, other.pk)).toEqual({
    occupancy_percent: 90,
    unexplained_cars: null,
  });
  expect((await save(null, { occupancy_percent: 0, unexplained_cars: null })).status).toBe(400);
  const foreign = await makeSpot(at.database.system);
  expect((await save(foreign, { occupancy_percent: 1, unexplained_cars: 1 })).status).toBe(400);
  const { body: log } = await at.call(listAuditEntries, { params, query: { page: 1 } }, by);
  expect(log.results.map(({ subject_type }) => subject_type)).toEqual([
    'alert limits',
    'alert limits',
    'alert limits',
  ]);
});

const newPlate = {
  plate: 'abc 123',
  state: 'AZ',
  purpose: 'lost_car' as const,
  note: null,
  until: '2026-06-20',
};
const watch = (change: object = {}) =>
  at.call(createWatchedPlate, { params, body: { ...newPlate, ...change } }, by);

test('a plate is watched for a purpose until a day ends; each look is logged, and so are changes', async () => {
  const { body, status } = await watch();
  // June 20 ends in Phoenix at 7:00 UTC of the 21st.
  expect([status, body.plate, body.ends_at]).toEqual([
    200,
    'ABC 123',
    fromIso('2026-06-21T07:00:00Z'),
  ]);
  const other = await signedInMember(at, organization, 'ADMIN');
  const listed = await at.call(listWatchedPlates, { params }, other);
  expect(listed.body.plates).toHaveLength(1);
  const { body: searches } = await at.call(listPlateSearches, { params, query: {} }, by);
  expect(
    searches.results.map(({ page, term, purpose, person }) => [page, term, purpose, person.pk]),
  ).toEqual([
    ['watched_plates', 'ABC 123', 'lost_car', other.pk],
    ['watched_plates', 'ABC 123', 'lost_car', by.pk],
  ]);
  await at.call(removeWatchedPlate, { params: { ...params, watch: String(body.pk) } }, by);
  expect((await at.call(listWatchedPlates, { params }, by)).body.plates).toEqual([]);
  const { body: log } = await at.call(listAuditEntries, { params, query: { page: 1 } }, by);
  expect(log.results.map(({ act, subject }) => [act, subject])).toEqual([
    ['remove', 'watched plate ABC 123'],
    ['create', 'watched plate ABC 123'],
  ]);
});

test.each([
  [{ until: '2026-06-14' }, { until: watchedPlateMessages.until }],
  [{ until: '2026-09-14' }, { until: watchedPlateMessages.until }],
  [{ until: '2026-02-30' }, { until: watchedPlateMessages.until }],
  [{ purpose: 'curiosity' }, { purpose: watchedPlateMessages.purpose }],
  [{ purpose: 'other' }, { note: watchedPlateMessages.note }],
  [{ note: 'For fun' }, { note: watchedPlateMessages.note }],
  [{ state: 'XX' }, { state: watchedPlateMessages.state }],
])('a plate isn’t watched with %j', async (change, fields) => {
  expect((await watch(change)).error.fields).toEqual(fields);
});

test('a plate is watched once, until its watch ended', async () => {
  await watch();
  expect((await watch({ plate: 'ABC-123' })).error.fields).toEqual({
    plate: watchedPlateMessages.watched,
  });
  at.clock.set('2026-06-21T07:00:00Z');
  by = { ...by, ...(await signedInMember(at, organization, 'ADMIN')) };
  expect((await watch({ until: '2026-06-22' })).status).toBe(200);
});

test('what a person chose and muted goes when they are removed from the team, and not of another organization', async () => {
  await choose();
  const alert = String(await makeAlert(at, spot));
  await at.call(muteAlert, { params: { ...params, alert }, body: { for: 'week' } }, by);
  const admin = await signedInMember(at, organization, 'ADMIN');
  const member = { ...params, memberId: String(by.pk) };
  expect((await at.call(removeMember, { params: member, query: {} }, admin)).status).toBe(204);
  const sql = at.database.system;
  const left = await sql`
    select organization_id as pk from alert_choices where person_pk = ${by.pk}
    union select organization_id from alert_mutes where person_pk = ${by.pk}`;
  expect(left).toEqual([{ pk: beside.organization.pk }]);
});

test('what is old, and what people chose who left, is deleted', async () => {
  const sql = at.database.system;
  await choose();
  const [old, young] = [await makeAlert(at, spot, 'a'), await makeAlert(at, spot, 'b')];
  await end(old, instant(at.clock() - 366 * dayMs));
  await end(young, instant(at.clock() - 300 * dayMs));
  await watch();
  await sql`delete from affiliations where person_pk = ${by.pk}`;
  const sweep = makeAlertSweeper({ sql, clock: at.clock });
  await sweep();
  const read = () => sql`
    select array_agg(pk) as alerts,
      (select count(*) from watched_plates where organization_id = ${organization.pk}) as plates,
      (select count(*) from alert_choices where organization_id = ${organization.pk}) as choices
    from alerts where organization_id = ${organization.pk}`;
  expect((await read())[0]).toEqual({ alerts: [young], plates: 1, choices: 0 });
  at.clock.set('2026-07-22T07:00:00Z');
  await sweep();
  expect((await read())[0]).toMatchObject({ plates: 0 });
});
