import { randomUUID } from 'node:crypto';
import { checkPlate, checkPlateByKey, writeTicket } from '@lotkeeper/contract/cars/plate-checks';
import { fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { updateEvent } from '@lotkeeper/contract/operations/events';
import { kioskRules } from '@lotkeeper/contract/operations/kiosks';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeApiKey } from '../../../testing/api-keys.factory.ts';
import { makeEvent } from '../../../testing/events.factory.ts';
import { at, car, read } from '../../../testing/parking-day.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeVisitor, makeVisitorCode, until } from '../../../testing/visitors.factory.ts';
import { recordReads, settling } from '../../../testing/visits.factory.ts';

const app = await testApp({ now: at('19:00') });
const { clock } = app;
const sql = app.database.system;
const jobs = settling(app.database, clock);

let token: string;
let spot: TestSpot;

beforeEach(async () => {
  clock.set(at('19:00'));
  ({ spot, token } = await makeStaffedSpot(app, {}, 'ENFORCER'));
});

const checkAt = async (time: string, plate = 'ABC 123', state?: string) => {
  clock.set(at(time));
  const query = { spot: String(spot.pk), plate, ...(state ? { state } : {}) };
  return (await app.call(checkPlate, { query }, { token })).body;
};
const pays = (from: string, end: string | null, more: Parameters<typeof rental>[3] = {}) =>
  record(sql, spot, [
    rental(spot, at(from), 500, { car, end_date: end === null ? null : fromIso(at(end)), ...more }),
  ]);
const comes = async (time: string, more: Parameters<typeof read>[3] = {}) => {
  await recordReads(sql, spot, [read(spot, time, 'Entrance', more)]);
  await settleAt(time);
};
const settleAt = async (time: string) => {
  clock.set(at(time));
  await jobs.settle(spot);
};
const ms = (time: string) => fromIso(at(time));

