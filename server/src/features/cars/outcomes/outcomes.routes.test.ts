import type { UnexplainedCause, VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import {
  getOutcomes,
  listCameraGaps,
  listOutcomeVisits,
  listUnexplainedCauses,
  outcomePageSize,
} from '@lotkeeper/contract/cars/outcomes';
import type { Hold } from '@lotkeeper/contract/cars/plate-desk';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { holds, unexplainedCauses, visitOutcomes } from '@lotkeeper/contract/people/filter-words';
import { expect, test } from 'vitest';
import type { VisitInput } from '../../../records/cars/visits/visits.ts';
import { recordVisits } from '../../../records/cars/visits/visits.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { makeCamera, makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { countPagesRead, openScope } from '../../../testing/query-plans.ts';
import { moveMoney, movement, recording } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeVisit, plateRead, recordReads, visitTo } from '../../../testing/visits.factory.ts';
import { readSpotCounts } from './camera-gaps.queries.ts';
import { countCauses } from './outcomes.queries.ts';

const at = await testApp({ now: '2026-06-20T19:00:00Z' });
const sql = at.database.system;

async function start() {
  const { spot, token } = await makeStaffedSpot(at);
  const other = await makeSpot(sql, { organization: { pk: spot.organization } });
  const ends = (where: TestSpot, day: string, outcome: VisitOutcome, amount = 0) =>
    makeVisit(sql, where, `${day}T19:00:00Z`, {
      outcome,
      local_date: toLocalDate(fromIso(`${day}T19:00:00Z`), 'America/Phoenix'),
      uncollected: cents(amount),
      exit_at: fromIso(`${day}T21:00:00Z`),
    });
  const days = {
    start_date: '2026-06-15' as LocalDate,
    end_date: '2026-06-16' as LocalDate,
  };
  const ofSpot = { ...days, spot: String(spot.pk) };
  const ofOrganization = { ...days, organization: String(spot.organization) };
  return { spot, other, token, ends, ofSpot, ofOrganization };
}

test('the outcomes of some days are counted at a property, and at all of an organization', async () => {
  const { spot, other, token, ends, ofSpot, ofOrganization } = await start();
  await ends(spot, '2026-06-14', 'grace');
  await ends(spot, '2026-06-15', 'rental');
  await ends(spot, '2026-06-15', 'unexplained', 700);
  await ends(spot, '2026-06-16', 'rental');
  await ends(other, '2026-06-16', 'violation_open', 5500);
  const read = async (query: object) =>
    (await at.call(getOutcomes, { query: query as never }, { token })).body;
  expect(await read(ofSpot)).toEqual({
    outcomes: [
      { outcome: 'rental', visits: 2, uncollected: 0 },
      { outcome: 'unexplained', visits: 1, uncollected: 700 },
    ],
    days: [
      { date: '2026-06-15', visits: 2, unexplained: 1, uncollected: 700 },
      { date: '2026-06-16', visits: 1, unexplained: 0, uncollected: 0 },
    ],
    step: 'day',
    has_cameras: false,
  });
  expect((await read(ofOrganization)).outcomes).toEqual([
    { outcome: 'rental', visits: 2, uncollected: 0 },
    { outcome: 'unexplained', visits: 1, uncollected: 700 },
    { outcome: 'violation_open', visits: 1, uncollected: 5500 },
  ]);
});

test('cars that are still there count and are listed, and are in no rollup', async () => {
  const { spot, token, ofSpot } = await start();
  const pk = await makeVisit(sql, spot, '2026-06-15T19:00:00Z', {
    outcome: 'present',
    local_date: '2026-06-15' as LocalDate,
    decided: false,
    due_at: fromIso('2026-07-15T19:00:00Z'),
  });
  const { body } = await at.call(getOutcomes, { query: ofSpot }, { token });
  expect(body.outcomes).toEqual([{ outcome: 'present', visits: 1, uncollected: 0 }]);
  const listed = await at.call(
    listOutcomeVisits,
    { query: { ...ofSpot, outcome: 'present' } },
    { token },
  );
  expect(listed.body.results.map((visit) => visit.pk)).toEqual([pk]);
  expect(await sql`select from visit_days where spot_pk = ${spot.pk}`).toEqual([]);
});

