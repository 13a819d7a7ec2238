import { fromIso, toIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { errorLevels } from '@lotkeeper/simulator/cameras/errors';
import { listTrueReads, makeTrueMonth } from '@lotkeeper/simulator/truth/month';
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

/** Plays a day at two properties of a size, without and with errors of cameras, and checks each car while it's there. */
async function play(quantity: number) {
  const at = await testApp({
    now: toIso(start),
    settings: { RATE_PER_KEY: '0', RATE_PER_ADDRESS: '0' },
  });
  const month = makeTrueMonth({ seed: 7, start, days: 1, lots: 2, quantity });
  const truth = findTrueOutcomes(month, { graceMinutes: 15, penalty: cents(5500) });
  const plays = [errorLevels.none, errorLevels.some].map((rates) => ({
    month,
    reads: listTrueReads(month, rates),
  }));
  const { look, checks } = makeCarChecks(at);
  const played = await playMonths(
    at,
    plays,
    makeDeskWork(at, () => truth),
    look,
  );
  return { sql: at.database.system, truth, played, checks };
}

/** Plays a day, and expects charges to be right with errors of cameras, and outcomes too without. */
export async function playDay(quantity: number): Promise<{ cars: number; owing: number }> {
  const { sql, truth, played } = await play(quantity);
  const [intact, damaged] = [must(played[0], 'intact day'), must(played[1], 'damaged day')];
  const right = await compareMonth(sql, intact, truth);
  expect(right.wrong.map((one) => describeWrong(intact, one))).toEqual([]);
  expect(right.wrongCharges.map((one) => describeCharge(intact, one))).toEqual([]);
  expect(right).toMatchObject({ rightPairs: right.cars, pairs: right.cars, missedCharges: 0 });
  const found = await compareMonth(sql, damaged, truth);
  expect(found.wrongCharges.map((one) => describeCharge(damaged, one))).toEqual([]);
  return { cars: found.cars, owing: right.owing };
}

/** Plays a day, expects no check of a plate in the lots to be untrue, and returns how many there were, with a right or not. */
export async function checkDay(quantity: number): Promise<{ paid: number; unpaid: number }> {
  const { checks } = await play(quantity);
  expect(listUntrue(checks)).toEqual([]);
  const paid = checks.filter(({ hasRight }) => hasRight).length;
  return { paid, unpaid: checks.length - paid };
}
