import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { TrueRead } from '@lotkeeper/simulator/truth/month';
import { findTrueOutcomes } from '@lotkeeper/simulator/truth/outcomes';
import { describe, expect, test } from 'vitest';
import { listFaults } from './second-errors.ts';
import { makeSecondMonth } from './second-month.ts';
import { isLookAlike } from './second-plates.ts';

function listChanged(plate: string, read: string): [string, string][] {
  return plate
    .split('')
    .flatMap((own, index): [string, string][] =>
      own === read[index] ? [] : [[own, read[index] ?? '']],
    );
}

/** What a camera did to a plate, found by comparing. */
function nameMisread(plate: string, read: string): string {
  if (read === '') return 'no plate';
  if (read === plate) return 'right';
  const changed = listChanged(plate, read);
  const [first, second] = changed;
  if (plate.length !== read.length || !first || changed.length > 2) return 'trailer';
  if (!second) return isLookAlike(...first) ? 'look-alike' : 'other';
  return first[0] === second[1] && first[1] === second[0] ? 'swapped' : 'two others';
}

const trueTime = ({ stay, step }: TrueRead) =>
  step.reading.direction === 'Entrance' ? stay.entrance : stay.exit;

/** Reads of one car at one end, the first of them first. */
const groupByPass = (reads: readonly TrueRead[]) => [
  ...Map.groupBy(reads, ({ stay, step }) => `${stay.id} ${step.reading.direction}`).values(),
];

const months = [1, 2].map((seed) => ({ seed, ...makeSecondMonth(seed) }));

