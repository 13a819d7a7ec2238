import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Claim, ParkingPolicy, Stay } from './status.rules.ts';
import { findBestClaim, findGiver, findNextCheck, judgeStay } from './status.rules.ts';

const minute = 60_000;
/** Minutes after the entrance. */
const at = (minutes: number) => instant(1_000 * dayMs + minutes * minute);
const rules: ParkingPolicy = { graceMs: 15 * minute, enforces: () => true };
const stay = (until: number | null, more: Partial<Stay> = {}): Stay => ({
  entrance_at: at(0),
  exit_at: until === null ? null : at(until),
  exit_missed: false,
  doubtful: false,
  ...more,
});
const claim = (from: number, until: number | null, by: Claim['by'] = 'renter'): Claim => ({
  by,
  rental_pk: by === 'renter' ? 1 : null,
  rental: null,
  code_pk: null,
  from: at(from),
  until: until === null ? null : at(until),
});
/** [status, first owed minute, last owed minute, minute of the next check]. */
const judged = (
  judgedStay: Stay,
  claims: Claim[],
  now: number,
  more: Partial<ParkingPolicy> = {},
) => {
  const { status, owes, next, open } = judgeStay(
    judgedStay,
    claims,
    { ...rules, ...more },
    at(now),
  );
  const minutes = (moment: Instant | null) => moment && (moment - at(0)) / minute;
  return {
    status,
    open,
    owes: owes && [minutes(owes.from), minutes(owes.until)],
    next: minutes(next),
  };
};

const free = { status: 'grace period', owes: null };
const over = { open: false, next: null };

describe('without a claim', () => {
  test('a car owes nothing until its grace minutes end, and then everything from its entrance on', () => {
    expect(judged(stay(null), [], 14.9)).toMatchObject({ ...free, next: 15 });
    expect(judged(stay(null), [], 15)).toMatchObject({ status: null, owes: [0, null] });
  });

  test('a stay of exactly the grace minutes is free, and a longer one is owed to its exit', () => {
    expect(judged(stay(15), [], 60)).toMatchObject({ ...free, ...over });
    expect(judged(stay(16), [], 60)).toMatchObject({ status: null, owes: [0, 16] });
  });

  test('a car at a property without grace minutes owes at once', () => {
    expect(judged(stay(null), [], 0, { graceMs: 0 })).toMatchObject({ owes: [0, null] });
  });
});

describe('with a claim', () => {
  test.each([
    ['began before the entrance', claim(-60, 120)],
    ['begins as the grace minutes end', claim(15, 120)],
    ['is the month’s', claim(-20_000, null)],
    ['begins an hour late', claim(60, 120)],
  ])('a car with a claim that %s is a renter', (_, one) => {
    expect(judged(stay(100), [one], 200)).toMatchObject({ status: 'renter', owes: null });
  });

  test('a claim counts for a stay that is over, even if the time at the property is still before both', () => {
    expect(judged(stay(100), [claim(-5, 120)], -60)).toMatchObject({ status: 'renter' });
  });

  test.each([
    ['ended before the entrance', claim(-60, 0)],
    ['begins later than the grace after the exit', claim(116, 200)],
    ['is not there yet', claim(150, 200)],
  ])('a car with a claim that %s is not a renter', (_, one) => {
    expect(judged(stay(100), [one], 140)).toMatchObject({ status: null, owes: [0, 100] });
  });

  test('a car whose claim ends owes from that end on, once the grace minutes are over', () => {
    expect(judged(stay(null), [claim(0, 60)], 74)).toMatchObject({ status: 'renter', next: 75 });
    expect(judged(stay(null), [claim(0, 60)], 75)).toMatchObject({ owes: [60, null] });
    expect(judged(stay(200), [claim(0, 60), claim(60, 190)], 300)).toMatchObject({ owes: null });
  });

  test('a rental takes precedence over a visitor’s right', () => {
    expect(judged(stay(50), [claim(0, 500, 'visitor'), claim(0, 60)], 60).status).toBe('renter');
    expect(judged(stay(50), [claim(0, 500, 'visitor')], 60).status).toBe('visitor');
  });
});

