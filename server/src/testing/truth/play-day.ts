import { fromIso, toIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { errorLevels } from '@lotkeeper/simulator/cameras/errors';
import { makeTrueMonth } from '@lotkeeper/simulator/truth/month';
import { findTrueOutcomes } from '@lotkeeper/simulator/truth/outcomes';
import { expect } from 'vitest';
import { must } from '../../kernel/must.ts';
import { testApp } from '../test-app.ts';
import { listUntrue, makeCarChecks } from './check-cars.ts';
import { compareMonth } from './compare-month.ts';
import { describeCharge, describeWrong } from './describe-stay.ts';
import { playMonths } from './play-month.ts';
import { makeDeskWork } from './work-desk.ts';

const start = fromIso('2026-06-01T07:00:00Z');

/**
 * Plays a day at two properties of a size, without and with errors of cameras, and expects both to be right, and so each
 * check of a plate in the lots.
 */
export async function playDay(
  quantity: number,
): Promise<{ cars: number; owing: number; checks: number }> {
  const at = await testApp({
    now: toIso(start),
    settings: { RATE_PER_KEY: '0', RATE_PER_ADDRESS: '0' },
  });
  const month = makeTrueMonth({ seed: 7, start, days: 1, lots: 2, quantity });
  const truth = findTrueOutcomes(month, { graceMinutes: 15, penalty: cents(5500) });
  const plays = [errorLevels.none, errorLevels.some].map((rates) => ({ month, rates }));
  const { look, checks } = makeCarChecks(at);
  const played = await playMonths(
    at,
    plays,
    makeDeskWork(at, () => truth),
    look,
  );
  expect(listUntrue(checks)).toEqual([]);
  const [intact, damaged] = [must(played[0], 'intact day'), must(played[1], 'damaged day')];
  const sql = at.database.system;
  const right = await compareMonth(sql, intact, truth);
  expect(right.wrong.map((one) => describeWrong(intact, one))).toEqual([]);
  expect(right.wrongCharges.map((one) => describeCharge(intact, one))).toEqual([]);
  expect(right).toMatchObject({ rightPairs: right.cars, pairs: right.cars, missedCharges: 0 });
  const found = await compareMonth(sql, damaged, truth);
  expect(found.wrongCharges.map((one) => describeCharge(damaged, one))).toEqual([]);
  return { cars: found.cars, owing: right.owing, checks: checks.length };
}