test('each outcome is counted by itself, and lists the visit that it counts', async () => {
  const { spot, token, ends, ofSpot } = await start();
  const made = new Map<VisitOutcome, number>();
  for (const outcome of visitOutcomes) {
    const stays = { outcome, local_date: ofSpot.start_date, decided: false };
    const pk =
      outcome === 'present'
        ? await makeVisit(sql, spot, '2026-06-15T19:00:00Z', {
            ...stays,
            due_at: fromIso('2026-07-15T19:00:00Z'),
          })
        : await ends(spot, ofSpot.start_date, outcome);
    made.set(outcome, pk);
  }
  const { body } = await at.call(getOutcomes, { query: ofSpot }, { token });
  const counted = Object.fromEntries(body.outcomes.map((one) => [one.outcome, one.visits]));
  expect(counted).toEqual(Object.fromEntries(visitOutcomes.map((outcome) => [outcome, 1])));
  for (const outcome of visitOutcomes) {
    const query = { ...ofSpot, outcome };
    const listed = await at.call(listOutcomeVisits, { query }, { token });
    expect([outcome, listed.body.results.map(({ pk }) => pk)]).toEqual([
      outcome,
      [made.get(outcome)],
    ]);
  }
});

test('visits that were deleted since still count', async () => {
  const { spot, token, ends, ofSpot } = await start();
  await ends(spot, '2026-06-15', 'rental');
  await sql`
    insert into forgotten_visit_days (organization_id, spot_pk, local_date, outcome, visits, uncollected)
    values (${spot.organization}, ${spot.pk}, '2026-06-15', 'rental', 4, 0)`;
  const { body } = await at.call(getOutcomes, { query: ofSpot }, { token });
  expect(body.outcomes).toEqual([{ outcome: 'rental', visits: 5, uncollected: 0 }]);
  expect(body.days).toMatchObject([{ visits: 5 }]);
});

test('of many days each month is counted, its first and last in part, and the sums are those of the days', async () => {
  const { spot, other, token, ends, ofOrganization } = await start();
  const days = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-15', '2026-05-09', '2026-05-10'];
  for (const day of days) {
    await ends(spot, day, 'unexplained');
    await ends(other, day, 'rental');
  }
  const ask = async (start_date: string, end_date: string) =>
    (
      await at.call(
        getOutcomes,
        {
          query: {
            ...ofOrganization,
            start_date: start_date as LocalDate,
            end_date: end_date as LocalDate,
          },
        },
        { token },
      )
    ).body;
  const year = await ask('2026-01-31', '2026-05-09');
  expect(year.step).toBe('month');
  expect(year.days.map(({ date, visits, unexplained }) => [date, visits, unexplained])).toEqual([
    ['2026-01-01', 2, 1],
    ['2026-02-01', 4, 2],
    ['2026-03-01', 2, 1],
    ['2026-05-01', 2, 1],
  ]);
  expect(year.outcomes.map(({ visits }) => visits)).toEqual([5, 5]);
  expect((await ask('2026-02-01', '2026-04-30')).step).toBe('day');
  expect(await listDisagreements(sql)).toEqual([]);
});

