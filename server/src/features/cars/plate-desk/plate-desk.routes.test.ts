import type { DeskFinding, PlainVerdict } from '@lotkeeper/contract/cars/plate-desk';
import {
  claimMinutes,
  decideDeskItem,
  takeDeskItem,
  undoDeskDecision,
} from '@lotkeeper/contract/cars/plate-desk';
import type { Role } from '@lotkeeper/contract/kernel/access';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { recordVisits } from '../../../records/cars/visits/visits.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { makeCamera, makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { countPagesRead, openScope } from '../../../testing/query-plans.ts';
import { recording } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { plateRead, recordReads, settling, visitTo } from '../../../testing/visits.factory.ts';
import { countWaiting, readDeskVisit } from './plate-desk.queries.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const jobs = settling(at.database, at.clock);

/** Some time goes by. */
const pass = (ms: number) => at.clock.set(toIso(instant(at.clock() + ms)));

/** A property with a number of exits whose entrances nobody saw, decided. */
async function start(exits: number) {
  at.clock.set('2026-06-15T19:00:00Z');
  const { spot, token } = await makeStaffedSpot(at);
  const addMember = async (role: Role) =>
    (await signedInMember(at, { pk: spot.organization }, role)).token;
  const reads = Array.from({ length: exits }, (_, index) =>
    plateRead(spot, `2026-06-15T18:${String(10 + index)}:00Z`, 'Exit', {
      plate: `DSK${100 + index * 7}`,
      external_id: `exit-${spot.pk}-${index}`,
    }),
  );
  await recordReads(sql, spot, reads);
  await jobs.settle(spot);
  return { spot, token, addMember };
}

const take = async (spot: TestSpot, token: string, skipped: number[] = []) =>
  (
    await at.call(
      takeDeskItem,
      { params: { id: String(spot.organization) }, body: { spot: null, skipped } },
      { token },
    )
  ).body;

const paramsOf = (spot: TestSpot, visit: number) => ({
  id: String(spot.organization),
  visit: String(visit) as never,
});

const find = (spot: TestSpot, token: string, visit: number, body: DeskFinding) =>
  at.call(decideDeskItem, { params: paramsOf(spot, visit), body }, { token });

const decide = (spot: TestSpot, token: string, visit: number, verdict: PlainVerdict) =>
  find(spot, token, visit, { verdict });

const undo = (spot: TestSpot, token: string, visit: number, decision: number) =>
  at.call(undoDeskDecision, { params: paramsOf(spot, visit), body: { decision } }, { token });

const outcomes = async (spot: TestSpot) => {
  await jobs.settle(spot);
  const rows = await sql<{ outcome: string; visits: number }[]>`
    select outcome, visits from visit_days where spot_pk = ${spot.pk} and visits <> 0 order by outcome`;
  return Object.fromEntries(rows.map(({ outcome, visits }) => [outcome, visits]));
};

test('the desk shows a visit that waits, with its reads, reasons and a suggestion', async () => {
  const { spot, token } = await start(1);
  const { item, waiting } = await take(spot, token);
  expect(waiting).toBe(1);
  expect(item).toMatchObject({
    plate: 'DSK100',
    entrance_timestamp: null,
    outcome: 'unexplained',
    uncollected: 500,
    reasons: ['no_entrance'],
    readings: [{ plate: 'DSK100', direction: 'Exit' }],
    suggestion: { finding: null },
  });
});

test('what a person finds counts at once, and is over for the desk', async () => {
  const { spot, token } = await start(3);
  for (const verdict of ['misread', 'not_customer', 'confirmed'] as const) {
    const { item } = await take(spot, token);
    expect((await decide(spot, token, item?.visit ?? 0, verdict)).status).toBe(200);
  }
  expect(await take(spot, token)).toEqual({ item: null, waiting: 0, has_cameras: false });
  expect(await outcomes(spot)).toEqual({ misread: 1, not_customer: 1, unexplained: 1 });
  const audited = await sql`
    select after from audit_entries where organization_id = ${spot.organization} and subject_type = 'visit'
    order by pk`;
  expect(audited.map(({ after }) => after as unknown)).toEqual([
    { plate_desk: 'misread' },
    { plate_desk: 'not a customer' },
    { plate_desk: 'confirmed' },
  ]);
  expect(await listDisagreements(sql)).toEqual([]);
});