describe('a plate that may park', () => {
  test('is paid for until the end of its rentals without a break, in whatever way it is typed', async () => {
    await pays('18:30', '20:00');
    await pays('19:50', '22:00');
    for (const plate of ['ABC 123', 'abc-123', 'ABC123']) {
      expect(await checkAt('19:10', plate)).toMatchObject({
        answer: 'may_park',
        until: ms('22:00'),
        state: 'AZ',
        penalty: null,
        rights: [{ kind: 'rental', from: ms('18:30'), spot: null, plate: null }],
      });
    }
    expect(await checkAt('19:10', 'ABC123', 'CA')).toMatchObject({ answer: 'alike' });
  });

  test.each([
    ['monthly', 'monthly'],
    ['bulk_rental', 'tenant'],
  ] as const)('has a %s rental without an end: %s', async (rental_type, kind) => {
    await pays('01:00', null, { rental_type });
    expect(await checkAt('19:10')).toMatchObject({
      answer: 'may_park',
      until: null,
      rights: [{ kind }],
    });
  });

  test('is a guest until the end of their time, by a code or a person, though nobody saw it come', async () => {
    await makeVisitor(sql, spot, { plate: 'GUEST1', grants: [until(at('21:00'))] });
    const { pk } = await makeVisitorCode(sql, spot, { hours_valid: 4 });
    await makeVisitor(sql, spot, {
      plate: 'GUEST2',
      grants: [{ code_pk: pk, kind: 'until', ends_at: fromIso(at('20:00')) }],
    });
    expect(await checkAt('19:10', 'GUEST1')).toMatchObject({
      answer: 'may_park',
      until: ms('21:00'),
      came_at: null,
      rights: [{ kind: 'visitor' }],
    });
    expect(await checkAt('19:10', 'GUEST2')).toMatchObject({
      until: ms('20:00'),
      rights: [{ kind: 'validated' }],
    });
  });

  test('isn’t a guest of a moved event whose guests were over before, as no list has them', async () => {
    const game = await makeEvent(sql, spot, { start_time: '07:00:00', end_time: '08:00:00' });
    const { pk } = await makeVisitorCode(sql, spot, { events: [game] });
    const grants = [{ code_pk: pk, kind: 'events' as const, ends_at: fromIso(at('15:00')) }];
    await makeVisitor(sql, spot, { plate: 'GUEST3', grants });
    const { token: admin } = await signedInMember(app, { pk: spot.organization }, 'ADMIN');
    const move = (body: { start_time: string; end_time: string }) =>
      app.call(updateEvent, { params: { id: String(game) }, body }, { token: admin });
    clock.set(at('14:50'));
    await move({ start_time: '07:00:00', end_time: '09:00:00' });
    expect(await checkAt('15:30', 'GUEST3')).toMatchObject({ answer: 'may_park' });
    clock.set(at('18:00'));
    expect((await move({ start_time: '11:30:00', end_time: '20:00:00' })).status).toBe(200);
    expect(await checkAt('19:10', 'GUEST3')).toMatchObject({ answer: 'unknown', rights: [] });
  });

  test('came within the grace minutes, or its time was over within them', async () => {
    await comes('19:00');
    expect(await checkAt('19:06')).toMatchObject({
      answer: 'grace',
      came_at: ms('19:00'),
      until: ms('19:15'),
      penalty: null,
      reads: [{ captured_at: ms('19:00'), direction: 'Entrance' }],
    });
    await pays('19:05', '20:00');
    expect(await checkAt('20:10')).toMatchObject({ answer: 'grace', until: ms('20:15') });
    expect(await checkAt('20:16')).toMatchObject({ answer: 'expired', until: ms('20:00') });
  });

  test('isn’t charged while the property or an event doesn’t charge anybody', async () => {
    await makeEvent(sql, spot, { start_time: '12:00:00', spaceforce_multiplier: 0 });
    expect(await checkAt('19:10', 'ZZZ999')).toMatchObject({ answer: 'unenforced', penalty: null });
    await sql`delete from events where spot_pk = ${spot.pk}`;
    await sql`update spots set enforcement_enabled = false where pk = ${spot.pk}`;
    expect(await checkAt('19:10', 'ZZZ999')).toMatchObject({ answer: 'unenforced', penalty: null });
  });
});

describe('a plate without a right here', () => {
  test('is paid for at another property of the organization, which is named', async () => {
    const other = await makeSpot(sql, { organization: { pk: spot.organization }, name: 'Skyport' });
    await record(sql, other, [rental(other, at('18:00'), 500, { car })]);
    expect(await checkAt('19:10')).toMatchObject({
      answer: 'elsewhere',
      until: ms('20:00'),
      penalty: 5500,
      rights: [{ kind: 'rental', spot: { pk: other.pk, name: 'Skyport' } }],
    });
    const foreign = await makeSpot(sql);
    await record(sql, foreign, [
      rental(foreign, at('18:00'), 500, { car: { ...car, plate: 'FAR1' } }),
    ]);
    expect(await checkAt('19:10', 'FAR1')).toMatchObject({ answer: 'unknown', rights: [] });
  });

  test('looks like a plate with a right, or differs from one by a character', async () => {
    await pays('18:30', '22:00');
    await comes('18:35');
    for (const plate of ['A8C123', 'ABC1234', 'ABX123']) {
      expect(await checkAt('19:10', plate)).toMatchObject({
        answer: 'alike',
        penalty: 5500,
        rights: [
          { plate: { plate: 'ABC 123', state: 'AZ' }, until: ms('22:00'), seen_at: ms('18:35') },
        ],
      });
    }
    expect(await checkAt('19:10', 'XYX123')).toMatchObject({ answer: 'unknown' });
  });

  test('is unknown; a booking that begins later is shown', async () => {
    await pays('21:00', '23:00');
    expect(await checkAt('19:10')).toMatchObject({
      answer: 'unknown',
      penalty: 5500,
      rights: [{ kind: 'rental', from: ms('21:00') }],
    });
  });
});

