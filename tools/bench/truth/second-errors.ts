import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { atLocalTime, fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { CarStay, TrueRead } from '@lotkeeper/simulator/truth/month';
import { days, zone } from './second-book.ts';
import {
  makePlate,
  mistakeLookAlike,
  mistakeOthers,
  swapNeighbors,
  trailerStyle,
} from './second-plates.ts';
import type { Random } from './second-random.ts';
import { makeRandom } from './second-random.ts';

const laneNames = ['In 1', 'In 2', 'Out 1', 'Out 2'] as const;
type LaneName = (typeof laneNames)[number];

/** A time when something is wrong with a lane. */
interface Fault {
  lane: LaneName;
  from: Instant;
  until: Instant;
}

export interface Faults {
  outages: Fault[];
  clocks: (Fault & { aheadMs: number })[];
}

/** A car that passes a lane's camera. */
interface Pass {
  stay: CarStay;
  lane: LaneName;
  at: Instant;
  plate: string;
  /** Whether the camera took a character for another one. */
  isWrong: boolean;
  /** The pass that this one repeats. */
  repeats: Pass | null;
}

const counts = {
  lookAlike: 33,
  other: 12,
  twoOthers: 14,
  noPlate: 37,
  trailers: 7,
  missedEntrances: 15,
  missedExits: 25,
  doubled: 76,
  bothLanes: 39,
  hoursLate: 4,
};

const isIn = (pass: Pick<Pass, 'lane' | 'at'>, { lane, from, until }: Fault) =>
  pass.lane === lane && pass.at >= from && pass.at < until;

const isEntrance = ({ lane }: Pick<Pass, 'lane'>) => lane === 'In 1' || lane === 'In 2';

/** The lanes' outages and wrong clocks of a month. */
export function listFaults(seed: number): Faults {
  const random = makeRandom(seed, 'faults');
  const drawFault = (lane: LaneName, [first, last]: [number, number], lengthMs: number) => {
    const day = days[random.wholeBetween(first, last)] as LocalDate;
    const from = atLocalTime(day, random.wholeBetween(9 * 60, 16 * 60), zone);
    return { lane, from, until: instant(from + lengthMs) };
  };
  const inLane = random.pick(['In 1', 'In 2'] as const);
  const outLane = random.pick(['Out 1', 'Out 2'] as const);
  const [fast, slow] = random.shuffle(laneNames) as [LaneName, LaneName];
  return {
    outages: [drawFault(inLane, [1, 11], 3 * hourMs), drawFault(outLane, [15, 27], 3 * hourMs)],
    clocks: [
      { ...drawFault(fast, [1, 9], 2 * dayMs), aheadMs: 7 * minuteMs },
      { ...drawFault(slow, [15, 26], 2 * dayMs), aheadMs: -7 * minuteMs },
      {
        // Its clock wasn't set back.
        lane: random.pick(['Out 1', 'Out 2'] as const),
        from: fromIso('2026-11-01T06:00:00Z'),
        until: atLocalTime('2026-11-01' as LocalDate, 14 * 60, zone),
        aheadMs: hourMs,
      },
    ],
  };
}

function listPasses(seed: number, stays: readonly CarStay[], { outages }: Faults): Pass[] {
  const random = makeRandom(seed, 'lanes');
  const pass = (stay: CarStay, lanes: readonly [LaneName, LaneName], at: Instant): Pass => {
    const lane = lanes[random.chance(0.6) ? 0 : 1];
    return { stay, lane, at, plate: stay.driver.plate, isWrong: false, repeats: null };
  };
  const all = stays.flatMap((stay) => [
    pass(stay, ['In 1', 'In 2'], stay.entrance),
    pass(stay, ['Out 1', 'Out 2'], stay.exit),
  ]);
  const seen = all.filter((lanePass) => !outages.some((outage) => isIn(lanePass, outage)));
  const shuffled = makeRandom(seed, 'missed').shuffle(seen);
  const missed = new Set([
    ...shuffled.filter(isEntrance).slice(0, counts.missedEntrances),
    ...shuffled.filter((lanePass) => !isEntrance(lanePass)).slice(0, counts.missedExits),
  ]);
  return seen.filter((lanePass) => !missed.has(lanePass));
}

const otherLane: Record<LaneName, LaneName> = {
  'In 1': 'In 2',
  'In 2': 'In 1',
  'Out 1': 'Out 2',
  'Out 2': 'Out 1',
};

/** Cars that are read again by the same camera, or by that of the lane next to theirs. */
function listRepeats(seed: number, passes: readonly Pass[], { outages }: Faults): Pass[] {
  const random = makeRandom(seed, 'repeats');
  const isSeen = (pass: Pass) => !outages.some((outage) => isIn(pass, outage));
  // A car that leaves at once isn't read entering after it left.
  const [...shuffled] = random
    .shuffle(passes)
    .filter(({ stay }) => stay.exit - stay.entrance > 10 * minuteMs);
  const repeat = (pass: Pass, lane: LaneName, seconds: number): Pass => ({
    ...pass,
    lane,
    at: instant(pass.at + Math.round(1000 * seconds)),
    repeats: pass,
  });
  const doubled = shuffled
    .map((pass) => repeat(pass, pass.lane, random.between(2, 200)))
    .filter(isSeen)
    .slice(0, counts.doubled);
  const others = shuffled
    .toReversed()
    .map((pass) => repeat(pass, otherLane[pass.lane], random.between(0.5, 6)))
    .filter(isSeen)
    .slice(0, counts.bothLanes);
  return [...doubled, ...others];
}

/** Changes what the cameras read; each pass is changed no more than once. */
function misread(seed: number, passes: readonly Pass[]): void {
  const random = makeRandom(seed, 'misreads');
  const left = random.shuffle(passes);
  const change = (count: number, read: (pass: Pass) => string | null, isWrong = true) => {
    for (let changed = 0, index = 0; changed < count && index < left.length; index += 1) {
      const plate = read(left[index] as Pass);
      if (plate === null) continue;
      const [pass] = left.splice(index, 1) as [Pass];
      Object.assign(pass, { plate, isWrong });
      changed += 1;
      index -= 1;
    }
  };
  change(counts.lookAlike, ({ plate }) => mistakeLookAlike(plate, random));
  change(counts.other, ({ plate }) => mistakeOthers(plate, 1, random));
  change(counts.twoOthers, ({ plate }) => mistakeOthers(plate, 2, random));
  change(random.wholeBetween(3, 8), ({ plate }) => swapNeighbors(plate, random));
  change(counts.noPlate, () => '');
  // What it reads is right, but not the car's.
  const isExit = (pass: Pass) => !isEntrance(pass) && pass.repeats === null;
  const readTrailer = (pass: Pass) => (isExit(pass) ? makePlate(random, trailerStyle) : null);
  change(counts.trailers, readTrailer, false);
  // What misled a camera often misleads it again.
  for (const pass of left) {
    const first = pass.repeats;
    if (first?.isWrong && first.lane === pass.lane && first.plate && random.chance(0.6))
      Object.assign(pass, { plate: first.plate, isWrong: true });
  }
}

const round = (confidence: number) => Math.round(confidence * 1000) / 1000;

function drawConfidence(random: Random, isWrong: boolean): number {
  if (isWrong && random.chance(0.8)) return round(random.between(0.5, 0.9));
  return round(random.chance(0.9) ? random.between(0.85, 0.99) : random.between(0.6, 0.85));
}

const neighborStates = ['NY', 'NJ', 'CT', 'PA', 'MA'];

function drawState(random: Random, state: string): string | null {
  const draw = random.next();
  if (draw < 0.08) return null;
  if (draw < 0.09) return random.pick(neighborStates.filter((other) => other !== state));
  return state;
}

/** Milliseconds from a pass to its message, when nothing is wrong or when the connection is slow. */
const drawDelay = (random: Random) =>
  random.chance(0.02) ? random.between(2, 30) * minuteMs : random.between(500, 4000);

/** Everything that the cameras of four lanes report of a month's stays, in the order that it arrives. */
export function listReads(seed: number, stays: readonly CarStay[]): TrueRead[] {
  const faults = listFaults(seed);
  const seen = listPasses(seed, stays, faults);
  const passes = [...seen, ...listRepeats(seed, seen, faults)];
  misread(seed, passes);
  const hoursLate = new Set(makeRandom(seed, 'late').shuffle(passes).slice(0, counts.hoursLate));
  const random = makeRandom(seed, 'messages');
  const formats = {
    'In 1': 'plate-recognizer',
    'In 2': seed % 2 === 0 ? 'frigate' : 'axis',
    'Out 1': 'openalpr',
    'Out 2': 'hikvision',
  } as const;
  const reads = passes.map((pass, index): TrueRead => {
    const { stay, lane, at, plate, isWrong } = pass;
    const delay = hoursLate.has(pass) ? random.between(1, 5) * hourMs : drawDelay(random);
    const aheadMs = faults.clocks.find((clock) => isIn(pass, clock))?.aheadMs ?? 0;
    const reading = {
      direction: isEntrance(pass) ? ('Entrance' as const) : ('Exit' as const),
      driver: stay.driver,
      plate,
      state: drawState(random, stay.driver.state),
      confidence: drawConfidence(random, isWrong),
      captured_at: instant(at + aheadMs),
      event: `${lane.toLowerCase().replace(' ', '-')}-${index}`,
    };
    return {
      stay,
      step: { at: instant(Math.round(at + delay)), kind: 'read', reading },
      camera: { name: lane, format: formats[lane] },
    };
  });
  return reads.sort((a, b) => a.step.at - b.step.at);
}
