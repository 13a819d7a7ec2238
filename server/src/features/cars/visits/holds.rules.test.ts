import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rate } from '../../../records/operations/stay-price.ts';
import type { ChargedReading, ChargeFacts, ChargeTerms } from './holds.rules.ts';
import {
  addLateMinutes,
  findChargeTime,
  findHold,
  findLateMinutes,
  findWait,
  secondReadMs,
} from './holds.rules.ts';

const grace_minutes = 15;
const terms: ChargeTerms = {
  grace_minutes,
  tax_rate: 0 as BasisPoints,
  min_charge_confidence: null,
  second_read: 'within_day',
  hold_after_outage: true,
  hold_above_posted: true,
  hold_above_amount: null,
  hold_above_hours: 24,
};
/** As little as a property can ask for. */
const lenient: ChargeTerms = {
  ...terms,
  second_read: 'not_needed',
  hold_after_outage: false,
  hold_above_posted: false,
  hold_above_hours: null,
};

const hourly = (price: Cents): Rate => ({
  rule: 'price of the property',
  name: null,
  price,
  unit: 'hour',
  base_price: null,
  curve: { kind: 'static' },
  daily_min: null,
  daily_max: null,
});

const reading = (minutes: number, more: Partial<ChargedReading> = {}): ChargedReading => ({
  at: instant(minutes * minuteMs),
  received_at: instant(minutes * minuteMs),
  camera_pk: 1,
  plate_key: 'ABC123',
  state: 'AZ',
  confidence: 0.9,
  direction: 'Entrance',
  is_preview: false,
  ...more,
});

/** A stay of two hours from minute 0, read at both ends. */
const stay = (more: Partial<ChargeFacts> = {}): ChargeFacts => ({
  plate: 'ABC 123',
  state: 'AZ',
  entrance_at: instant(0),
  exit_at: instant(2 * hourMs),
  isOpen: false,
  owes: { from: instant(0), until: instant(2 * hourMs) },
  readings: [reading(0), reading(120, { direction: 'Exit', camera_pk: 2 })],
  outages: [],
  isClockDoubtful: false,
  isElsewhere: false,
  rate: hourly(cents(500)),
  entranceRate: hourly(cents(500)),
  ...more,
});
const now = instant(3 * hourMs);
const seenOut = (more: Partial<ChargedReading>) => reading(120, { direction: 'Exit', ...more });
const span = (from: number, until: number) => ({
  from: instant(from * minuteMs),
  until: instant(until * minuteMs),
});

