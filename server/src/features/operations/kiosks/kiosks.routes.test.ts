import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import {
  acceptPins,
  createKiosk,
  endKiosk,
  getKiosk,
  kioskMessages,
  listKiosks,
  listWaitingVisitors,
  lockKiosk,
  openKiosk,
  undoValidation,
  unlockKiosk,
  validateVisitor,
  withdrawPlate,
} from '@lotkeeper/contract/operations/kiosks';
import {
  createVisitor,
  listVisitors,
  removeVisitor,
} from '@lotkeeper/contract/operations/visitors';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeKiosk } from '../../../testing/kiosks.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeVisitor } from '../../../testing/visitors.factory.ts';

let spot: TestSpot;
const logged: string[] = [];

const at = await testApp({
  now: '2026-06-15T19:00:00Z',
  settings: { LOG_LEVEL: 'debug' },
  logTo: { write: (line) => void logged.push(line) },
});
const sql = at.database.system;
const organization = { pk: (await makeSpot(sql)).organization };
const staff = (await signedInMember(at, organization, 'EMPLOYEE')).token;

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  spot = await makeSpot(sql, { organization, name: 'Lobby Lot' });
});

const start = (overrides: object = {}) => {
  const body = { spot: spot.pk, mode: 'hours' as const, minutes: 120, pin: '4711', ...overrides };
  return at.call(createKiosk, { body }, { token: staff });
};
const open = (ticket: string) => at.call(openKiosk, { body: { ticket } });
const running = async () =>
  (await at.call(listKiosks, { query: { spot: String(spot.pk) } }, { token: staff })).body;
const ask = (token: string, plate: string, overrides: object = {}) => {
  const guest = { state: 'AZ', country: 'US' as const, validation_source: 'kiosk' as const };
  return at.call(
    createVisitor,
    { body: { spot: spot.pk, plate, ...guest, ...overrides } },
    { token },
  );
};
const waiting = async (token: string) =>
  (await at.call(listWaitingVisitors, { params: { id: String(spot.pk) } }, { token })).body;
const validate = (token: string, visitor_pk: number, overrides: object = {}) => {
  const body = { visitor_pk, validation_source: 'kiosk' as const, ...overrides };
  return at.call(validateVisitor, { body }, { token });
};
const unlock = (token: string, pin: string) => at.call(unlockKiosk, { body: { pin } }, { token });

test('a kiosk opens with its ticket, is listed until it is ended, and leaves audit entries', async () => {
  const { body } = await start({ minutes: 90 });
  expect(body.kiosk).toMatchObject({ mode: 'hours', minutes: 90, created_by: 'Robin Reyes' });
  const { body: opened, status } = await open(body.ticket);
  expect(status).toBe(200);
  expect((await at.call(getKiosk, {}, { token: opened.token })).body).toEqual({
    spot: spot.pk,
    spot_name: 'Lobby Lot',
    operator: 'Desert Parking',
    state: 'AZ',
    timezone: 'America/Phoenix',
    mode: 'hours',
    minutes: 90,
    today: '2026-06-15',
    last_day: '2026-07-16',
  });
  expect(await running()).toMatchObject([{ pk: body.kiosk.pk, last_seen_at: at.clock() }]);
  const end = () => at.call(endKiosk, { params: { id: String(body.kiosk.pk) } }, { token: staff });
  expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
  expect((await at.call(getKiosk, {}, { token: opened.token })).status).toBe(401);
  expect(await running()).toEqual([]);
  const acts = await sql`
      select act from audit_entries where subject_type = 'kiosk' and subject_pk = ${body.kiosk.pk} order by pk`;
  expect(acts.map(({ act }) => act)).toEqual(['create', 'remove']);
});

