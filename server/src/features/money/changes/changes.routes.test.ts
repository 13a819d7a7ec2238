import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { BridgePeriod, BridgeStep, RevenueBridge } from '@lotkeeper/contract/money/changes';
import {
  bridgeMessages,
  bridgePeriods,
  earliestPeriod,
  getRevenueBridge,
} from '@lotkeeper/contract/money/changes';
import { getFigure } from '@lotkeeper/contract/money/figures';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { makeTakings } from '../../../testing/takings.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2027-01-15T12:00:00Z' });
const sql = at.database.system;
const { organization, spots } = await makeTakings(sql);
const token = (await signedInMember(at, organization, 'ADMIN')).token;

type Subject = { organization: string } | { spot: string };
const ask = (subject: Subject, period: BridgePeriod, start_date: string, by = token) => {
  const query = { ...subject, period, start_date: start_date as LocalDate };
  return at.call(getRevenueBridge, { query }, { token: by });
};
const read = async (...question: Parameters<typeof ask>): Promise<RevenueBridge> => {
  const { status, body } = await ask(...question);
  expect(status).toBe(200);
  return body;
};
/** A property in an organization of its own, with its Admin's token. */
async function openLot(timezone = 'America/Phoenix') {
  const owner = await makeOrganization(sql, { commission_rate: 1000 });
  const { token: by } = await signedInMember(at, owner, 'ADMIN');
  return { owner, by, spot: await makeSpot(sql, { organization: owner, timezone }) };
}

/** The whole organization, or one of its properties. */
const someSubject = fc
  .option(fc.nat(3), { nil: null })
  .map(
    (index) => () =>
      index === null
        ? { organization: organization.uuid }
        : { spot: (spots[index] as TestSpot).uuid },
  );
const someDay = fc
  .integer({ min: 0, max: 400 })
  .map((days) => addDays('2025-12-10' as LocalDate, days));

// changes.rules.test.ts checks that the steps add up to the change of net revenue, for any sums.
test('each exact step of a random ledger is the difference of the two figures that it opens', async () => {
  await fc.assert(
    fc.asyncProperty(
      someSubject,
      fc.constantFrom(...bridgePeriods),
      someDay,
      async (subject, period, day) => {
        const { earlier, later, steps } = await read(subject(), period, day);
        const readTotal = async (
          measure: BridgeStep['measure'],
          { start_date, end_date }: RevenueBridge['later'],
        ) => {
          const query = { ...subject(), measure, start_date, end_date };
          return (await at.call(getFigure, { query }, { token })).body.total;
        };
        for (const { measure, amount, ...step } of steps.filter(({ is_exact }) => is_exact)) {
          const totals = [
            await readTotal(measure, earlier),
            await readTotal(measure, later),
          ] as const;
          expect(totals).toEqual([step.earlier, step.later]);
          expect(Math.abs(amount)).toBe(Math.abs(totals[1] - totals[0]));
        }
        for (const side of [earlier, later]) expect(await readTotal('net', side)).toBe(side.net);
      },
    ),
    { numRuns: 40 },
  );
});

test('a rental in the last hour before the clock changes counts in its month, and a week can cross New Year', async () => {
  const { owner, by, spot } = await openLot('America/New_York');
  await record(sql, { organization: owner.pk }, [
    // October 31, 11:30 p.m. and November 1, 1:30 a.m., the second time that the clock shows it.
    rental(spot, '2026-11-01T03:30:00Z', 1000),
    rental(spot, '2026-11-01T06:30:00Z', 1500),
    rental(spot, '2026-12-27T17:00:00Z', 700),
    rental(spot, '2027-01-01T04:30:00Z', 400),
    rental(spot, '2027-01-01T05:30:00Z', 500),
  ]);
  expect((await read({ spot: spot.uuid }, 'month', '2026-11-30', by)).types).toEqual([
    {
      rental_type: 'hourly',
      earlier: { count: 1, charges: 1000, stay_minutes: 120 },
      later: { count: 1, charges: 1500, stay_minutes: 120 },
    },
  ]);
  const week = await read({ spot: spot.uuid }, 'week', '2027-01-03', by);
  expect([week.earlier.start_date, week.later.end_date]).toEqual(['2026-12-21', '2027-01-03']);
  expect(week.types[0]?.later).toMatchObject({ count: 2, charges: 900 });
  expect(week.types[0]?.earlier).toMatchObject({ count: 1, charges: 700 });
});

test('a month that is not over is compared up to yesterday, and the response says so', async () => {
  expect(await read({ spot: spots[1]?.uuid ?? '' }, 'month', '2027-01-15')).toMatchObject({
    earlier: { start_date: '2026-12-01', end_date: '2026-12-14' },
    later: { start_date: '2027-01-01', end_date: '2027-01-14' },
    is_partial: true,
    as_of: at.clock(),
  });
});

