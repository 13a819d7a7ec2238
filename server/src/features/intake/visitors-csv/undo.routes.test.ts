import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { removeVisitor, updateVisitor } from '@lotkeeper/contract/operations/visitors';
import { beforeEach, expect, test } from 'vitest';
import { csvSender } from '../../../testing/csv.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeVisitor, makeVisitorCode, until } from '../../../testing/visitors.factory.ts';

let employee: { pk: number; token: string };
let spot: TestSpot;
let sender: ReturnType<typeof csvSender>;

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const first = await makeSpot(sql);
const organization = { pk: first.organization };

beforeEach(async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  employee = await signedInMember(at, organization, 'EMPLOYEE');
  spot = await makeSpot(sql, { organization });
  await makeVisitorCode(sql, spot, { code: 'GUEST', days_valid: 2 });
  sender = csvSender(at, spot, employee.token, 'GUEST');
});

/** Everything about the property's visitors that an upload may write. */
const readVisitors = () => sql<{ plate: string; name: string | null }[]>`
  select c.plate, v.name, v.phone, v.validation_source, v.is_always_valid, v.during_events,
    v.valid_until, v.asked_at, v.updated_at,
    (select count(*)::int from visitor_sessions s where s.visitor_pk = v.pk and s.ended_at is null)
      as sessions
  from visitors v join cars c on c.organization_id = v.organization_id and c.pk = v.car_pk
  where v.spot_pk = ${spot.pk} and v.deleted_at is null order by c.plate_key`;

const pkOf = async (plate: string) => {
  const [row] = await sql<[{ pk: number }]>`
    select pk from visitors where spot_pk = ${spot.pk} and plate_key = ${plate}`;
  return row.pk;
};

const changeName = async (plate: string, name: string) => {
  at.clock.forward(minuteMs);
  const params = { id: String(await pkOf(plate)) };
  await at.call(updateVisitor, { params, body: { name } }, { token: employee.token });
};

const undo = async (pk: number) => {
  expect((await sender.startUndo(pk)).status).toBe(200);
  await sender.workOnUndo(pk);
  return (await sender.listRecent()).find((one) => one.pk === pk)?.undo;
};

const countChanges = async (pk: number) => {
  const rows = await sql`
    select 1 from visitor_import_changes where import_pk = ${pk}`;
  return rows.length;
};

/** A visitor waiting at the kiosk, one with an end of their own, and one who stays unchanged. */
async function makeKnownVisitors() {
  const system = sql;
  const grants = [until('2026-06-16T08:00:00Z')];
  await makeVisitor(system, spot, { plate: 'KNOWN', name: 'Grace', phone: '+16025550100', grants });
  await makeVisitor(system, spot, { plate: 'KIOSK', validation_source: 'kiosk', grants: [] });
  await makeVisitor(system, spot, { plate: 'OTHER', name: 'Edsger' });
}

test('an undo removes the visitors that the upload added and restores the values it replaced', async () => {
  await makeKnownVisitors();
  const before = await readVisitors();
  const { pk } = await sender.finish('plate,state,name\nNEW1,AZ,Ada\nKNOWN,AZ,Eve\nKIOSK,AZ,Bob\n');
  expect((await readVisitors()).map(({ plate, name }) => [plate, name])).toEqual([
    ['KIOSK', 'Bob'],
    ['KNOWN', 'Eve'],
    ['NEW1', 'Ada'],
    ['OTHER', 'Edsger'],
  ]);
  at.clock.forward(minuteMs);
  expect(await sender.previewUndo(pk)).toEqual({ removed: 1, restored: 2, kept: 0 });
  expect(await undo(pk)).toMatchObject({
    state: 'done',
    total: 3,
    removed: 1,
    restored: 2,
    kept: 0,
  });
  expect(await readVisitors()).toEqual(before);
  const [removed] = await sql`
    select name, phone, deleted_at from visitors where spot_pk = ${spot.pk} and plate_key = 'NEW1'`;
  expect(removed).toEqual({ name: null, phone: null, deleted_at: at.clock() });
  expect(await countChanges(pk)).toBe(0);
  const miscounted = await sql`
    select ends_in, visitors from visitor_hours where spot_pk = ${spot.pk} and visitors <> 0
    except select date_trunc('hour', lasts_until, 'UTC'), count(*) from visitors
    where spot_pk = ${spot.pk} and deleted_at is null and lasts_until <> '-infinity' group by 1`;
  expect(miscounted).toEqual([]);
});

test('visitors whom somebody changed or deleted after the upload stay as they are when it is undone', async () => {
  await makeKnownVisitors();
  const { pk } = await sender.finish(
    'plate,state,name\nNEW1,AZ,Ada\nNEW2,AZ,Bea\nNEW3,AZ,Cy\nKNOWN,AZ,Eve\n',
  );
  await changeName('NEW1', 'Ada Lovelace');
  await changeName('KNOWN', 'Evelyn');
  const deleted = { params: { id: String(await pkOf('NEW2')) } };
  await at.call(removeVisitor, deleted, { token: employee.token });
  expect(await sender.previewUndo(pk)).toEqual({ removed: 1, restored: 0, kept: 3 });
  expect(await undo(pk)).toMatchObject({ removed: 1, restored: 0, kept: 3 });
  expect((await readVisitors()).map(({ plate, name }) => [plate, name])).toEqual([
    ['KIOSK', null],
    ['KNOWN', 'Evelyn'],
    ['NEW1', 'Ada Lovelace'],
    ['OTHER', 'Edsger'],
  ]);
});