describe('a stay that was read at both ends', () => {
  test('isn’t held by the rules of a new property', () => {
    expect(findHold(stay(), terms, now)).toBeNull();
  });

  test.each<[string, Partial<ChargeFacts>, Partial<ChargeTerms>, string | null]>([
    [
      'one of its reads being unsure',
      { readings: [reading(0), reading(120, { direction: 'Exit', confidence: 0.2 })] },
      { min_charge_confidence: 85 },
      null,
    ],
    ['all of its reads being unsure', {}, { min_charge_confidence: 91 }, 'low_confidence'],
    ['reads that are exactly sure enough', {}, { min_charge_confidence: 90 }, null],
    [
      'another plate’s read that is surer than its own',
      { readings: [reading(0, { confidence: 0.5 }), seenOut({ plate_key: 'A8C123' })] },
      { min_charge_confidence: 85 },
      'low_confidence',
    ],
    ['no reads to be sure of', { readings: [] }, { min_charge_confidence: 85 }, null],
    [
      'one read that doesn’t say how sure it is',
      { readings: [reading(0, { confidence: null }), reading(120, { direction: 'Exit' })] },
      { min_charge_confidence: 99 },
      null,
    ],
    ['two frames of one pass', { readings: [reading(0), reading(0.5)] }, {}, 'one_read'],
    [
      'two cameras at the entrance',
      { readings: [reading(0), reading(0.5, { camera_pk: 2 })] },
      {},
      null,
    ],
    [
      'a look-alike by a camera that was clearly less sure',
      {
        readings: [
          reading(0),
          reading(120, { direction: 'Exit', plate_key: 'A8C123', confidence: 0.79 }),
        ],
      },
      {},
      null,
    ],
    [
      'a look-alike by a camera that was as sure',
      {
        readings: [
          reading(0),
          reading(120, { direction: 'Exit', plate_key: 'A8C123', confidence: 0.8 }),
        ],
      },
      {},
      'one_read',
    ],
    [
      'a look-alike where two exact reads are asked for',
      {
        readings: [
          reading(0),
          reading(120, { direction: 'Exit', plate_key: 'A8C123', confidence: 0.5 }),
        ],
      },
      { second_read: 'before_charge' },
      'one_read',
    ],
    [
      'a violation’s look-alike',
      { readings: [reading(0), seenOut({ plate_key: 'A8C123', confidence: 0.5 })], rate: null },
      {},
      'one_read',
    ],
    [
      'a look-alike by a camera that doesn’t say how sure it is',
      { readings: [reading(0), seenOut({ plate_key: 'A8C123', confidence: null })] },
      {},
      'one_read',
    ],
    [
      'an unsure plate with two different characters',
      { readings: [reading(0), seenOut({ plate_key: 'A8C128', confidence: 0.5 })] },
      {},
      'one_read',
    ],
    [
      'an unsure plate of another state',
      { readings: [reading(0), seenOut({ state: 'NM', confidence: 0.5 })] },
      {},
      'one_read',
    ],
    [
      'a look-alike that is less sure only than another look-alike',
      {
        readings: [
          reading(0, { confidence: 0.5 }),
          seenOut({ plate_key: 'A8C123' }),
          seenOut({ plate_key: 'ABC128', confidence: 0.75 }),
        ],
      },
      {},
      'one_read',
    ],
    ['reads that were deleted since', { readings: [] }, {}, null],
    [
      'an outage that ended before it came',
      { outages: [{ from: instant(-hourMs), until: instant(0) }] },
      {},
      null,
    ],
    [
      'an outage while it was there',
      { outages: [{ from: instant(hourMs), until: instant(1.5 * hourMs) }] },
      {},
      // It was seen to leave.
      null,
    ],
    ['its plate at another property', { isElsewhere: true }, {}, 'two_places'],
    ['an outage after it left', { outages: [{ from: instant(2 * hourMs), until: now }] }, {}, null],
    ['a higher price than was posted', { rate: hourly(cents(501)) }, {}, 'above_posted'],
    [
      'a price that is higher only after the first hour',
      { entranceRate: { ...hourly(cents(500)), daily_max: cents(800) } },
      {},
      'above_posted',
    ],
    ['no price when it came in', { entranceRate: null }, {}, 'above_posted'],
    [
      'a violation, whose penalty no price posts',
      { rate: null, entranceRate: null },
      { hold_above_amount: cents(1) },
      null,
    ],
    ['exactly the greatest amount', {}, { hold_above_amount: cents(1000) }, null],
    [
      'a cent more with tax',
      {},
      { hold_above_amount: cents(1000), tax_rate: 10 as BasisPoints },
      'large_amount',
    ],
    ['exactly the longest time', {}, { hold_above_hours: 2 }, null],
    ['more than the longest time', {}, { hold_above_hours: 1 }, 'long_stay'],
    ['only its last minutes unpaid', { owes: span(110, 120) }, { hold_above_hours: 2 }, null],
    ['a doubtful clock', { isClockDoubtful: true }, {}, null],
  ])('with %s', (_, facts, more, hold) => {
    expect(findHold(stay(facts), { ...terms, ...more }, now)).toBe(hold);
  });
});

describe('where a clock may be wrong', () => {
  /** A stay up to a minute, whose reads arrived at these minutes. */
  const received = (until: number, entrances: readonly number[], exits = [until]) =>
    stay({
      exit_at: instant(until * minuteMs),
      owes: span(0, until),
      readings: [
        ...entrances.map((minute) => reading(0, { received_at: instant(minute * minuteMs) })),
        ...exits.map((minute) =>
          reading(until, { received_at: instant(minute * minuteMs), direction: 'Exit' }),
        ),
      ],
    });
  const violation = { rate: null, entranceRate: null };

  test.each<[string, ChargeFacts, string | null]>([
    ['that ends in the grace minutes', { ...received(20, [5]), ...violation }, 'clock'],
    ['that ends after the grace minutes', { ...received(21, [5]), ...violation }, null],
    ['whose read took a minute, as usual', { ...received(16, [1]), ...violation }, null],
    ['whose read took as long as a clock may be off', received(100, [90]), 'clock'],
    ['whose camera kept its read back for longer', received(100, [91]), null],
    ['with one read that came at once', { ...received(20, [0, 5]), ...violation }, null],
    ['whose exit arrived before it was', { ...received(20, [0], [15]), ...violation }, 'clock'],
    [
      'with one exit that arrived when it was',
      { ...received(20, [0], [15, 20]), ...violation },
      null,
    ],
    ['that costs the same', received(120, [5]), null],
    ['that costs an hour less', received(120, [60]), 'clock'],
    [
      'that owes from a later time, whatever its entrance',
      { ...received(80, [80]), ...violation, owes: span(60, 80) },
      null,
    ],
  ])('a stay %s', (_, facts, hold) => {
    expect(findHold(facts, lenient, now)).toBe(hold);
  });
});