test('a decision can be undone for a day, once, and the visit waits again', async () => {
  const { spot, token } = await start(1);
  const { item } = await take(spot, token);
  const visit = item?.visit ?? 0;
  const { body } = await decide(spot, token, visit, 'misread');
  expect(await outcomes(spot)).toEqual({ misread: 1 });
  pass(23 * hourMs);
  expect((await undo(spot, token, visit, body.decision)).status).toBe(200);
  expect(await outcomes(spot)).toEqual({ unexplained: 1 });
  expect((await undo(spot, token, visit, body.decision)).status).toBe(409);
  const again = await take(spot, token);
  expect(again.item?.visit).toBe(visit);
  const second = await decide(spot, token, visit, 'misread');
  pass(25 * hourMs);
  expect((await undo(spot, token, visit, second.body.decision)).status).toBe(409);
});

test('several people at once never get the same visit, and one that nobody decided comes back', async () => {
  const { spot, token, addMember } = await start(6);
  const people = [token, ...(await Promise.all([1, 2, 3].map(() => addMember('EMPLOYEE'))))];
  const taken = await Promise.all(people.map((person) => take(spot, person)));
  const visits = taken.map(({ item }) => item?.visit);
  expect(new Set(visits).size).toBe(people.length);
  const [mine = 0, other = 0] = visits;
  expect((await decide(spot, token, other, 'misread')).status).toBe(409);
  pass(claimMinutes * minuteMs);
  expect((await decide(spot, token, other, 'misread')).status).toBe(200);
  const left: number[] = [];
  for (let next = await take(spot, token); next.item; next = await take(spot, token, left))
    left.push(next.item.visit);
  expect(left).toHaveLength(5);
  expect(left).toContain(mine);
});

