import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { errorLevels } from '@lotkeeper/simulator/cameras/errors';
import { listTrueReads, makeTrueMonth } from '@lotkeeper/simulator/truth/month';
import { findTrueOutcomes } from '@lotkeeper/simulator/truth/outcomes';
import { must } from '../../../server/src/kernel/must.ts';
import type { ChargeGuards } from '../../../server/src/records/operations/enforcement-policy.ts';
import type { Comparison } from '../../../server/src/testing/truth/compare-month.ts';
import { compareMonth } from '../../../server/src/testing/truth/compare-month.ts';
import { describeCharge, describeWrong } from '../../../server/src/testing/truth/describe-stay.ts';
import type { Play, PlayedMonth } from '../../../server/src/testing/truth/play-month.ts';
import { playMonths } from '../../../server/src/testing/truth/play-month.ts';
import { makeBlindWork, makeDeskWork } from '../../../server/src/testing/truth/work-desk.ts';
import { emptyDatabase } from '../ingest/prepare-database.ts';
import { computeMedian } from '../median.ts';
import type { Cluster } from '../place.ts';
import { connect, print } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { openStage } from './open-stage.ts';
import { makeSecondMonth } from './second-month.ts';
import { watchCharges } from './watch-charges.ts';

const database = 'bench_truth';
const start = fromIso('2026-06-01T07:00:00Z');
const firstSeed = 7;
/** Other levels of errors than the one that has goals are played for this many seeds. */
const fewSeeds = 3;
const plan = { start, lots: 3, quantity: 28 };
/** The terms of a new property. */
const terms = { graceMinutes: 15, penalty: cents(5500) };

/** Everything that a property can ask for before a charge. */
const strictest: ChargeGuards = {
  min_charge_confidence: 85,
  second_read: 'before_charge',
  hold_after_outage: true,
  hold_above_posted: true,
  hold_above_amount: cents(5000),
  hold_above_hours: 12,
};

const ownName = '2 % misreads';
const secondName = 'Second generator';
/** The plays that have goals. */
const goals: ReadonlySet<string> = new Set([ownName, secondName]);

/** Who works at the plate desk: somebody who knows the truth, or who accepts every suggestion. */
type Desk = 'knows' | 'accepts';

interface TruthPlay extends Play {
  /** What it's a play of: those of one name are counted together. */
  name: string;
  desk: Desk;
}

const percent = (part: number, total: number) => (100 * part) / Math.max(1, total);

type Count = (comparison: Comparison) => number;
const addUp = (found: readonly Comparison[], count: Count) =>
  found.reduce((total, comparison) => total + count(comparison), 0);

/** Months are compared as if they had this many cars. */
const carsOfMonth = 1250;

const countCars: Count = (comparison) => comparison.cars;

function share(
  found: readonly Comparison[],
  label: string,
  [part, total]: readonly [Count, Count],
  goal?: { least?: number; most?: number },
): Figure {
  const [subtotal, all] = [addUp(found, part), addUp(found, total)];
  const note = `${subtotal} of ${all}`;
  const value = percent(subtotal, all);
  if (goal) return judged(label, value, { ...goal, unit: ' %' }, note);
  return { label, figure: `${value.toFixed(2)} %`, target: '', note };
}

function perMonth(
  found: readonly Comparison[],
  label: string,
  count: Count,
  goal?: { most: number },
): Figure {
  const [subtotal, all] = [addUp(found, count), addUp(found, countCars)];
  const note = `${subtotal} of ${all}`;
  const value = (carsOfMonth * subtotal) / Math.max(1, all);
  if (goal) return judged(label, value, { ...goal, digits: 1 }, note);
  return { label, figure: value.toFixed(1), target: '', note };
}

function judgeCharges(label: string, found: readonly Comparison[]): Figure {
  const wrongCharges = found.flatMap((comparison) => comparison.wrongCharges);
  const kinds = Map.groupBy(wrongCharges, ({ why }) => why);
  const note = [...kinds].map(([why, charges]) => `${why}: ${charges.length}`).join(', ');
  return judged(label, wrongCharges.length, { most: 0, digits: 0 }, note);
}

/** The figures of a play whose desk knows the truth. */
function toFigures(
  name: string,
  found: readonly Comparison[],
  delays: readonly number[],
  hasGoals: boolean,
): Figure[] {
  const inGoals = <G>(goal: G) => (hasGoals ? goal : undefined);
  const rightPairs: Count = (comparison) => comparison.rightPairs;
  return [
    judgeCharges(`${name}: wrong charges`, found),
    share(
      found,
      `${name}: cars in their true outcome`,
      [(comparison) => comparison.rightOutcomes, countCars],
      inGoals({ least: 98 }),
    ),
    share(
      found,
      `${name}: cars in their true outcome, with the desk`,
      [(comparison) => comparison.rightWithDesk, countCars],
      inGoals({ least: 99.5 }),
    ),
    perMonth(
      found,
      `${name}: cars that the desk decided, of ${carsOfMonth}`,
      (comparison) => comparison.decided.length,
      inGoals({ most: 30 }),
    ),
    share(
      found,
      `${name}: charges missed, with the desk`,
      [(comparison) => comparison.missedCharges, (comparison) => comparison.owing],
      inGoals({ most: 5 }),
    ),
    perMonth(
      found,
      `${name}: made and taken back, of ${carsOfMonth}`,
      (comparison) => comparison.takenBack.length,
      inGoals({ most: 5 }),
    ),
    {
      label: `${name}: from the end of the grace minutes to a charge, median`,
      figure: `${Math.round(computeMedian(delays) / minuteMs)} min`,
      target: '',
    },
    share(found, `${name}: pairs that are right (precision)`, [
      rightPairs,
      (comparison) => comparison.pairs,
    ]),
    share(found, `${name}: stays read at both ends that are paired (recall)`, [
      rightPairs,
      (comparison) => comparison.pairable,
    ]),
  ];
}