describe.each(months)('the second month of seed $seed', ({ seed, month, reads }) => {
  test('has as many stays of each outcome as were asked for', () => {
    const outcomes = findTrueOutcomes(month, { graceMinutes: 15, penalty: cents(5500) });
    const found = Map.groupBy(outcomes.values(), ({ outcome }) => outcome);
    const count = (...names: Parameters<typeof found.get>[0][]) =>
      names.reduce((total, name) => total + (found.get(name)?.length ?? 0), 0);
    expect(month.stays.length).toBeGreaterThanOrEqual(1250);
    expect(month.stays.length).toBeLessThanOrEqual(1252);
    const members = count('monthly', 'tenant', 'visitor');
    expect(members / month.stays.length).toBeGreaterThan(0.16);
    expect(members / month.stays.length).toBeLessThan(0.24);
    // Those who never pay, the other cars of pairs, and those who overstay.
    expect(count('enforced', 'violation_open')).toBe(100 + 19 + 30);
    expect(count('enforced')).toBeGreaterThanOrEqual(33);
    expect(count('grace')).toBe(100);
    expect(count('booking_site')).toBeGreaterThanOrEqual(185);
  });

  test('has no two stays of a plate that overlap', () => {
    for (const stays of Map.groupBy(month.stays, ({ driver }) => driver.plate).values()) {
      const inOrder = stays.toSorted((a, b) => a.entrance - b.entrance);
      for (const [index, stay] of inOrder.entries()) {
        expect(stay.exit).toBeGreaterThan(stay.entrance);
        expect(stay.entrance).toBeGreaterThan(inOrder[index - 1]?.exit ?? 0);
      }
    }
  });

  test('stays within the month, and sends its steps in order', () => {
    for (const { entrance, exit } of month.stays) {
      expect(entrance).toBeGreaterThanOrEqual(month.start);
      expect(exit).toBeLessThan(month.end);
    }
    const times = month.steps.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(month.start);
  });

  test('has pairs of cars with plates that are alike in the lot at the same time', () => {
    const pairs = month.stays.flatMap((stay) =>
      month.stays.flatMap((other) => {
        const isTogether = other.entrance < stay.exit && stay.entrance < other.exit;
        if (!isTogether || stay.driver.plate >= other.driver.plate) return [];
        const kind = nameMisread(stay.driver.plate, other.driver.plate);
        return ['look-alike', 'other'].includes(kind) ? [kind] : [];
      }),
    );
    expect(pairs.filter((kind) => kind === 'look-alike')).toHaveLength(14);
    expect(pairs.filter((kind) => kind === 'other')).toHaveLength(5);
  });

  test('has reads of its own stays only, each an event of its own', () => {
    const stays = new Set(month.stays);
    expect(reads.every(({ stay }) => stays.has(stay))).toBe(true);
    expect(new Set(reads.map(({ step }) => step.reading.event)).size).toBe(reads.length);
  });

  test('misreads about as many plates of each kind as were asked for', () => {
    const names = reads.map(({ stay, step }) => nameMisread(stay.driver.plate, step.reading.plate));
    const count = (name: string) => names.filter((one) => one === name).length;
    for (const [name, low, high] of [
      ['look-alike', 33, 37],
      ['other', 12, 15],
      ['two others', 13, 17],
      ['swapped', 3, 10],
      ['no plate', 37, 37],
      ['trailer', 7, 7],
    ] as const) {
      expect(count(name), name).toBeGreaterThanOrEqual(low);
      expect(count(name), name).toBeLessThanOrEqual(high);
    }
  });

  test('misses and repeats about as many reads as were asked for', () => {
    const passes = groupByPass(reads);
    const { outages } = listFaults(seed);
    const isEntrance = ([read]: TrueRead[]) => read?.step.reading.direction === 'Entrance';
    const entrances = passes.filter(isEntrance).length;
    // At least those that were asked for, and some cars in an outage.
    const missed = [month.stays.length - entrances, month.stays.length - passes.length + entrances];
    expect(missed[0]).toBeGreaterThanOrEqual(15);
    expect(missed[0]).toBeLessThanOrEqual(30);
    expect(missed[1]).toBeGreaterThanOrEqual(25);
    expect(missed[1]).toBeLessThanOrEqual(40);
    const lanes = passes.map((pass) => pass.map(({ camera }) => camera?.name));
    const twoLanes = lanes.filter((names) => new Set(names).size === 2);
    expect(twoLanes).toHaveLength(39);
    expect(reads.length - passes.length).toBe(76 + 39);
    for (const { lane, from, until } of outages) {
      expect(until - from).toBe(3 * hourMs);
      const seen = reads.filter(
        (read) => read.camera?.name === lane && trueTime(read) >= from && trueTime(read) < until,
      );
      expect(seen).toEqual([]);
    }
  });

  test('has three wrong clocks, and no other camera whose time is wrong', () => {
    const { clocks } = listFaults(seed);
    expect(clocks.map(({ aheadMs }) => aheadMs / minuteMs)).toEqual([7, -7, 60]);
    for (const clock of clocks) {
      const wrong = reads.filter(
        (read) =>
          read.camera?.name === clock.lane &&
          trueTime(read) >= clock.from &&
          trueTime(read) < clock.until - 4 * minuteMs,
      );
      expect(wrong.length).toBeGreaterThan(3);
      for (const read of wrong) {
        const aheadMs = read.step.reading.captured_at - trueTime(read);
        expect(aheadMs).toBeGreaterThanOrEqual(clock.aheadMs);
        expect(aheadMs).toBeLessThanOrEqual(clock.aheadMs + 200_000);
      }
    }
    for (const read of reads) {
      const at = trueTime(read);
      const { captured_at } = read.step.reading;
      const isWrong = clocks.some(
        ({ lane, from, until }) =>
          read.camera?.name === lane && at >= from - 4 * minuteMs && at < until,
      );
      if (isWrong) continue;
      expect(captured_at - at).toBeGreaterThanOrEqual(0);
      expect(captured_at - at).toBeLessThanOrEqual(200_000);
    }
  });

  test('has some messages that arrive late, and states that are missing or wrong', () => {
    const late = reads.filter((read) => read.step.at - trueTime(read) > 4 * minuteMs);
    expect(late.length / reads.length).toBeGreaterThan(0.01);
    expect(late.length / reads.length).toBeLessThan(0.03);
    expect(reads.filter((read) => read.step.at - trueTime(read) > hourMs)).toHaveLength(4);
    const share = (isCounted: (state: string | null, own: string) => boolean) =>
      reads.filter(({ stay, step }) => isCounted(step.reading.state, stay.driver.state)).length /
      reads.length;
    expect(Math.abs(share((state) => state === null) - 0.08)).toBeLessThan(0.02);
    const wrong = share((state, own) => state !== null && state !== own);
    expect(Math.abs(wrong - 0.01)).toBeLessThan(0.006);
  });

  test('is surer of right plates than of wrong ones', () => {
    const groups = Map.groupBy(reads, ({ stay, step }) =>
      nameMisread(stay.driver.plate, step.reading.plate) === 'right' ? 'right' : 'wrong',
    );
    const shareOfSure = (name: 'right' | 'wrong') => {
      const group = groups.get(name) ?? [];
      return group.filter(({ step }) => step.reading.confidence >= 0.85).length / group.length;
    };
    expect(Math.abs(shareOfSure('right') - 0.9)).toBeLessThan(0.03);
    expect(shareOfSure('wrong')).toBeLessThan(0.5);
  });

  test('is the same for the same seed', () => {
    expect(makeSecondMonth(seed)).toEqual({ month, reads });
  });
});

test('another seed is another second month', () => {
  const plates = months.map(({ month }) => month.stays.map(({ driver }) => driver.plate));
  expect(plates[0]).not.toEqual(plates[1]);
});
