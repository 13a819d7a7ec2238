import type { Role } from '@lotkeeper/contract/kernel/access';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { fetchValetCar, requestCar } from '@lotkeeper/contract/operations/valet';
import { logOut } from '@lotkeeper/contract/people/session';
import {
  listPushDevices,
  ringPushDevice,
  savePushDevice,
} from '@lotkeeper/contract/platform/push-devices';
import { beforeEach, expect, test } from 'vitest';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import type { TestPerson } from '../../../testing/people.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { openPushService } from '../../../testing/push-service.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import type { TestValetSession } from '../../../testing/valet.factory.ts';
import { makeValetSession } from '../../../testing/valet.factory.ts';
import { openValetStand } from '../../../testing/valet-stand.ts';
import { makeValetRinger } from './valet-rings.ts';

const since = fromIso('2026-06-15T17:30:00Z');
const { at, organization, spot, sql } = await openValetStand();
const service = await openPushService();
const ringOnce = makeValetRinger({
  ...at,
  sql,
  send: service.send,
  outside: { allowPrivate: false },
  publicUrl: () => 'https://lots.example',
  openJobScope: scopeMaker(at.database).job,
});

type Member = TestPerson & { token: string };
let phones = 0;

/** Allows notifications in a new browser of a member, and has a stand ring it. */
async function addPhone(by: Member, { pk: spotPk }: { pk: number } = spot) {
  const path = `/phone-${phones++}`;
  const device = { ...service.subscribe(path), is_new: true };
  const { pk } = (await at.call(savePushDevice, { body: device }, by)).body;
  const ring = (is_on: boolean, caller = by) =>
    at.call(
      ringPushDevice,
      { params: { device: String(pk) }, body: { spot: spotPk, is_on } },
      caller,
    );
  const { body } = await ring(true);
  return { path, device, ring, body };
}

/** A member with a phone that rings. */
async function addMember(role: Role = 'VALET') {
  const by = await signedInMember(at, organization, role);
  return { by, ...(await addPhone(by)) };
}

/** Runs the jobs that wait, like a worker; one that fails is dropped, or kept to be tried again. */
async function work(): Promise<void> {
  for (;;) {
    const [job] = await sql<{ id: string; payload: Parameters<typeof ringOnce>[0] }[]>`
      delete from graphile_worker._private_jobs where id = (
        select id from graphile_worker.jobs where task_identifier = 'ring_valet_phones'
        order by id limit 1)
      returning id, payload`;
    if (!job) return;
    await ringOnce(job.payload);
  }
}

const park = () => makeValetSession(at, spot, { since });
const ask = ({ link }: TestValetSession) => at.call(requestCar, { params: { token: link } });
const listRung = () => service.received.map(({ path }) => path).sort();

beforeEach(async () => {
  service.received.length = 0;
  service.state.status = 201;
  await sql`delete from push_devices`;
  await sql`delete from graphile_worker._private_jobs`;
});

test('when a driver asks for the car, each phone of the stand rings once, with the plate, the key tag and a link', async () => {
  const valet = await addMember();
  const employee = await addMember('EMPLOYEE');
  expect(valet.body).toEqual({ is_on: true });
  const session = await park();
  await sql`update valet_sessions set plate = 'FLD1', key_tag = '77' where pk = ${session.pk}`;
  await ask(session);
  await ask(session);
  await work();
  expect(listRung()).toEqual([valet.path, employee.path]);
  expect(service.received[0]).toMatchObject({
    headers: { ttl: '900' },
    notification: {
      notification: {
        title: 'FLD1 is wanted · Key tag 77',
        body: 'Roosevelt Garage: tap to open the stand.',
        navigate: `https://lots.example/valet/${organization.pk}?spot=${spot.pk}`,
        tag: `valet-${session.uuid}`,
      },
    },
  });
});

test('a car without plate and key tag is named by what is known', async () => {
  await addMember();
  const session = await park();
  await sql`
    update valet_sessions set plate = null, state = null, country = null, color = 'White', make = 'Toyota',
      model = null where pk = ${session.pk}`;
  await ask(session);
  await work();
  expect(service.received[0]).toMatchObject({
    notification: { notification: { title: 'White Toyota is wanted' } },
  });
});

test.each([
  [
    'somebody fetches the car',
    (session: TestValetSession, { by }: { by: Member }) =>
      at.call(fetchValetCar, { params: { id: session.uuid } }, by),
  ],
  [
    'the car has left',
    ({ pk }: TestValetSession) =>
      sql`update valet_sessions set status = 'ended', checked_out_at = ${at.clock()} where pk = ${pk}`,
  ],
  [
    'the request is gone',
    ({ pk }: TestValetSession) =>
      sql`update valet_sessions set requested_at = null where pk = ${pk}`,
  ],
])('no phone rings once %s', async (_, happen) => {
  const valet = await addMember();
  const session = await park();
  await ask(session);
  await happen(session, valet);
  await work();
  expect(listRung()).toEqual([]);
});

test('a phone rings no more once its person lost the role, signed out, or switched it off, nor for another stand', async () => {
  const [demoted, left, out, off] = [
    await addMember(),
    await addMember(),
    await addMember(),
    await addMember(),
  ];
  const elsewhere = await signedInMember(at, organization, 'VALET');
  await addPhone(elsewhere, await makeSpot(sql, { organization }));
  const kept = await addMember('ADMIN');
  await sql`update affiliations set role = 'ENFORCER' where person_pk = ${demoted.by.pk}`;
  await sql`delete from affiliations where person_pk = ${left.by.pk}`;
  await at.call(logOut, {}, out.by);
  expect((await off.ring(false)).body).toEqual({ is_on: false });
  await ask(await park());
  await work();
  expect(listRung()).toEqual([kept.path]);
});

test('a phone that somebody else uses from now on rings for neither of them', async () => {
  const { by, device, ring } = await addMember();
  const next = await signedInMember(at, organization, 'VALET');
  await at.call(savePushDevice, { body: device }, next);
  const { devices } = (await at.call(listPushDevices, {}, next)).body;
  expect(devices).toMatchObject([{ valet_spots: [] }]);
  expect((await ring(true, by)).body).toEqual({ is_on: false });
  await ask(await park());
  await work();
  expect(listRung()).toEqual([]);
});

test('a member of another organization has no phone rung here', async () => {
  const stranger = await signedInMember(at, await makeOrganization(sql), 'VALET');
  const { ring } = await addPhone(stranger);
  expect((await ring(true)).status).toBe(404);
});

test('a push service that is down is tried again for its phone alone; a phone that is gone is forgotten', async () => {
  const { by } = await addMember();
  await ask(await park());
  service.state.status = 503;
  await expect(work()).rejects.toThrow('busy or down');
  const { devices } = (await at.call(listPushDevices, {}, by)).body;
  expect(devices).toMatchObject([{ failure: expect.stringContaining('503') as string }]);
  service.state.status = 410;
  await ask(await park());
  await work();
  expect((await at.call(listPushDevices, {}, by)).body.devices).toEqual([]);
});