describe('stays that owe nothing', () => {
  test('nothing is owed where enforcement is off at the entrance or when the grace minutes end', () => {
    const offAt = (minute: number) =>
      judged(stay(100), [], 200, { enforces: (moment) => moment !== at(minute) });
    for (const off of [0, 15]) {
      expect(offAt(off)).toMatchObject({ status: 'visitor', owes: null });
    }
    expect(offAt(16).owes).toEqual([0, 100]);
  });

  test('nothing is owed for a doubtful visit, and a claim still makes its car a renter', () => {
    const doubtful = stay(100, { doubtful: true });
    expect(judged(doubtful, [], 200)).toMatchObject({ status: null, owes: null });
    expect(judged(doubtful, [claim(0, 100)], 200).status).toBe('renter');
  });

  test('nothing is owed for an exit without an entrance', () => {
    const only = stay(100, { entrance_at: null });
    expect(judged(only, [], 200)).toMatchObject({ ...free, open: false });
    expect(judged(only, [claim(0, 120)], 200).status).toBe('renter');
  });

  test('nothing is owed for a car that paid and whose exit was missed', () => {
    const missed = stay(null, { exit_missed: true });
    const paid = { status: 'renter', owes: null, open: false };
    expect(judged(missed, [claim(0, 60)], 5000)).toMatchObject(paid);
    expect(judged(missed, [], 5000).owes).toEqual([0, null]);
  });
});

describe('a stay that leaves a doubt', () => {
  const doubtful = stay(null, { doubtful: true });
  const day = 24 * 60;

  test('is open for a day after its entrance, for a person to look at then', () => {
    expect(judged(doubtful, [], 60)).toEqual({ status: null, open: true, owes: null, next: day });
    expect(judged(doubtful, [], day - 1)).toMatchObject({ open: true, next: day });
    expect(judged(doubtful, [], day)).toMatchObject({ open: false, next: null });
    expect(judgeStay(doubtful, [], rules, at(60)).owesInDoubt).not.toBeNull();
    expect(judgeStay(stay(null), [], rules, at(60)).owesInDoubt).toBeNull();
  });

  test('is unexplained if it was seen to leave after the time that was paid for, for the rest', () => {
    const left = stay(180, { doubtful: true });
    expect(judged(left, [claim(0, 170)], 200)).toMatchObject({ status: 'renter' });
    expect(judged(left, [claim(0, 60)], 200)).toEqual({ status: null, ...over, owes: null });
    expect(judgeStay(left, [claim(0, 60)], rules, at(200))).toMatchObject({
      coveredBy: 'renter',
      owesInDoubt: { from: at(60), until: at(180) },
    });
  });

  test('is open as any other if it was paid for in part', () => {
    const paid = [claim(0, 60)];
    expect(judged(doubtful, paid, 80)).toMatchObject({ status: 'renter', next: 30 * day });
    expect(judged(doubtful, paid, 2 * day)).toMatchObject({ open: true });
  });

  test('owes nothing if it may have ended with the grace minutes, and is owed if it was later', () => {
    const left = (minute: number) => stay(null, { may_have_left_at: at(minute) });
    expect(judged(left(15), [], 60).owes).toBeNull();
    expect(judged(left(16), [], 60).owes).toEqual([0, null]);
    expect(judged(left(75), [claim(0, 60)], 80).owes).toBeNull();
    expect(judged(left(76), [claim(0, 60)], 80).owes).toEqual([60, null]);
  });

  test('was brief if its unseen end was probably within the grace minutes and nothing was paid', () => {
    const ended = (minute: number, more: Partial<Stay> = {}) =>
      stay(null, { unseen_end_at: at(minute), exit_missed: true, doubtful: true, ...more });
    expect(judged(ended(15), [], 60).status).toBe('grace period');
    expect(judged(ended(16), [], 60).status).toBeNull();
    const only = { entrance_at: null, exit_at: at(30) };
    const isBrief = (one: Stay, claims: Claim[] = []) =>
      judgeStay(one, claims, rules, at(60)).isBrief;
    expect([ended(15, only), ended(14, only), stay(30)].map((one) => isBrief(one))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isBrief(ended(15), [claim(0, 10)])).toBe(false);
  });

  test('owes nothing and is over once a person found what it was', () => {
    const found = stay(null, { verdict: 'misread' });
    expect(judged(found, [], 60)).toEqual({ ...free, ...over });
    expect(judged(found, [claim(0, 60)], 100)).toEqual({ status: 'renter', owes: null, ...over });
  });
});