describe('a car that is still in', () => {
  const open = stay({
    exit_at: null,
    isOpen: true,
    owes: { from: instant(0), until: null },
    readings: [reading(0)],
  });

  test.each<[ChargeTerms['second_read'], number, string | null]>([
    ['not_needed', 40, null],
    ['within_day', 23.9, null],
    ['within_day', 24, 'one_read'],
    ['before_charge', 1, 'one_read'],
  ])('where a second read is %s, after %d hours', (second_read, hours, hold) => {
    expect(findHold(open, { ...terms, second_read }, instant(hours * hourMs))).toBe(hold);
  });

  const early = (until: number | null): ChargeFacts => ({
    ...open,
    owes: { from: instant(0), until: until === null ? null : instant(until * minuteMs) },
  });

  test.each<[string, ChargeFacts, Partial<ChargeTerms>, string | null]>([
    ['an outage in its grace minutes', { ...open, outages: [span(14, 20)] }, {}, 'outage'],
    ['an outage after them', { ...open, outages: [span(15, 20)] }, {}, null],
    ['an outage before it came', { ...open, outages: [span(-20, 0)] }, {}, null],
    ['an outage while it owes', { ...early(120), outages: [span(60, 70)] }, {}, 'outage'],
    ['an outage after what it owes', { ...early(120), outages: [span(120, 130)] }, {}, null],
    [
      'an outage that holds nothing here',
      { ...open, outages: [span(14, 20)] },
      { hold_after_outage: false },
      null,
    ],
    ['a doubtful clock', { ...open, isClockDoubtful: true }, {}, 'clock'],
    [
      'a read that took minutes',
      { ...open, readings: [reading(0, { received_at: instant(5 * minuteMs) })] },
      {},
      null,
    ],
    ['no reads', { ...open, readings: [] }, { second_read: 'before_charge' }, 'one_read'],
  ])('with %s', (_, facts, more, hold) => {
    expect(findHold(facts, { ...terms, ...more }, now)).toBe(hold);
  });

  test('isn’t waited for once it came again without having been seen to leave', () => {
    expect(findHold({ ...open, isOpen: false }, terms, now)).toBe('one_read');
  });
});

describe('how long a property waits', () => {
  test.each([
    ['it has seen few late payments', [5, 5, 5], 30],
    ['all came at once', Array<number>(10).fill(0), 0],
    ['one in twenty came later', [...Array<number>(18).fill(10), 50, 10], 10],
    ['more than that came later', [...Array<number>(18).fill(10), 50, 55], 50],
    ['many came hours later', Array<number>(20).fill(100), 60],
  ])('where %s', (_, lateMinutes, minutes) => {
    expect(findWait(lateMinutes)).toBe(minutes);
  });

  test('a stay is late by the minutes since its grace minutes ended, if it was unpaid then', () => {
    const came = instant(hourMs);
    const find = (
      due: number,
      found: 'renter' | 'visitor' | null,
      minutes: number,
      status: 'grace period' | 'renter' | 'visitor' = 'grace period',
    ) =>
      findLateMinutes(
        { entrance_at: came, due_at: instant(came + due * minuteMs), status },
        found,
        15 * minuteMs,
        instant(came + minutes * minuteMs),
      );
    expect(find(20, 'renter', 40)).toBe(25);
    expect(find(15, 'renter', 16)).toBeNull();
    expect(find(20, null, 40)).toBeNull();
    expect(find(20, 'renter', 24 * 60)).toBeNull();
    expect(find(20, 'visitor', 40)).toBe(25);
    expect(find(20, 'renter', 40, 'renter')).toBeNull();
    expect(find(20, 'renter', 40, 'visitor')).toBeNull();
    expect(find(20, 'renter', 135)).toBe(120);
    expect(find(20, 'renter', 135.1)).toBeNull();
  });

  test('the last 40 late payments are remembered, the newest first', () => {
    expect(addLateMinutes([1, 2], [3])).toEqual([3, 1, 2]);
    expect(addLateMinutes(Array<number>(40).fill(1), [3])).toEqual([
      3,
      ...Array<number>(39).fill(1),
    ]);
  });
});

