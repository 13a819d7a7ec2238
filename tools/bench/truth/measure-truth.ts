import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { errorLevels } from '@lotkeeper/simulator/cameras/errors';
import { makeTrueMonth } from '@lotkeeper/simulator/truth/month';
import { findTrueOutcomes } from '@lotkeeper/simulator/truth/outcomes';
import type { Comparison } from '../../../server/src/testing/truth/compare-month.ts';
import { compareMonth } from '../../../server/src/testing/truth/compare-month.ts';
import { describeCharge, describeWrong } from '../../../server/src/testing/truth/describe-stay.ts';
import { playMonth } from '../../../server/src/testing/truth/play-month.ts';
import { emptyDatabase } from '../ingest/prepare-database.ts';
import type { Cluster } from '../place.ts';
import { connect, print } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { openStage } from './open-stage.ts';

const database = 'bench_truth';
const start = fromIso('2026-06-01T07:00:00Z');
const plan = { seed: 7, start, lots: 3, quantity: 28 };
/** The terms of a new property. */
const terms = { graceMinutes: 15, penalty: cents(5500) };

const levels = [
  ['0.5 % misreads', errorLevels.few],
  ['2 % misreads', errorLevels.some],
  ['5 % misreads', errorLevels.many],
] as const;

const percent = (part: number, whole: number) => (100 * part) / Math.max(1, whole);

/** The goals are those at 2 % of misreads. */
function toFigures(level: string, found: Comparison): Figure[] {
  const share = (label: string, part: number, whole: number, least?: number): Figure => {
    const text = `${level}: ${label}`;
    const note = `${part} of ${whole}`;
    const value = percent(part, whole);
    if (least !== undefined) return judged(text, value, { least, unit: ' %' }, note);
    return { label: text, figure: `${value.toFixed(2)} %`, target: '', note };
  };
  const isGoal = level.startsWith('2 %');
  const kinds = Map.groupBy(found.wrongCharges, ({ why }) => why);
  const note = [...kinds].map(([why, charges]) => `${why}: ${charges.length}`).join(', ');
  return [
    judged(`${level}: wrong charges`, found.wrongCharges.length, { most: 0, digits: 0 }, note),
    share('cars in their true outcome', found.rightOutcomes, found.cars, isGoal ? 98 : undefined),
    share(
      'cars in their true outcome, or left for a person',
      found.rightOutcomes + found.open,
      found.cars,
      isGoal ? 99.5 : undefined,
    ),
    share('pairs that are right (precision)', found.rightPairs, found.pairs),
    share('stays read at both ends that are paired (recall)', found.rightPairs, found.pairable),
    share('unexplained cars that have an explanation', found.unexplained, found.cars),
    share('charges missed', found.missedCharges, found.owing),
  ];
}

/** How visits and charges of a month compare with what really happened, at three levels of errors. */
export async function* measureTruth(
  cluster: Cluster,
  { days, isListed }: { days: number; isListed: boolean },
): AsyncGenerator<Figure> {
  await emptyDatabase(cluster, database);
  // How fast it's played doesn't matter here.
  const server = connect(cluster.url('lotkeeper'));
  await server.unsafe(`alter database ${database} set synchronous_commit = off`);
  await server.end();
  const stage = await openStage(cluster.url(database), start);
  const month = makeTrueMonth({ ...plan, days });
  const truth = findTrueOutcomes(month, terms);
  const months = await playMonth(
    stage,
    month,
    levels.map(([, rates]) => rates),
  );
  for (const [index, played] of months.entries()) {
    const [level = ''] = levels[index] ?? [];
    const found = await compareMonth(stage.database.system, month, played, truth);
    for (const charge of found.wrongCharges) print(`${level}, ${describeCharge(played, charge)}`);
    if (isListed) {
      for (const wrong of found.wrong) print(`${level}, ${describeWrong(played, wrong)}`);
    }
    yield* toFigures(level, found);
  }
}