describe('a violation that a person writes', () => {
  const write = (plate = 'ABC 123', request: string = randomUUID(), more: object = {}) =>
    app.call(writeTicket, { body: { spot: spot.pk, plate, request, ...more } }, { token });
  const count = async () => (await sql`select from violations where spot_pk = ${spot.pk}`).length;

  test('is refused where the car may park, and opened once where nothing is known', async () => {
    await pays('18:30', '22:00');
    expect(await write()).toMatchObject({
      status: 409,
      body: { detail: 'This car may park here. Check the plate again.' },
    });
    const request = randomUUID();
    const first = await write('NEW 777', request);
    expect(first).toMatchObject({
      status: 200,
      body: { plate: 'NEW 777', amount: 5500, status: 'Created' },
    });
    expect((await write('NEW 777', request)).body).toEqual(first.body);
    expect(await write('NEW777')).toMatchObject({
      status: 409,
      body: { detail: `Violation ${first.body.code} is for this car and its stay already.` },
    });
    expect(await checkAt('19:20', 'NEW777')).toMatchObject({
      violation: { code: first.body.code, amount: 5500, status: 'Created' },
      penalty: null,
    });
  });

  test('is the violation of its visit: cameras open no second, and a payment lifts it', async () => {
    await comes('19:00');
    clock.set(at('19:16'));
    const { body } = await write();
    await settleAt('19:20');
    const all = () =>
      sql`select code, status, waived_reason from violations where spot_pk = ${spot.pk}`;
    expect(await all()).toMatchObject([{ code: body.code, status: 'Created' }]);
    await pays('19:25', '22:00');
    await settleAt('19:30');
    expect(await all()).toMatchObject([{ status: 'Waived', waived_reason: 'The stay was paid.' }]);
  });

  test('is one, also when two people write it at once or cameras open one', async () => {
    await comes('19:00');
    clock.set(at('19:16'));
    const people = await Promise.all(
      [1, 2, 3, 4].map(() => signedInMember(app, { pk: spot.organization }, 'ENFORCER')),
    );
    const sent = people.map((by) =>
      app.call(
        writeTicket,
        { body: { spot: spot.pk, plate: 'ABC 123', request: randomUUID() } },
        { token: by.token },
      ),
    );
    await Promise.all([...sent, jobs.settle(spot)]);
    expect(await count()).toBe(1);
  });

  test.each(['Paid', 'Waived'])(
    'isn’t written again for a stay whose violation is %s',
    async (status) => {
      await comes('19:00');
      clock.set(at('19:16'));
      const { body } = await write();
      await sql`update violations set status = ${status} where spot_pk = ${spot.pk}`;
      expect(await checkAt('19:30')).toMatchObject({
        penalty: null,
        violation: { code: body.code, status },
      });
      expect((await write()).status).toBe(409);
      expect(await count()).toBe(1);
    },
  );

  test('is written for a new stay of a driver who owes for an earlier one', async () => {
    const { body } = await write('NEW 777');
    const open = () => checkAt('19:30', 'NEW777');
    expect(await open()).toMatchObject({ violation: { code: body.code }, owes: 0 });
    await sql`update violations set created_at = created_at - interval '4 days'`;
    expect(await open()).toMatchObject({ violation: null, owes: 5500, penalty: 5500 });
    const next = await write('NEW 777');
    expect(next.status).toBe(200);
    expect(await open()).toMatchObject({ violation: { code: next.body.code }, owes: 5500 });
    await sql`update violations set status = 'Paid' where code = ${body.code}`;
    expect(await open()).toMatchObject({ violation: { code: next.body.code }, owes: 0 });
  });

  test('is of the plate and property that its request named first', async () => {
    const request = randomUUID();
    const { body } = await write('NEW 777', request);
    expect((await write('OTHER 7', request)).status).toBe(409);
    const beside = await makeSpot(sql, { organization: { pk: spot.organization } });
    expect((await write('NEW 777', request, { spot: beside.pk })).status).toBe(409);
    expect((await write('new777', request)).body.uuid).toBe(body.uuid);
    const entries = await sql`
      select from audit_entries where organization_id = ${spot.organization} and subject_type = 'violation'`;
    expect(entries).toHaveLength(1);
  });

  test('is of one property when its request is sent to two at once', async () => {
    const beside = await makeSpot(sql, { organization: { pk: spot.organization } });
    for (let round = 0; round < 5; round += 1) {
      const request = randomUUID();
      const sent = await Promise.all(
        [spot, beside, spot, beside].map(({ pk }, index) =>
          write(`NEW ${round}${index % 2}`, request, { spot: pk }),
        ),
      );
      expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 200, 409, 409,
      ]);
    }
    const entries = await sql`
      select from audit_entries where organization_id = ${spot.organization} and subject_type = 'violation'`;
    expect(entries).toHaveLength(5);
  });

  test('isn’t written at once for a guest who asked for free parking at a kiosk and waits for staff', async () => {
    const from = instant(ms('19:00'));
    await makeVisitor(sql, spot, { plate: 'GUEST4', grants: [], at: from });
    const seen = { answer: 'waiting', asked_at: from, penalty: 5500 };
    expect(await checkAt('19:20', 'GUEST4')).toMatchObject(seen);
    expect((await write('GUEST4')).status).toBe(409);
    expect((await write('GUEST4', randomUUID(), { looked_again: true })).status).toBe(200);
    clock.set(toIso(instant(from + kioskRules.waitingHours * hourMs)));
    const query = { spot: String(spot.pk), plate: 'GUEST4' };
    const { body } = await app.call(checkPlate, { query }, { token });
    expect(body).toMatchObject({ answer: 'unknown', asked_at: null });
  });

  test('of a plate like one that may park says that somebody looked again; no placeholder is a plate', async () => {
    await pays('18:30', '22:00');
    expect((await write('ABC 123', randomUUID(), { state: 'CA' })).status).toBe(409);
    const looked = { state: 'CA', looked_again: true };
    expect((await write('ABC 123', randomUUID(), looked)).status).toBe(200);
    expect(await checkAt('19:10', 'ABC 123', 'AZ')).toMatchObject({ violation: null });
    expect((await write('UNKNOWN')).status).toBe(400);
  });

  test('is in the log of searches', async () => {
    await write('NEW 777');
    expect(
      await sql`select page, term from plate_searches where organization_id = ${spot.organization}`,
    ).toEqual([{ page: 'violations_written', term: 'NEW 777' }]);
  });

  test('stays when cameras see only the exit of its car', async () => {
    await write();
    await recordReads(sql, spot, [read(spot, '19:30', 'Exit')]);
    await settleAt('19:31');
    const rows = await sql`
      select n.status, v.outcome from violations n left join visits v on v.spot_pk = n.spot_pk
      where n.spot_pk = ${spot.pk}`;
    expect(rows).toMatchObject([{ status: 'Created', outcome: 'violation_open' }]);
  });
});

test('a program asks with its key, in its own organization only', async () => {
  const { key } = await makeApiKey(sql, { pk: spot.organization }, ['checks']);
  const other = await makeApiKey(sql, { pk: spot.organization }, ['reads']);
  const foreign = await makeSpot(sql);
  await pays('18:30', '22:00');
  const ask = (by: string, at: { pk: number } = spot) =>
    app.call(checkPlateByKey, { query: { spot: String(at.pk), plate: 'ABC123' } }, { token: by });
  expect((await ask(key)).body).toMatchObject({ answer: 'may_park', until: ms('22:00') });
  expect((await ask(other.key)).status).toBe(403);
  expect((await ask(key, foreign)).status).toBe(404);
});

test('valets can’t ask', async () => {
  const valet = await signedInMember(app, { pk: spot.organization }, 'VALET');
  const query = { spot: String(spot.pk), plate: 'ABC123' };
  expect((await app.call(checkPlate, { query }, { token: valet.token })).status).toBe(403);
});
