import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { errorLevels } from '@lotkeeper/simulator/cameras/errors';
import { listTrueReads, makeTrueMonth } from '@lotkeeper/simulator/truth/month';
import { findTrueOutcomes } from '@lotkeeper/simulator/truth/outcomes';
import { must } from '../../../server/src/kernel/must.ts';
import type { ChargeGuards } from '../../../server/src/records/enforcement-policy.ts';
import type { Comparison } from '../../../server/src/testing/truth/compare-month.ts';
import { compareMonth } from '../../../server/src/testing/truth/compare-month.ts';
import { describeCharge, describeWrong } from '../../../server/src/testing/truth/describe-stay.ts';
import type { Play, PlayedMonth } from '../../../server/src/testing/truth/play-month.ts';
import { playMonths } from '../../../server/src/testing/truth/play-month.ts';
import { makeDeskWork } from '../../../server/src/testing/truth/work-desk.ts';
import { emptyDatabase } from '../ingest/prepare-database.ts';
import type { Cluster } from '../place.ts';
import { connect, print } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { openStage } from './open-stage.ts';

const database = 'bench_truth';
const start = fromIso('2026-06-01T07:00:00Z');
const seeds = [7, 8, 9];
const plan = { start, lots: 3, quantity: 28 };
/** The terms of a new property. */
const terms = { graceMinutes: 15, penalty: cents(5500) };

const levels = [
  ['0.5 % misreads', errorLevels.few],
  ['2 % misreads', errorLevels.some],
  ['5 % misreads', errorLevels.many],
] as const;

/** Everything that a property can ask for before a charge. */
const strictest: ChargeGuards = {
  min_charge_confidence: 85,
  second_read: 'before_charge',
  hold_after_outage: true,
  hold_above_posted: true,
  hold_above_amount: cents(5000),
  hold_above_hours: 12,
};

const percent = (part: number, total: number) => (100 * part) / Math.max(1, total);

/** The figures of all seeds together. */
function addUp(found: readonly Comparison[]) {
  const add = (count: (comparison: Comparison) => number) =>
    found.reduce((total, comparison) => total + count(comparison), 0);
  return { add, wrongCharges: found.flatMap(({ wrongCharges }) => wrongCharges) };
}

function judgeCharges(label: string, found: readonly Comparison[]): Figure {
  const { wrongCharges } = addUp(found);
  const kinds = Map.groupBy(wrongCharges, ({ why }) => why);
  const note = [...kinds].map(([why, charges]) => `${why}: ${charges.length}`).join(', ');
  return judged(`${label}: wrong charges`, wrongCharges.length, { most: 0, digits: 0 }, note);
}

/** The goals are those at 2 % of misreads. */
function toFigures(level: string, found: readonly Comparison[]): Figure[] {
  const { add } = addUp(found);
  type Count = (comparison: Comparison) => number;
  const share = (label: string, part: Count, total: Count, least?: number): Figure => {
    const text = `${level}: ${label}`;
    const note = `${add(part)} of ${add(total)}`;
    const value = percent(add(part), add(total));
    if (least !== undefined) return judged(text, value, { least, unit: ' %' }, note);
    return { label: text, figure: `${value.toFixed(2)} %`, target: '', note };
  };
  const isGoal = level.startsWith('2 %');
  const cars: Count = (comparison) => comparison.cars;
  const rightPairs: Count = (comparison) => comparison.rightPairs;
  return [
    judgeCharges(level, found),
    share(
      'cars in their true outcome',
      (comparison) => comparison.rightOutcomes,
      cars,
      isGoal ? 98 : undefined,
    ),
    share(
      'cars in their true outcome, with the desk',
      (comparison) => comparison.rightWithDesk,
      cars,
      isGoal ? 99.5 : undefined,
    ),
    share('cars that the desk decided', (comparison) => comparison.decided, cars),
    share('pairs that are right (precision)', rightPairs, (comparison) => comparison.pairs),
    share(
      'stays read at both ends that are paired (recall)',
      rightPairs,
      (comparison) => comparison.pairable,
    ),
    share(
      'charges missed',
      (comparison) => comparison.missedCharges,
      (comparison) => comparison.owing,
    ),
  ];
}

/** How visits and charges of some days compare with what really happened, for several seeds and levels of errors. */
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
  const months = seeds.map((seed) => makeTrueMonth({ ...plan, seed, days }));
  const truths = new Map(months.map((month) => [month, findTrueOutcomes(month, terms)]));
  const truthOf = ({ month }: Pick<PlayedMonth, 'month'>) => must(truths.get(month), 'truth');
  const plays = months.flatMap((month): (Play & { label: string })[] => [
    ...levels.map(([label, rates]) => ({ label, month, reads: listTrueReads(month, rates) })),
    {
      label: '2 % misreads, all protections',
      month,
      reads: listTrueReads(month, errorLevels.some),
      rules: strictest,
    },
  ]);
  const played = await playMonths(stage, plays, makeDeskWork(stage, truthOf));
  const found = await Promise.all(
    played.map((month) => compareMonth(stage.database.system, month, truthOf(month))),
  );
  const byLabel = Map.groupBy(
    found.map((comparison, index) => ({ comparison, label: plays[index]?.label ?? '', index })),
    ({ label }) => label,
  );
  for (const [label, group] of byLabel) {
    for (const { comparison, index } of group) {
      const own = must(played[index], 'played month');
      for (const charge of comparison.wrongCharges)
        print(`${label}, ${describeCharge(own, charge)}`);
      if (!isListed) continue;
      for (const wrong of comparison.wrong) print(`${label}, ${describeWrong(own, wrong)}`);
    }
    const comparisons = group.map(({ comparison }) => comparison);
    if (label.endsWith('protections')) yield judgeCharges(label, comparisons);
    else yield* toFigures(label, comparisons);
  }
}