describe('a debt is charged', () => {
  const policy = { grace_minutes, late_minutes: [], second_read: 'within_day' } as const;
  const facts = {
    owes: { from: instant(hourMs), until: null },
    readings: [reading(0)],
    exit_at: null,
    hasPaid: false,
  };
  /** In minutes after what is owed began. */
  const find = (more: Partial<Parameters<typeof findChargeTime>[0]>, rules = {}) =>
    (findChargeTime({ ...facts, ...more }, { ...policy, ...rules }) - hourMs) / minuteMs;
  const day = secondReadMs / minuteMs;

  test('after the grace minutes and the usual wait', () => {
    expect(find({})).toBe(15 + 30);
    expect(find({ readings: [] })).toBe(15 + 30);
  });

  test('after a day if the car paid before and wasn’t seen to leave, where a second read is needed', () => {
    expect(day).toBe(24 * 60);
    expect(find({ hasPaid: true })).toBe(day);
    expect(find({ hasPaid: true }, { second_read: 'before_charge' })).toBe(day);
    expect(find({ hasPaid: true }, { second_read: 'not_needed' })).toBe(45);
    expect(find({ hasPaid: true, exit_at: instant(2 * hourMs) })).toBe(45);
  });

  test('ten minutes after the last preview if nothing better has come', () => {
    const preview = (minute: number) => reading(60 + minute, { is_preview: true });
    expect(find({ readings: [preview(40), preview(20)] })).toBe(50);
    expect(find({ readings: [preview(20)] })).toBe(45);
    expect(find({ readings: [preview(40), reading(60)] })).toBe(45);
  });
});

describe('at random', () => {
  const minutes = (max: number) => fc.integer({ min: 0, max: max * 60 }).map((n) => n * 1000);

  test('a car that owes nothing isn’t charged, however wrong one or both clocks are, if its reads came at once', () => {
    fc.assert(
      fc.property(
        minutes(grace_minutes - 1),
        minutes(90),
        minutes(5),
        fc.boolean(),
        (length, slow, fast, isKnown) => {
          const entrance_at = instant(1000 * minuteMs - slow);
          const exit_at = instant(1000 * minuteMs + length + fast);
          fc.pre(exit_at - entrance_at > grace_minutes * minuteMs);
          const readings = [
            reading(0, { at: entrance_at, received_at: instant(1000 * minuteMs) }),
            reading(0, {
              at: exit_at,
              received_at: instant(1000 * minuteMs + length),
              direction: 'Exit',
              camera_pk: 2,
            }),
          ];
          const price = isKnown ? hourly(cents(500)) : null;
          const facts = stay({ entrance_at, exit_at, readings, rate: price, entranceRate: price });
          const owes = { from: entrance_at, until: exit_at };
          expect(findHold({ ...facts, owes }, lenient, exit_at)).toBe('clock');
        },
      ),
    );
  });

  const anyFacts = fc.record({
    length: minutes(3000),
    isOut: fc.boolean(),
    isOpen: fc.boolean(),
    delay: minutes(100),
    plate: fc.constantFrom('ABC123', 'A8C123'),
    confidence: fc.option(fc.float({ min: 0, max: 1, noNaN: true })),
    outage: minutes(3000),
    price: fc.integer({ min: 1, max: 5000 }),
    isKnown: fc.boolean(),
  });

  test('a property that asks for more holds at least what one holds that asks for less', () => {
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 1, max: 100 }), (any, least) => {
        const until = any.isOut ? instant(any.length) : null;
        const rate = any.isKnown ? hourly(cents(any.price)) : null;
        const facts = stay({
          exit_at: until,
          isOpen: any.isOpen && !any.isOut,
          owes: { from: instant(0), until },
          readings: [
            reading(0, { received_at: instant(any.delay), confidence: any.confidence }),
            ...(any.isOut
              ? [
                  reading(0, {
                    at: instant(any.length),
                    received_at: instant(any.length),
                    plate_key: any.plate,
                    direction: 'Exit' as const,
                  }),
                ]
              : []),
          ],
          outages: [{ from: instant(any.outage), until: instant(any.outage + hourMs) }],
          rate,
          entranceRate: rate && hourly(cents(500)),
        });
        const at = instant(any.length);
        const strict = {
          ...terms,
          second_read: 'before_charge',
          min_charge_confidence: least,
          hold_above_amount: cents(1000),
        } as const;
        for (const [less, more] of [
          [lenient, terms],
          [terms, strict],
        ] as const) {
          if (findHold(facts, less, at) !== null) expect(findHold(facts, more, at)).not.toBeNull();
        }
      }),
    );
  });
});