test('the visits behind an outcome are listed page by page, each once, the newest day first', async () => {
  const { spot, other, token, ends, ofOrganization } = await start();
  const made: number[] = [];
  for (let index = 0; index < outcomePageSize; index++) {
    made.push(await ends(spot, '2026-06-15', 'grace'));
    made.push(await ends(other, index % 2 ? '2026-06-15' : '2026-06-16', 'grace'));
  }
  await ends(spot, '2026-06-15', 'rental');
  const page = async (cursor?: string) =>
    (
      await at.call(
        listOutcomeVisits,
        { query: { ...ofOrganization, outcome: 'grace', ...(cursor && { cursor }) } },
        { token },
      )
    ).body;
  const first = await page();
  const second = await page(first.next ?? '');
  expect([first.results.length, second.results.length, second.next]).toEqual([20, 20, null]);
  const listed = [...first.results, ...second.results];
  expect(listed.map(({ pk }) => pk).toSorted((a, b) => a - b)).toEqual(made);
  const times = listed.map(({ entrance_timestamp }) => entrance_timestamp ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(listed[0]).toMatchObject({ spot: { pk: other.pk }, exit_timestamp: 1_781_643_600 });
});

const holdFacts = Object.fromEntries(
  holds.map((held) => [held, { held, exit_at: null, doubtful: true }]),
) as Record<Hold, Partial<VisitInput>>;

/** What makes a stay unexplained by each cause; each also has what the later ones need. */
const causeFacts: Record<UnexplainedCause, Partial<VisitInput>> = {
  ...holdFacts,
  no_entrance: { entrance_at: null, held: 'clock', doubtful: true },
  no_exit: { exit_at: null, doubtful: true },
  doubtful: { doubtful: true },
  too_late: {},
};

test('each unexplained car has one cause, and the causes count what the list has, at one property or all', async () => {
  const { spot, other, token, ofSpot, ofOrganization } = await start();
  const end = (where: TestSpot, facts: Partial<VisitInput>, amount: number) =>
    makeVisit(sql, where, '2026-06-15T19:00:00Z', {
      outcome: 'unexplained',
      local_date: '2026-06-15' as LocalDate,
      exit_at: fromIso('2026-06-15T21:00:00Z'),
      uncollected: cents(amount),
      ...facts,
    });
  const made = new Map<UnexplainedCause, number>();
  for (const [index, cause] of unexplainedCauses.entries())
    made.set(cause, await end(spot, causeFacts[cause], 100 + index));
  await end(other, causeFacts.no_exit, 700);
  await end(other, { ...causeFacts.no_exit, local_date: '2026-06-17' as LocalDate }, 900);
  await end(other, { ...causeFacts.no_exit, outcome: 'grace' }, 0);
  const { spot: elsewhere } = await makeStaffedSpot(at);
  await end(elsewhere, causeFacts.no_exit, 500);

  const count = async (query: object) =>
    (await at.call(listUnexplainedCauses, { query: query as never }, { token })).body.causes;
  const list = async (query: object) =>
    (await at.call(listOutcomeVisits, { query: query as never }, { token })).body.results;
  const ofCause = await count(ofSpot);
  expect(ofCause.map(({ cause }) => cause)).toEqual(unexplainedCauses.toReversed());
  expect(ofCause.every(({ visits }) => visits === 1)).toBe(true);
  for (const [cause, pk] of made) {
    const listed = await list({ ...ofSpot, outcome: 'unexplained', cause });
    expect(listed.map((visit) => [visit.pk, visit.cause])).toEqual([[pk, cause]]);
    const { uncollected } = ofCause.find((counted) => counted.cause === cause) ?? {};
    expect(listed[0]?.uncollected).toBe(uncollected);
  }
  const all = await count(ofOrganization);
  expect(all[0]).toEqual({
    cause: 'no_exit',
    visits: 2,
    uncollected: 800 + unexplainedCauses.indexOf('no_exit'),
  });
  const listed = await list({ ...ofOrganization, outcome: 'unexplained' });
  expect(all.reduce((sum, { visits }) => sum + visits, 0)).toBe(listed.length);
  expect(all.reduce((sum, counted) => sum + counted.uncollected, 0)).toBe(
    listed.reduce((sum, visit) => sum + visit.uncollected, 0),
  );
  expect(await count({ ...ofOrganization, start_date: '2026-01-01' })).toEqual(all);
  expect(await list({ ...ofSpot, outcome: 'grace', cause: 'no_exit' })).toEqual([]);
  expect((await list({ ...ofOrganization, outcome: 'grace' }))[0]?.cause).toBeNull();
});

test('nobody else’s cars are counted or listed', async () => {
  const { ofSpot, ofOrganization } = await start();
  const { token } = await makeStaffedSpot(at);
  for (const query of [ofSpot, ofOrganization]) {
    const answers = [
      await at.call(getOutcomes, { query }, { token }),
      await at.call(listOutcomeVisits, { query: { ...query, outcome: 'grace' } }, { token }),
      await at.call(listUnexplainedCauses, { query }, { token }),
      await at.call(listCameraGaps, { query }, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
});

/** A camera that read so many plates on a day and the same weekdays before, by hour. */
async function makeWatch(
  spot: TestSpot,
  direction: 'Entrance' | 'Exit' | null,
  day: LocalDate,
  reads: (weeksBefore: number, hour: number) => number,
) {
  const organization = { pk: spot.organization };
  const feed = await makeCameraFeed(sql, organization, 'custom');
  const name = `${direction ?? 'Both'} of ${spot.pk}`;
  const { pk } = await makeCamera(sql, organization, feed, { ref: name, spot });
  await sql`update cameras set direction = ${direction} where organization_id = ${spot.organization} and pk = ${pk}`;
  for (let weeks = 0; weeks <= 4; weeks++) {
    for (let hour = 8; hour < 18; hour++) {
      const count = reads(weeks, hour);
      if (count > 0) {
        await sql`
          insert into camera_hours (organization_id, camera_pk, local_date, local_hour, reads)
          values (${spot.organization}, ${pk}, ${addDays(day, -7 * weeks)}, ${hour}, ${count})`;
      }
    }
  }
  return name;
}

const gapDay = '2026-06-15' as LocalDate;

test('gaps of the cameras of all properties are found at once, with their cost at each', async () => {
  const { spot, other, token, ends, ofSpot, ofOrganization } = await start();
  // Silent at noon and at one, with 4 to 7 cars in each of the weeks before.
  const silent = await makeWatch(spot, 'Entrance', gapDay, (weeks, hour) =>
    weeks === 0 ? (hour === 12 || hour === 13 ? 0 : 9) : ([4, 7, 5, 6][weeks - 1] ?? 0),
  );
  const [{ pk: camera }] = await sql<
    [{ pk: number }]
  >`select pk from cameras where organization_id = ${spot.organization} and name = ${silent}`;
  await recordReads(
    sql,
    spot,
    ['18:40', '21:20'].map((time) =>
      plateRead(spot, `2026-06-15T${time}:00Z`, 'Entrance', { camera_pk: camera }),
    ),
  );
  // 100 cars come each day; 100 leave in the weeks before, and 50 on the day.
  await makeWatch(other, 'Entrance', gapDay, () => 10);
  await makeWatch(other, 'Exit', gapDay, (weeks) => (weeks === 0 ? 5 : 10));
  // A car before brought $7 at one property, and nothing at the other.
  await ends(spot, '2026-06-10', 'rental');
  await moveMoney(sql, spot, [movement('2026-06-10T19:00:00Z', 700)]);
  const read = async (query: object) =>
    (await at.call(listCameraGaps, { query: query as never }, { token })).body;
  const silentGap = {
    kind: 'silent',
    spot: { pk: spot.pk, name: 'Roosevelt Garage', timezone: 'America/Phoenix' },
    camera: silent,
    camera_pk: expect.any(Number),
    direction: 'Entrance',
    // 14 cars in the two hours, and 40 minutes more.
    start: fromIso('2026-06-15T18:40:00Z') / 1000,
    end: fromIso('2026-06-15T21:20:00Z') / 1000,
    cars_low: 8,
    cars_high: 19,
    lost_low: 5600,
    lost_high: 13_300,
  };
  const { gaps, unjudged } = await read(ofOrganization);
  expect(gaps).toEqual([
    silentGap,
    {
      kind: 'fewer',
      spot: { pk: other.pk, name: 'Roosevelt Garage', timezone: 'America/Phoenix' },
      camera: null,
      camera_pk: null,
      direction: 'Exit',
      start: fromIso('2026-06-15T07:00:00Z') / 1000,
      end: fromIso('2026-06-16T07:00:00Z') / 1000,
      cars_low: 50,
      cars_high: 50,
      lost_low: 0,
      lost_high: 0,
    },
  ]);
  expect(unjudged).toEqual([
    { spot: { pk: spot.pk, name: 'Roosevelt Garage' }, reason: 'one_side' },
  ]);
  expect((await read(ofSpot)).gaps).toEqual([silentGap]);
  // The same whatever days are looked at.
  expect((await read({ ...ofSpot, start_date: '2026-06-01' })).gaps).toEqual([silentGap]);
});

test.each([
  ['that sometimes sees no car then', [4, 7, 0, 6]],
  ['that sometimes sees one car then', [4, 7, 1, 6]],
  ['that was connected three weeks ago', [4, 7, 5, 0]],
])('a camera %s is not silent', async (_, weeks) => {
  const { spot, token, ofSpot } = await start();
  await makeWatch(spot, null, gapDay, (before) => weeks[before - 1] ?? 0);
  const { body } = await at.call(listCameraGaps, { query: ofSpot }, { token });
  expect(body).toEqual({
    gaps: [],
    unjudged: [{ spot: { pk: spot.pk, name: 'Roosevelt Garage' }, reason: 'no_direction' }],
  });
});

test('an exit that misses more than a tenth of the cars is named, and cars that are still there aren’t missed', async () => {
  const { spot, token, ends, ofSpot } = await start();
  await makeWatch(spot, 'Entrance', gapDay, () => 0);
  await makeWatch(spot, 'Exit', gapDay, () => 0);
  for (let index = 0; index < 89; index++) await ends(spot, '2026-06-15', 'grace');
  const unseen = (outcome: VisitOutcome, amount: number) =>
    makeVisit(sql, spot, '2026-06-15T19:00:00Z', {
      outcome,
      local_date: gapDay,
      uncollected: cents(amount),
      exit_at: null,
    });
  for (let index = 0; index < 10; index++) await unseen('monthly', 0);
  await unseen('unexplained', 700);
  for (let index = 0; index < 5; index++) await unseen('present', 0);
  const { body } = await at.call(listCameraGaps, { query: ofSpot }, { token });
  expect(body.gaps).toMatchObject([
    {
      kind: 'one_sided',
      direction: 'Exit',
      cars_low: 11,
      cars_high: 11,
      lost_low: 700,
      lost_high: 700,
    },
  ]);
});

test('gaps are found in up to three months', async () => {
  const { token, ofOrganization } = await start();
  const ask = (end_date: string) =>
    at.call(
      listCameraGaps,
      {
        query: {
          ...ofOrganization,
          start_date: '2026-01-01' as LocalDate,
          end_date: end_date as LocalDate,
        },
      },
      { token },
    );
  expect((await ask('2026-04-02')).status).toBe(200);
  expect((await ask('2026-04-03')).body).toMatchObject({
    fields: { end_date: 'At most 92 days.' },
  });
});

test('visits that were paid and seen on both sides aren’t read to count the others', async () => {
  const { spot, ends } = await start();
  const visits = Array.from({ length: 20_000 }, (_, index) =>
    visitTo(spot, '2026-06-15T19:00:00Z', {
      plate: `P${index}`,
      outcome: 'rental',
      local_date: gapDay,
      exit_at: fromIso('2026-06-15T21:00:00Z'),
    }),
  );
  await recording(sql, spot.organization, (recorder) => recordVisits(recorder, visits));
  await ends(spot, '2026-06-15', 'unexplained');
  await sql`analyze visits`;
  const days = { from: gapDay, to: gapDay };
  const pages = await countPagesRead(openScope(at.database, spot), (scope) =>
    readSpotCounts(scope, days),
  );
  expect(pages).toBeLessThan(60);
  const scope = { ...openScope(at.database, spot), organizationId: spot.organization };
  const year = { start_date: '2026-01-01' as LocalDate, end_date: '2026-12-31' as LocalDate };
  const unexplainedPages = await countPagesRead(
    { ...scope, kind: 'organization' as const },
    (counted) => countCauses(counted, year),
  );
  expect(unexplainedPages).toBeLessThan(60);
});
