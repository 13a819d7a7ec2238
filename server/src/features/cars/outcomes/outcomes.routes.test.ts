import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import { getOutcomes, listOutcomeVisits, outcomePageSize } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { listDisagreements } from '../../../records/ledger.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';

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

test('nobody else’s cars are counted or listed', async () => {
  const { ofSpot, ofOrganization } = await start();
  const { token } = await makeStaffedSpot(at);
  for (const query of [ofSpot, ofOrganization]) {
    const answers = [
      await at.call(getOutcomes, { query }, { token }),
      await at.call(listOutcomeVisits, { query: { ...query, outcome: 'grace' } }, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  }
});