describe('which claims count', () => {
  test('for a car that was only seen at its exit, one that ended in its last grace minutes', () => {
    const only = stay(100, { entrance_at: null });
    expect(judged(only, [claim(0, 86)], 200).status).toBe('renter');
    expect(judged(only, [claim(0, 85)], 200).status).toBe('grace period');
    expect(judged(only, [claim(0, 86, 'enforced')], 200).status).toBe('grace period');
    expect(judged(stay(100), [claim(-60, -1)], 200).status).toBeNull();
  });

  test('for a car whose exit was missed, one of the day after its entrance', () => {
    const missed = stay(null, { exit_missed: true });
    const lastMinute = 24 * 60 + 15;
    expect(judged(missed, [claim(lastMinute, 9000)], 5000).status).toBe('renter');
    expect(judged(missed, [claim(lastMinute + 1, 9000)], 5000).status).toBeNull();
  });

  test('for a car that is still in, one that begins by now', () => {
    expect(judged(stay(null), [claim(50, 90)], 50).status).toBe('renter');
    expect(judged(stay(null), [claim(51, 90)], 50).status).toBeNull();
  });

  test('where enforcement is off, what was paid still makes a car a renter', () => {
    const off = { enforces: () => false };
    expect(judged(stay(100), [claim(0, 60)], 200, off)).toMatchObject({
      status: 'renter',
      owes: null,
    });
    expect(judgeStay(stay(100), [], { ...rules, ...off }, at(200)).freeBy).toBe('unenforced');
    const open = judged(stay(null), [], 200, off);
    expect(open).toMatchObject({ status: 'visitor', open: true, next: 30 * 24 * 60 });
  });

  test('a rental before a visitor’s right, a service before other visitors, then the longest', () => {
    const visitor = claim(0, 60, 'visitor');
    const service = { ...claim(0, 30, 'visitor'), is_service: true };
    const endless = claim(0, null, 'visitor');
    const enforced = claim(0, null, 'enforced');
    const best = (...claims: Claim[]) => findBestClaim(claims);
    expect(best(enforced, visitor)).toBe(visitor);
    expect(best(visitor, service)).toBe(service);
    expect(best(service, visitor, endless)).toBe(service);
    expect(best(visitor, endless)).toBe(endless);
    expect(best(endless, visitor)).toBe(endless);
    expect(best()).toBeNull();
  });

  test('a visitor is free by a code, a person or a service, and nobody else is', () => {
    const visitor = claim(0, 60, 'visitor');
    expect(findGiver(visitor)).toBe('person');
    expect(findGiver({ ...visitor, code_pk: 7 })).toBe('code');
    expect(findGiver({ ...visitor, code_pk: 7, is_service: true })).toBe('service');
    expect(findGiver({ ...claim(0, 60), code_pk: 7, is_service: true })).toBeNull();
    expect(findGiver(null)).toBeNull();
  });
});

test('a stay is open for 30 days and no longer', () => {
  const days = 30 * 24 * 60;
  expect(judged(stay(null), [claim(0, null)], days - 1)).toMatchObject({ open: true, next: days });
  expect(judged(stay(null), [claim(0, null)], days)).toMatchObject({ open: false, next: null });
});

test('the next check of a stay is always in the future, so that settling ends', () => {
  const minutes = fc.integer({ min: -50_000, max: 50_000 });
  const anyClaim = fc
    .tuple(minutes, fc.option(fc.nat({ max: 50_000 })))
    .map(([from, length]) => claim(from, length === null ? null : from + length));
  fc.assert(
    fc.property(
      fc.option(fc.nat({ max: 50_000 })),
      fc.array(anyClaim),
      fc.nat({ max: 60_000 }),
      (until, claims, now) => {
        const { next, open } = judgeStay(stay(until), claims, rules, at(now));
        if (next !== null) expect(next).toBeGreaterThan(at(now));
        if (open) expect(next).not.toBeNull();
      },
    ),
  );
});

test('a late payment is checked for every minute at first, every six hours in the end, and for a week', () => {
  const after = (ms: number) => (findNextCheck(at(0), instant(at(0) + ms)) ?? 0) - at(0) - ms;
  expect([0, minute, hourMs, 2 * dayMs, 6 * dayMs].map(after)).toEqual([
    minute,
    minute,
    6 * minute,
    4.8 * hourMs,
    6 * hourMs,
  ]);
  expect(after(7 * dayMs)).toBe(6 * hourMs);
  expect(findNextCheck(at(0), instant(at(0) + 7 * dayMs + 1))).toBeNull();
});
