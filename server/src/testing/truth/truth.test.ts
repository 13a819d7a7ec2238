import { fromIso, toIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { errorLevels } from '@lotkeeper/simulator/cameras/errors';
import { makeTrueMonth } from '@lotkeeper/simulator/truth/month';
import { findTrueOutcomes } from '@lotkeeper/simulator/truth/outcomes';
import { expect, test } from 'vitest';
import { testApp } from '../test-app.ts';
import { compareMonth } from './compare-month.ts';
import { describeCharge, describeWrong } from './describe-stay.ts';
import { playMonths } from './play-month.ts';
import { makeDeskWork } from './work-desk.ts';

const start = fromIso('2026-06-01T07:00:00Z');

test('a day of some hundred cars charges nobody wrongly, and without errors every car ends in its true outcome', async () => {
  const at = await testApp({
    now: toIso(start),
    settings: { RATE_PER_KEY: '0', RATE_PER_ADDRESS: '0' },
  });
  const month = makeTrueMonth({ seed: 7, start, days: 1, lots: 2, quantity: 120 });
  const truth = findTrueOutcomes(month, { graceMinutes: 15, penalty: cents(5500) });
  const plays = [errorLevels.none, errorLevels.some].map((rates) => ({ month, rates }));
  const [intact, damaged] = await playMonths(
    at,
    plays,
    makeDeskWork(at, () => truth),
  );
  if (!intact || !damaged) throw new Error('Both levels should have been played.');
  const sql = at.database.system;
  const right = await compareMonth(sql, intact, truth);
  expect(right.wrong.map((one) => describeWrong(intact, one))).toEqual([]);
  expect(right.wrongCharges.map((one) => describeCharge(intact, one))).toEqual([]);
  expect(right).toMatchObject({ rightPairs: right.cars, pairs: right.cars, missedCharges: 0 });
  expect(right.owing).toBeGreaterThan(5);
  const found = await compareMonth(sql, damaged, truth);
  expect(found.cars).toBeGreaterThan(150);
  expect(found.wrongCharges.map((one) => describeCharge(damaged, one))).toEqual([]);
});