test('two uploads of the same visitors are undone one after another, the later one first', async () => {
  const first = await sender.finish('plate,state,name\nA1,AZ,Ada\n');
  at.clock.forward(minuteMs);
  const second = await sender.finish('plate,state,name\nA1,AZ,Bea\n');
  at.clock.forward(minuteMs);
  expect(await sender.previewUndo(first.pk)).toEqual({ removed: 0, restored: 0, kept: 1 });
  expect(await undo(second.pk)).toMatchObject({ restored: 1 });
  expect(await readVisitors()).toMatchObject([{ plate: 'A1', name: 'Ada', sessions: 1 }]);
  expect(await undo(first.pk)).toMatchObject({ removed: 1 });
  expect(await readVisitors()).toEqual([]);
});

test('a visitor whom somebody changed between two rows of an upload is not undone, even after interruptions', async () => {
  const batches = { rowsAtOnce: 3, pieceBytes: 50, undoneAtOnce: 3 };
  sender = csvSender(at, spot, employee.token, 'GUEST', batches);
  const rows = Array.from({ length: 30 }, (_, n) => `P${n},AZ,Visitor ${n}`);
  await sender.send(`plate,state,name\nTWICE,AZ,First\n${rows.join('\n')}\nTWICE,AZ,Last\n`);
  let now: number = at.clock();
  await sender.work(1, () => (now += 4000) as Instant);
  await changeName('TWICE', 'By Hand');
  at.clock.forward(10 * minuteMs);
  await sender.work();
  const { pk } = (await sender.look()).body.latest ?? { pk: 0 };
  expect(await sender.previewUndo(pk)).toEqual({ removed: 30, restored: 0, kept: 1 });
  await sender.startUndo(pk);
  // Time is up after each batch, and the process ends between them.
  const hurried = () => (now += 4000) as Instant;
  await sender.workOnUndo(pk, hurried);
  const [running] = await sender.listRecent();
  expect(running?.undo?.state).toBe('running');
  expect(running?.undo?.removed).toBeGreaterThan(0);
  expect(running?.undo?.removed).toBeLessThan(30);
  await sender.tidy();
  await Promise.all([sender.workOnUndo(pk), sender.workOnUndo(pk)]);
  const [done] = await sender.listRecent();
  expect(done?.undo).toMatchObject({ state: 'done', removed: 30, restored: 0, kept: 1 });
  expect(await readVisitors()).toMatchObject([{ plate: 'TWICE', name: 'Last' }]);
});

test('of two simultaneous undos, only one starts, and an upload is undone only once', async () => {
  const { pk } = await sender.finish('plate,state\nA1,AZ\n');
  const answers = await Promise.all([sender.startUndo(pk), sender.startUndo(pk)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  await sender.workOnUndo(pk);
  const again = await sender.startUndo(pk);
  expect([again.status, again.error.detail]).toEqual([409, csvMessages.undoneAlready]);
  const acts = await sql`
    select person_pk, before from audit_entries
    where act = 'remove' and subject_type = 'visitor upload' and subject_pk = ${pk}`;
  expect(acts).toEqual([{ person_pk: employee.pk, before: { file: 'guests.csv' } }]);
});

test('an upload that is still being added cannot be undone', async () => {
  await sender.send('plate,state\nA1,AZ\n');
  const [named] = await sender.running();
  const { status, error } = await sender.startUndo(named?.import_pk ?? 0);
  expect([status, error.detail]).toEqual([409, csvMessages.undoRunning]);
});

test('an upload can be undone for 24 hours, and afterward its previous values are deleted', async () => {
  await makeKnownVisitors();
  const { pk } = await sender.finish('plate,state,name\nKNOWN,AZ,Eve\n');
  at.clock.forward(dayMs - 1);
  await sender.tidy();
  expect(await sender.listRecent()).toMatchObject([
    { pk, undo_until: '2026-06-16T19:00:00.000Z', undo: null },
  ]);
  expect(await countChanges(pk)).toBe(1);
  at.clock.forward(1);
  expect(await sender.listRecent()).toEqual([]);
  const late = await sender.startUndo(pk);
  expect([late.status, late.error.detail]).toEqual([409, csvMessages.undoExpired]);
  await sender.tidy();
  expect(await countChanges(pk)).toBe(0);
  const swept = await sender.startUndo(pk);
  expect([swept.status, swept.error.detail]).toEqual([409, csvMessages.undoExpired]);
});

test('recent uploads show who uploaded which file, the outcome of its rows, and who undid it', async () => {
  const { pk } = await sender.finish('plate,state\nA1,AZ\n,AZ\n');
  const [shown] = await sender.listRecent();
  expect(shown).toMatchObject({
    pk,
    state: 'done',
    file: 'guests.csv',
    code: 'GUEST',
    encoding: 'utf-8',
    added: 1,
    updated: 0,
    refused: 1,
    undo: null,
  });
  expect(shown?.person).toBeTruthy();
  at.clock.forward(minuteMs);
  expect((await undo(pk))?.person).toBe(shown?.person);
  expect(await sender.listRecent()).toMatchObject([{ pk, undo_until: null }]);
});

test('an undo makes the visits of its cars due to be checked again', async () => {
  const { pk } = await sender.finish('plate,state\nA1,AZ\n');
  const later = instant(at.clock() + dayMs);
  await sql`
    insert into visits (organization_id, spot_pk, car_pk, plate, status, entrance_at, due_at,
      source, external_id)
    select ${organization.pk}, ${spot.pk}, v.car_pk, 'A1', 'visitor', ${at.clock()}, ${later},
      'test', 'undo'
    from visitors v where v.spot_pk = ${spot.pk}`;
  at.clock.forward(minuteMs);
  await undo(pk);
  const [visit] = await sql`select due_at from visits where spot_pk = ${spot.pk}`;
  expect(visit).toEqual({ due_at: at.clock() });
});