test('a kiosk ticket opens one kiosk within ten minutes, even when many try at once', async () => {
  const { body } = await start();
  const all = await Promise.all(Array.from({ length: 8 }, () => open(body.ticket)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(all.find(({ status }) => status !== 200)?.error).toMatchObject({
    code: 'code_invalid',
    detail: 'This link has been used or has expired. Start the kiosk again.',
  });
  const late = await start();
  at.clock.forward(10 * 60_000);
  expect((await open(late.body.ticket)).status).toBe(400);
  expect((await running()).map(({ pk }) => pk)).toEqual([body.kiosk.pk]);
});

test('a kiosk needs a PIN of four digits and one minute or more', async () => {
  const { error } = await start({ pin: '12a4', minutes: 0 });
  expect(error.fields).toEqual({ pin: 'Must be 4 digits.', minutes: 'Must be at least 1.' });
});

test.each(['1111', '1234', '9876', '1357'])(
  'a kiosk refuses the PIN %s, which is easy to guess',
  async (pin) => {
    expect((await start({ pin })).error.fields).toEqual({ pin: kioskMessages.weakPin });
  },
);

test('a kiosk’s ticket, token, and PIN are neither stored nor logged', async () => {
  const { body } = await start({ pin: '9182' });
  const { body: opened } = await open(body.ticket);
  const rows = await sql<{ row: string }[]>`
      select k::text as row from kiosks k union all select a::text from audit_entries a`;
  // The digits of a PIN can occur in a random hash, UUID, or time.
  const pin = /(?<![\da-f-])9182(?![\da-f-])/;
  for (const secret of [body.ticket, opened.token, pin]) {
    expect(rows.filter(({ row }) => row.search(secret) >= 0)).toEqual([]);
    expect(logged.filter((line) => line.search(secret) >= 0)).toEqual([]);
  }
});

test('a guest who enters a known visitor’s plate sees the waiting plates and no personal data', async () => {
  await makeVisitor(sql, spot, {
    plate: 'VIP 1',
    name: 'Marked Person',
    phone: '+16025550199',
  });
  const { token } = await makeKiosk(at, spot);
  at.told.length = 0;
  const { body, response } = await ask(token, 'vip1');
  expect(response.body).not.toMatch(/Marked|5550199/);
  expect(body).toMatchObject({ name: null, is_always_valid: false, validity_reason: '' });
  expect(at.told).toEqual([['server:newVisitor', spot.pk]]);
  at.clock.forward(1000);
  await ask(token, 'SECOND');
  const list = await waiting(token);
  expect(list.results.map(({ car_details }) => car_details.plate)).toEqual(['VIP 1', 'SECOND']);
  expect(list.results[0]).toEqual({
    pk: body.pk,
    car_details: { plate: 'VIP 1', state: 'AZ', country: 'US' },
    asked_at: at.clock() - 1000,
  });
});

test('a guest must send a plate and a state, and cannot send a name, phone number, or codes', async () => {
  const { token } = await makeKiosk(at, spot);
  expect((await ask(token, ' ', { state: '' })).error.fields).toEqual({
    plate: 'This is required',
    state: 'License PLate state is required',
  });
  for (const more of [{ name: 'Ada' }, { phone: '602 555 0147' }]) {
    expect((await ask(token, 'ABC 1', more)).status).toBe(403);
  }
  expect((await ask(token, 'ABC 1', { codes: [1] })).status).toBe(400);
  expect((await ask(token, 'ABC 1', { validation_source: 'dashboard', codes: [1] })).status).toBe(
    403,
  );
});

test('a guest whose request is sent again after validation does not wait again', async () => {
  const { token } = await makeKiosk(at, spot, { unlocked: true });
  const request = crypto.randomUUID();
  const first = await ask(token, 'AGAIN', { request });
  expect((await validate(token, first.body.pk)).status).toBe(200);
  expect((await ask(token, 'AGAIN', { request })).status).toBe(200);
  expect((await waiting(token)).count).toBe(0);
  await ask(token, 'AGAIN', { request: crypto.randomUUID() });
  expect((await waiting(token)).count).toBe(1);
});

test('a guest who asked a day ago has left the waiting list', async () => {
  const { token } = await makeKiosk(at, spot);
  await ask(token, 'OLD');
  at.clock.forward(dayMs);
  expect((await waiting(token)).count).toBe(0);
});

test('a kiosk accepts up to 240 plates per hour', async () => {
  const { token, pk } = await makeKiosk(at, spot);
  await sql`
    insert into limits (subject, hits, until) values (${`plates of kiosk ${pk}`}, 239, ${at.clock() + 1000})`;
  expect((await ask(token, 'LAST')).status).toBe(200);
  expect(await ask(token, 'MORE')).toMatchObject({
    status: 429,
    error: { detail: 'Too many plates were entered here. Please ask the staff.' },
  });
});

test('the PIN, and only the PIN, lets staff validate for one minute, for as long as the kiosk grants', async () => {
  const { token } = await makeKiosk(at, spot, { minutes: 90 });
  const one = await ask(token, 'ONE');
  const two = await ask(token, 'TWO');
  const guest = await validate(token, one.body.pk);
  expect([guest.status, guest.error.detail]).toEqual([403, 'Enter the staff PIN to validate.']);
  expect((await unlock(token, '4711')).body).toEqual({ seconds: 60 });
  at.clock.forward(59_000);
  at.told.length = 0;
  const { body } = await validate(token, one.body.pk);
  expect(body).toEqual({
    plate: 'ONE',
    minutes: 90,
    valid_until: at.clock() / 1000 + 90 * 60,
    is_locked: false,
  });
  expect(at.told).toEqual([['server:newVisitor', spot.pk]]);
  at.clock.forward(1000);
  expect((await validate(token, two.body.pk)).status).toBe(403);
  expect((await waiting(token)).results.map(({ car_details }) => car_details.plate)).toEqual([
    'TWO',
  ]);
  const query = { spot: String(spot.pk), page: 1, expiring: 'false' as const, search: '' };
  expect((await at.call(listVisitors, { query }, { token: staff })).body.results).toMatchObject([
    {
      valid_until: body.valid_until,
      validation_source: 'kiosk',
      validity_reason: 'Validated by staff',
    },
  ]);
});

test('staff at a kiosk cannot grant more than the kiosk’s minutes', async () => {
  const { token } = await makeKiosk(at, spot, { minutes: 90, unlocked: true });
  const { body } = await ask(token, 'LONG');
  expect((await validate(token, body.pk, { minutes: 91 })).error.fields).toEqual({
    minutes: 'This kiosk validates for up to 1 h 30 min.',
  });
  expect((await validate(token, body.pk, { date: '2026-06-15' })).status).toBe(400);
  expect((await validate(token, body.pk, { minutes: 30 })).body.minutes).toBe(30);
});

test('a calendar kiosk validates until 23:59 on the chosen day', async () => {
  const calendar = { mode: 'calendar', minutes: 44_640, unlocked: true } as const;
  const { token } = await makeKiosk(at, spot, calendar);
  const { body } = await ask(token, 'DAY');
  expect((await validate(token, body.pk, { date: '2026-06-16', minutes: 5 })).status).toBe(400);
  const valid_until = fromIso('2026-06-17T06:59:00Z') / 1000;
  const validated = await validate(token, body.pk, { date: '2026-06-16' });
  expect(validated.body).toEqual({ plate: 'DAY', minutes: null, valid_until, is_locked: true });
});

test('when two people validate the same visitor at once, one succeeds and the other gets a 409', async () => {
  const kiosk = await makeKiosk(at, spot, { unlocked: true });
  // As long as somebody waits, it stays unlocked.
  await ask(kiosk.token, 'NEXT');
  for (let round = 0; round < 10; round++) {
    const { body } = await ask(kiosk.token, `RACE ${round}`);
    const both = await Promise.all([validate(kiosk.token, body.pk), validate(staff, body.pk)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const loser = both.find(({ status }) => status === 409);
    expect(loser?.error.detail).toBe('This visitor has already been validated, or has left.');
    const sessions = await sql`
      select pk from visitor_sessions where visitor_pk = ${body.pk}`;
    expect(sessions).toHaveLength(1);
  }
});

test('staff on the dashboard see and validate the same waiting list without a kiosk', async () => {
  const { token } = await makeKiosk(at, spot);
  const { body } = await ask(token, 'DESK');
  expect((await waiting(staff)).results).toMatchObject([
    { pk: body.pk, car_details: { plate: 'DESK' } },
  ]);
  expect((await validate(staff, body.pk)).body.minutes).toBe(120);
});

test('five wrong PINs lock the kiosk for 15 minutes, and five more lock it for 30', async () => {
  const { token } = await makeKiosk(at, spot);
  const wrongFiveTimes = async () => {
    for (const pin of [
      'This PIN is wrong.',
      'This PIN is wrong again: 2 of 5.',
      'This PIN is wrong again: 3 of 5.',
      'This PIN is wrong again: 4 of 5.',
      'This PIN is wrong again: 5 of 5.',
    ])
      expect((await unlock(token, '0000')).error.fields).toEqual({ pin });
  };
  await wrongFiveTimes();
  const right = await unlock(token, '4711');
  expect([right.status, right.error.detail]).toEqual([
    429,
    'Too many wrong PINs. Try again in 15 minutes, or accept PINs again in Validation Kiosk Setup.',
  ]);
  at.clock.forward(15 * 60_000);
  await wrongFiveTimes();
  at.clock.forward(29 * 60_000);
  expect((await unlock(token, '4711')).status).toBe(429);
  at.clock.forward(60_000);
  expect((await unlock(token, '4711')).status).toBe(200);
  // The right one ends the count.
  for (let count = 0; count < 2; count++) {
    expect((await unlock(token, '0000')).error.fields).toEqual({ pin: 'This PIN is wrong.' });
    expect((await unlock(token, '4711')).status).toBe(200);
  }
});

test('staff see a kiosk that refuses PINs in its list, and let it accept them again', async () => {
  const { token, pk } = await makeKiosk(at, spot);
  const accept = () => at.call(acceptPins, { params: { id: String(pk) } }, { token: staff });
  for (let n = 0; n < 5; n++) await unlock(token, '0000');
  expect(await running()).toMatchObject([{ pk, pin_locked_until: at.clock() + 15 * 60_000 }]);
  expect([(await accept()).status, (await accept()).status]).toEqual([204, 204]);
  expect(await running()).toMatchObject([{ pk, pin_locked_until: null }]);
  expect((await unlock(token, '4711')).status).toBe(200);
  const acts = await sql`
    select act from audit_entries where subject_type = 'kiosk' and subject_pk = ${pk}`;
  expect(acts).toEqual([{ act: 'change' }]);
});

test('a kiosk locks when it has validated the last who waited, and when staff lock it', async () => {
  const { token } = await makeKiosk(at, spot);
  const one = await ask(token, 'ONE');
  const two = await ask(token, 'TWO');
  await unlock(token, '4711');
  expect((await validate(token, one.body.pk)).body.is_locked).toBe(false);
  expect((await validate(token, two.body.pk)).body.is_locked).toBe(true);
  const three = await ask(token, 'THREE');
  expect((await validate(token, three.body.pk)).status).toBe(403);
  await unlock(token, '4711');
  expect((await at.call(lockKiosk, {}, { token })).status).toBe(204);
  expect((await validate(token, three.body.pk)).status).toBe(403);
});

describe('taking back', () => {
  const undo = (token: string) => at.call(undoValidation, {}, { token });
  const withdraw = (token: string, body: { request: string } | { visitor_pk: number }) =>
    at.call(withdrawPlate, { body }, { token });
  const visitors = async () => {
    const query = { spot: String(spot.pk), page: 1, expiring: 'false' as const, search: '' };
    return (await at.call(listVisitors, { query }, { token: staff })).body.results;
  };

  test('a validation is taken back once, within ten seconds, and the visitor waits where they waited', async () => {
    const { token } = await makeKiosk(at, spot, { unlocked: true });
    const first = await ask(token, 'FIRST');
    at.clock.forward(5000);
    await ask(token, 'SECOND');
    const before = await waiting(token);
    await validate(token, first.body.pk);
    at.clock.forward(9000);
    at.told.length = 0;
    expect((await undo(token)).body).toEqual({ plate: 'FIRST' });
    expect(at.told).toEqual([['server:newVisitor', spot.pk]]);
    expect(await waiting(token)).toEqual(before);
    expect(await visitors()).toEqual([]);
    expect((await undo(token)).error.detail).toBe(kioskMessages.tooLateToUndo);
    await unlock(token, '4711');
    await validate(token, first.body.pk);
    at.clock.forward(10_000);
    expect((await undo(token)).status).toBe(409);
    expect(await visitors()).toHaveLength(1);
  });

  test('an undo leaves what the visitor had before, and nothing of another kiosk', async () => {
    const until = at.clock() + 30 * 60_000;
    const grants = [{ code_pk: null, kind: 'until' as const, ends_at: instant(until) }];
    await makeVisitor(sql, spot, { plate: 'KNOWN', name: 'Ada', grants });
    const { token } = await makeKiosk(at, spot, { unlocked: true });
    const other = await makeKiosk(at, spot, { unlocked: true });
    const { body } = await ask(token, 'KNOWN');
    await validate(token, body.pk);
    expect((await undo(other.token)).status).toBe(409);
    expect((await undo(token)).status).toBe(200);
    expect(await visitors()).toMatchObject([{ name: 'Ada', valid_until: until / 1000 }]);
  });

  test('a visitor whom staff deleted after the validation stays deleted', async () => {
    const { token } = await makeKiosk(at, spot, { unlocked: true });
    const { body } = await ask(token, 'GONE');
    await validate(token, body.pk);
    await at.call(removeVisitor, { params: { id: String(body.pk) } }, { token: staff });
    expect((await undo(token)).status).toBe(409);
    expect((await waiting(token)).count).toBe(0);
  });

  test('a guest takes back their own plate within a minute; it leaves no visitor', async () => {
    const { token } = await makeKiosk(at, spot);
    const request = crypto.randomUUID();
    await ask(token, 'ABC-12', { request });
    at.clock.forward(59_000);
    expect((await withdraw(token, { request })).status).toBe(204);
    expect((await waiting(token)).count).toBe(0);
    const rows =
      await sql`select pk from visitors where spot_pk = ${spot.pk} and deleted_at is null`;
    expect(rows).toEqual([]);
    await ask(token, 'ABC-12', { request });
    at.clock.forward(61_000);
    expect((await withdraw(token, { request })).error.detail).toBe(kioskMessages.tooLateToCorrect);
    expect((await withdraw(token, { request: crypto.randomUUID() })).status).toBe(409);
  });

  test('staff take any waiting plate off an unlocked kiosk; a known visitor stays known', async () => {
    await makeVisitor(sql, spot, {
      plate: 'KNOWN',
      name: 'Ada',
      grants: [{ code_pk: null, kind: 'always', ends_at: null }],
    });
    const { token } = await makeKiosk(at, spot);
    const { body } = await ask(token, 'KNOWN');
    expect((await withdraw(token, { visitor_pk: body.pk })).status).toBe(403);
    await unlock(token, '4711');
    expect((await withdraw(token, { visitor_pk: body.pk })).status).toBe(204);
    expect((await withdraw(token, { visitor_pk: body.pk })).status).toBe(409);
    expect(await visitors()).toMatchObject([{ name: 'Ada', is_always_valid: true }]);
    const elsewhere = await makeSpot(sql, { organization });
    const foreign = await makeVisitor(sql, elsewhere, { plate: 'FAR', grants: [] });
    expect((await withdraw(token, { visitor_pk: foreign.pk })).status).toBe(409);
  });
});

test('40 simultaneous wrong PINs get no more than five attempts', async () => {
  const { token } = await makeKiosk(at, spot);
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) => unlock(token, String(1000 + n))),
  );
  expect(all.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(35);
});

test('the PIN of one kiosk does not unlock another kiosk', async () => {
  const one = await start({ pin: '1212' });
  const two = await start({ pin: '2323' });
  const { body } = await open(two.body.ticket);
  expect((await unlock(body.token, '1212')).status).toBe(400);
  expect((await unlock(body.token, '2323')).status).toBe(200);
  expect(one.status).toBe(200);
});