test('any days are compared with as many days before, and need an end', async () => {
  const askDays = (start_date: string, end_date?: string) =>
    at.call(
      getRevenueBridge,
      {
        query: {
          organization: organization.uuid,
          period: 'days',
          start_date: start_date as LocalDate,
          ...(end_date && { end_date: end_date as LocalDate }),
        },
      },
      { token },
    );
  const { status, body } = await askDays('2026-06-11', '2026-07-20');
  expect(status).toBe(200);
  // Forty days.
  expect(body).toMatchObject({
    earlier: { start_date: '2026-05-02', end_date: '2026-06-10' },
    later: { start_date: '2026-06-11', end_date: '2026-07-20' },
    is_partial: false,
  });
  const sum = body.steps.reduce((total, { amount }) => total + amount, 0);
  expect(sum).toBe(body.later.net - body.earlier.net);
  const fieldsOf = async (...days: Parameters<typeof askDays>) =>
    (await askDays(...days)).error.fields;
  expect(await fieldsOf('2026-06-11')).toEqual({ end_date: bridgeMessages.endDate });
  expect(await fieldsOf('2026-06-11', '2026-06-10')).toHaveProperty('end_date');
  expect(await fieldsOf('2019-02-01', '2019-03-20')).toEqual({
    start_date: bridgeMessages.tooEarly,
  });
  expect(await fieldsOf('2027-01-15', '2027-01-15')).toEqual({
    start_date: bridgeMessages.notOver.days,
  });
});

test('for an organization, a day is over once it is over at all of its properties', async () => {
  at.clock.set('2027-01-15T06:00:00Z');
  // It is the 15th in New York, and the 14th in Honolulu.
  const whole = await read({ organization: organization.uuid }, 'month', '2027-01-15');
  expect(whole.later.end_date).toBe('2027-01-13');
  const newYork = await read({ spot: spots[1]?.uuid ?? '' }, 'month', '2027-01-15');
  expect(newYork.later.end_date).toBe('2027-01-14');
  at.clock.set('2027-01-15T12:00:00Z');
});

test('a property’s rentals, penalties, and refunds are steps, and an organization with one property has the same', async () => {
  const { owner, by, spot } = await openLot();
  await record(sql, { organization: owner.pk }, [
    rental(spot, '2026-10-05T18:00:00Z', 1000),
    rental(spot, '2026-11-05T18:00:00Z', 1200),
    rental(spot, '2026-11-06T18:00:00Z', 1200),
  ]);
  await moveMoney(sql, spot, [
    movement('2026-11-07T18:00:00Z', 4500, { kind: 'penalty' }),
    movement('2026-11-07T18:00:00Z', 300, { kind: 'refund' }),
  ]);
  const [ofSpot, ofAll] = [
    await read({ spot: spot.uuid }, 'month', '2026-11-01', by),
    await read({ organization: owner.uuid }, 'month', '2026-11-01', by),
  ];
  expect(ofAll).toEqual(ofSpot);
  expect(ofSpot.steps.map(({ cause, amount }) => [cause, amount])).toEqual([
    ['count', 1000],
    ['price', 400],
    ['penalties', 4500],
    ['refunds', -300],
    // 10 % of 6,600 instead of 1,000.
    ['commission', -560],
  ]);
  expect([ofSpot.earlier.net, ofSpot.later.net]).toEqual([900, 5940]);
  expect(ofSpot.later.entry_count).toBe(4);
});

test('an organization without properties, and a property without entries, have no steps', async () => {
  const fresh = await makeOrganization(sql);
  const by = (await signedInMember(at, fresh, 'ADMIN')).token;
  const nothing = {
    steps: [],
    types: [],
    earlier: { net: 0 },
    later: { net: 0, entry_count: 0 },
  };
  expect(await read({ organization: fresh.uuid }, 'week', '2026-11-01', by)).toMatchObject(nothing);
  const spot = await makeSpot(sql, { organization: fresh });
  expect(await read({ spot: spot.uuid }, 'month', '2026-11-01', by)).toMatchObject(nothing);
});

describe('access and refused questions', () => {
  // Access at a property: server/src/invariants/access.
  test('an Employee gets 403 for an organization, and a member of another one gets the answer for a missing one', async () => {
    const employee = await signedInMember(at, organization, 'EMPLOYEE');
    const stranger = await signedInMember(at, await makeOrganization(sql), 'ADMIN');
    const ofAll = { organization: organization.uuid };
    expect((await ask(ofAll, 'month', '2026-11-01', employee.token)).status).toBe(403);
    expect((await ask(ofAll, 'month', '2026-11-01', stranger.token)).status).toBe(404);
  });

  test.each([
    ['month', '2027-02-01', bridgeMessages.notOver.month],
    ['week', '2027-01-18', bridgeMessages.notOver.week],
    ['month', addDays(earliestPeriod('month'), -1), bridgeMessages.tooEarly],
    ['week', addDays(earliestPeriod('week'), -1), bridgeMessages.tooEarly],
    ['month', '2026-02-30', 'Must be a day as YYYY-MM-DD.'],
  ] as const)('a %s of %s is refused with a message', async (period, day, message) => {
    const answer = await ask({ organization: organization.uuid }, period, day);
    expect(answer.status).toBe(400);
    expect(answer.error.fields).toEqual({ start_date: message });
  });

  test('a question about both or neither, or about another period, is refused', async () => {
    const both = { organization: organization.uuid, spot: (spots[0] as TestSpot).uuid };
    expect((await ask(both, 'month', '2026-11-01')).status).toBe(400);
    expect((await ask({} as Subject, 'month', '2026-11-01')).status).toBe(400);
    const year = await ask(
      { organization: organization.uuid },
      'year' as BridgePeriod,
      '2026-11-01',
    );
    expect(year.status).toBe(400);
  });
});