/** Plays of our own generator: each seed with somebody who knows at the desk, and with somebody who accepts everything. */
function listOwnPlays(days: number, seedCount: number): TruthPlay[] {
  const seeds = Array.from({ length: seedCount }, (_, index) => firstSeed + index);
  return seeds.flatMap((seed, index): TruthPlay[] => {
    const month = makeTrueMonth({ ...plan, seed, days });
    const read = (level: keyof typeof errorLevels) => listTrueReads(month, errorLevels[level]);
    const basePlay = { month, reads: read('some'), name: ownName };
    const others: TruthPlay[] = [
      { name: '0.5 % misreads', month, reads: read('few'), desk: 'knows' },
      { name: '5 % misreads', month, reads: read('many'), desk: 'knows' },
      { ...basePlay, name: '2 % misreads, all protections', desk: 'knows', rules: strictest },
    ];
    return [
      { ...basePlay, desk: 'knows' },
      { ...basePlay, desk: 'accepts' },
      ...(index < fewSeeds ? others : []),
    ];
  });
}

/** Plays of a generator that somebody wrote who hadn't read ours. */
const listSecondPlays = (seedCount: number): TruthPlay[] =>
  Array.from({ length: seedCount }, (_, index) => makeSecondMonth(firstSeed + index)).flatMap(
    (second) =>
      (['knows', 'accepts'] as const).map((desk) => ({ ...second, desk, name: secondName })),
  );

/** Plays months on an empty database, and compares what became of them with the truth. */
async function* playAndCompare(
  cluster: Cluster,
  plays: readonly TruthPlay[],
  isListed: boolean,
): AsyncGenerator<Figure> {
  await emptyDatabase(cluster, database);
  // How fast it's played doesn't matter here.
  const server = connect(cluster.url('lotkeeper'));
  await server.unsafe(`alter database ${database} set synchronous_commit = off`);
  await server.end();
  const start = must(plays[0], 'play').month.start;
  const stage = await openStage(cluster.url(database), start);
  try {
    const truths = new Map(plays.map(({ month }) => [month, findTrueOutcomes(month, terms)]));
    const truthOf = ({ month }: Pick<PlayedMonth, 'month'>) => must(truths.get(month), 'truth');
    const work: Record<Desk, (played: PlayedMonth) => Promise<void>> = {
      knows: makeDeskWork(stage, truthOf),
      accepts: makeBlindWork(stage),
    };
    const { look, delays } = watchCharges(stage);
    const played = await playMonths(stage, plays, (own) => work[own.desk](own), look);
    const found = await Promise.all(
      played.map(async (own) => ({
        own,
        comparison: await compareMonth(stage.database.system, own, truthOf(own)),
      })),
    );
    for (const [label, group] of Map.groupBy(found, ({ own }) => `${own.name}, ${own.desk}`)) {
      for (const { own, comparison } of group) {
        for (const charge of comparison.wrongCharges)
          print(`${label}, ${describeCharge(own, charge)}`);
        if (!isListed) continue;
        for (const wrong of comparison.wrong) print(`${label}, ${describeWrong(own, wrong)}`);
        for (const stay of comparison.decided)
          print(`${label}, decided, ${describeWrong(own, stay)}`);
        for (const stay of comparison.takenBack)
          print(`${label}, taken back, ${describeWrong(own, stay)}`);
      }
      const [first] = group;
      if (!first) continue;
      const { name, desk, rules } = first.own;
      const comparisons = group.map(({ comparison }) => comparison);
      const ownDelays = group.flatMap(({ own }) => delays.get(own.organization) ?? []);
      if (desk === 'accepts')
        yield judgeCharges(`${name}: wrong charges, all suggestions accepted`, comparisons);
      else if (rules) yield judgeCharges(`${name}: wrong charges`, comparisons);
      else yield* toFigures(name, comparisons, ownDelays, goals.has(name));
    }
  } finally {
    await stage.close();
  }
}

/** How visits and charges compare with what really happened, for several seeds of two generators. */
export async function* measureTruth(
  cluster: Cluster,
  { days, seeds, isListed }: { days: number; seeds: number; isListed: boolean },
): AsyncGenerator<Figure> {
  yield* playAndCompare(cluster, listOwnPlays(days, seeds), isListed);
  yield* playAndCompare(cluster, listSecondPlays(seeds), isListed);
}