test('when two people decide one visit at the same time, one is notified', async () => {
  const { spot, token, addMember } = await start(1);
  const employee = await addMember('EMPLOYEE');
  const { item } = await take(spot, token);
  pass(claimMinutes * minuteMs);
  const answers = await Promise.all(
    [token, employee].map((person) => decide(spot, person, item?.visit ?? 0, 'misread')),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
});

test('a visit that was skipped isn’t shown again', async () => {
  const { spot, token } = await start(2);
  const first = await take(spot, token);
  const second = await take(spot, token, [first.item?.visit ?? 0]);
  expect(second.item?.visit).not.toBe(first.item?.visit);
  const third = await take(spot, token, [first.item?.visit ?? 0, second.item?.visit ?? 0]);
  expect(third).toMatchObject({ item: null, waiting: 2 });
});

test('what waits is found without reading visits that don’t', async () => {
  const { spot } = await start(3);
  const count = 12_000;
  const local_date = '2026-06-15' as LocalDate;
  const visits = Array.from({ length: count }, () =>
    visitTo(spot, '2026-06-15T12:00:00Z', { outcome: 'rental', local_date }),
  );
  await recording(sql, spot.organization, (recorder) => recordVisits(recorder, visits));
  await sql`analyze visits`;
  const scope = openScope(at.database, spot);
  const pages = await countPagesRead(scope, (reader) => countWaiting(reader, null, at.clock()));
  expect(pages).toBeLessThan(30);
});

test('a visit is read without reading those of other days', async () => {
  const { spot, token } = await start(2);
  const visits = Array.from({ length: 12_000 }, () => visitTo(spot, '2026-06-01T12:00:00Z'));
  await recording(sql, spot.organization, (recorder) => recordVisits(recorder, visits));
  await sql`
    insert into plate_reads (organization_id, spot_pk, visit_pk, source, external_id, paired, captured_at, received_at,
      plate, plate_key, plate_fold)
    select organization_id, spot_pk, pk, 'test', external_id, true, entrance_at, entrance_at, plate, plate_key, plate_key
    from visits where spot_pk = ${spot.pk} and source = 'test'`;
  await sql`analyze visits, plate_reads`;
  const { item } = await take(spot, token);
  const scope = openScope(at.database, spot);
  const pages = await countPagesRead(scope, (reader) => readDeskVisit(reader, item?.visit ?? 0));
  expect(pages).toBeLessThan(100);
});

test('a visit can be taken by its number, unless somebody else has it', async () => {
  const { spot, token, addMember } = await start(3);
  const employee = await addMember('EMPLOYEE');
  const { item } = await take(spot, token);
  const named = async (person: string, visit: number) =>
    (
      await at.call(
        takeDeskItem,
        {
          params: { id: String(spot.organization) },
          body: { spot: null, skipped: [], visit },
        },
        { token: person },
      )
    ).body.item?.visit;
  const visit = item?.visit ?? 0;
  const other = await named(employee, visit);
  expect(other).not.toBe(visit);
  expect(await named(token, visit)).toBe(visit);
  expect(await named(token, 999_999)).not.toBe(999_999);
});

test('a late read brings a decided visit back with the reason', async () => {
  const { spot, token } = await start(1);
  const { item } = await take(spot, token);
  await decide(spot, token, item?.visit ?? 0, 'misread');
  await jobs.settle(spot);
  await recordReads(sql, spot, [
    plateRead(spot, '2026-06-15T18:11:00Z', 'Exit', {
      plate: item?.plate ?? '',
      external_id: `late-${spot.pk}`,
    }),
  ]);
  await jobs.settle(spot);
  const again = await take(spot, token);
  expect(again.item).toMatchObject({ visit: item?.visit, reasons: ['changed', 'no_entrance'] });
});

test('a held violation waits with its reason, stands once somebody confirms the plate, and is waived when that is undone', async () => {
  const { spot, token } = await start(0);
  await recordReads(sql, spot, [plateRead(spot, '2026-06-15T18:00:00Z', 'Entrance')]);
  await sql`update spots set second_read = 'before_charge' where pk = ${spot.pk}`;
  await jobs.settle(spot);
  expect((await take(spot, token)).waiting).toBe(0);
  pass(23 * hourMs);
  await jobs.settle(spot);
  const { item } = await take(spot, token);
  const visit = item?.visit ?? 0;
  expect(item).toMatchObject({ reasons: ['one_read'], outcome: 'unexplained', uncollected: 500 });
  const violations = () => sql<{ status: string }[]>`
    select status from violations where spot_pk = ${spot.pk}`;
  expect(await violations()).toEqual([]);
  const { body } = await decide(spot, token, visit, 'confirmed');
  expect(await outcomes(spot)).toEqual({ violation_open: 1 });
  expect(await violations()).toEqual([{ status: 'Created' }]);
  pass(hourMs);
  await undo(spot, token, visit, body.decision);
  expect(await outcomes(spot)).toEqual({ unexplained: 1 });
  expect(await violations()).toEqual([{ status: 'Waived' }]);
  expect((await take(spot, token)).item?.visit).toBe(visit);
  expect(await listDisagreements(sql)).toEqual([]);
});

test('a property decides which cars wait, and for how many days', async () => {
  const { spot, token } = await start(2);
  await recordReads(sql, spot, [plateRead(spot, '2026-06-15T15:00:00Z', 'Entrance')]);
  await sql`update spots set second_read = 'before_charge' where pk = ${spot.pk}`;
  pass(24 * hourMs);
  await jobs.settle(spot);
  const countAt = async (rules: { desk_shows?: string; desk_days?: number }) => {
    await sql`update spots set ${sql.assignments(rules)} where pk = ${spot.pk}`;
    return (await take(spot, token)).waiting;
  };
  expect(await countAt({ desk_shows: 'all' })).toBe(3);
  expect(await countAt({ desk_shows: 'entered' })).toBe(1);
  expect(await countAt({ desk_shows: 'held' })).toBe(1);
  await sql`update visits set held = null where spot_pk = ${spot.pk}`;
  expect(await countAt({ desk_shows: 'held' })).toBe(0);
  pass(5 * 24 * hourMs);
  expect(await countAt({ desk_shows: 'all', desk_days: 6 })).toBe(3);
  expect(await countAt({ desk_days: 5 })).toBe(0);
});

test('a property without a camera says so, and so does an organization', async () => {
  const { spot, token } = await makeStaffedSpot(at);
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  const organization = { pk: spot.organization };
  const ask = async (where: number | null) => {
    const answer = await at.call(
      takeDeskItem,
      { params: { id: String(spot.organization) }, body: { spot: where, skipped: [] } },
      { token },
    );
    return answer.body.has_cameras;
  };
  const feed = await makeCameraFeed(sql, organization, 'custom');
  await makeCamera(sql, organization, feed, { ref: 'without a property' });
  expect([await ask(null), await ask(spot.pk)]).toEqual([false, false]);
  await makeCamera(sql, organization, feed, { ref: 'gate', spot });
  expect([await ask(null), await ask(spot.pk), await ask(other.pk)]).toEqual([true, true, false]);
});
