import type { BridgeCause } from '@lotkeeper/contract/money/changes';
import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PeriodRow } from './changes.rules.ts';
import { buildBridge, listChangedProperties } from './changes.rules.ts';

const row = (period: PeriodRow['period'], more: Partial<PeriodRow> = {}): PeriodRow => ({
  period,
  rental_type: 'hourly',
  gross: 0,
  refunds: 0,
  tax: 0,
  processing_fee: 0,
  commission: 0,
  rentals: 0,
  entry_count: more.rentals ?? 0,
  refund_count: 0,
  penalties: 0,
  penalty_count: 0,
  stays: more.rentals ?? 0,
  minutes: 0,
  ...more,
});
const spot = (pk: number, ...rows: PeriodRow[]) => ({ pk, name: `Lot ${pk}`, rows });

const add = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const listAmounts = (bridge: ReturnType<typeof buildBridge>) =>
  Object.fromEntries(
    bridge.steps.map(({ cause, rental_group: group, amount }) => [
      group ? `${group} ${cause}` : cause,
      amount,
    ]),
  );
const findStep = (bridge: ReturnType<typeof buildBridge>, cause: BridgeCause) =>
  bridge.steps.find((step) => step.cause === cause);

/** The bridge of one property with one row per period. */
const compare = (earlier: Partial<PeriodRow>, later: Partial<PeriodRow>) =>
  buildBridge([spot(1, row('earlier', earlier), row('later', later))]);

const amount = fc.nat(5_000_000);
const someRow = fc
  .record({
    period: fc.constantFrom('earlier' as const, 'later' as const),
    rental_type: fc.constantFrom(...reportedTypeNames),
    charges: amount,
    penalties: amount,
    refunds: amount,
    tax: fc.integer({ min: -100_000, max: 500_000 }),
    processing_fee: amount,
    commission: fc.integer({ min: -100_000, max: 500_000 }),
    rentals: fc.nat(900),
    extensions: fc.nat(30),
    refund_count: fc.nat(20),
    penalty_count: fc.nat(20),
    stays: fc.nat(900),
    minutes: fc.nat(500_000),
  })
  .map(({ charges, extensions, ...rest }): PeriodRow => {
    const { rentals, penalties, refund_count, penalty_count, stays, minutes } = rest;
    return {
      ...rest,
      gross: charges + penalties,
      entry_count: rentals + extensions + refund_count + penalty_count,
      minutes: stays === 0 ? 0 : minutes,
    };
  });
const someSpots = fc
  .array(fc.array(someRow, { maxLength: 16 }), { maxLength: 5 })
  .map((all) => all.map((rows, index) => spot(index, ...rows)));

test('for any ledger the steps add up to the change of net revenue to the cent', () => {
  fc.assert(
    fc.property(someSpots, (spots) => {
      const { net, steps } = buildBridge(spots);
      expect(add(steps.map((step) => step.amount))).toBe(net.later.net - net.earlier.net);
    }),
    { numRuns: 500 },
  );
});

test('comparing the periods the other way around changes the sign of each exact step', () => {
  fc.assert(
    fc.property(someSpots, (spots) => {
      const turned = spots.map(({ rows, ...rest }) => ({
        ...rest,
        rows: rows.map(
          (one): PeriodRow => ({
            ...one,
            period: one.period === 'earlier' ? 'later' : 'earlier',
          }),
        ),
      }));
      const listExact = (bridge: ReturnType<typeof buildBridge>) =>
        bridge.steps
          .filter(({ is_exact }) => is_exact)
          .map((step) => [step.cause, step.amount] as const);
      expect(listExact(buildBridge(turned))).toEqual(
        listExact(buildBridge(spots)).map(([cause, change]) => [cause, -change]),
      );
    }),
  );
});

test('stays of no length next to one of months get a price, not billions', () => {
  const none = { refunds: 0, tax: 0, processing_fee: 0, commission: 0, refund_count: 0 };
  const row = { ...none, rental_type: 'daily' as const, penalties: 0, penalty_count: 0 };
  const paid = { rentals: 1, entry_count: 1, gross: 3_514_163, stays: 729, minutes: 1 };
  const free = { rentals: 9, entry_count: 9, gross: 0, stays: 1, minutes: 390_659 };
  const earlier: PeriodRow = { ...row, ...paid, period: 'earlier' };
  const later: PeriodRow = { ...row, ...free, period: 'later' };
  const { steps } = buildBridge([spot(0, earlier, later)]);
  expect(steps.find(({ cause }) => cause === 'stay')?.amount ?? 0).toBe(0);
  expect(add(steps.map((step) => step.amount))).toBe(-3_514_163);
});

test('a period compared with an equal one has no steps', () => {
  fc.assert(
    fc.property(someSpots, (spots) => {
      const same = spots.map(({ rows, ...rest }) => ({
        ...rest,
        rows: rows.flatMap((one): PeriodRow[] => [
          { ...one, period: 'earlier' },
          { ...one, period: 'later' },
        ]),
      }));
      expect(buildBridge(same).steps).toEqual([]);
    }),
  );
});

test('a period without entries has no steps, no types, and no net revenue', () => {
  for (const spots of [[], [spot(1)]]) {
    const nothing = { net: 0, entry_count: 0 };
    expect(buildBridge(spots)).toEqual({
      net: { earlier: nothing, later: nothing },
      steps: [],
      types: [],
    });
  }
});

test('more rentals at the same price and length are a gain by count alone, and fewer are a loss', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 9000 }),
      (before, after, price) => {
        fc.pre(before !== after);
        const days = (period: PeriodRow['period'], rentals: number) =>
          row(period, { rentals, gross: rentals * price, minutes: rentals * 90 });
        const bridge = buildBridge([spot(1, days('earlier', before), days('later', after))]);
        expect(listAmounts(bridge)).toEqual({ 'transient count': (after - before) * price });
      },
    ),
  );
});

test('a stay that is a quarter longer at the same price per hour is a gain by length alone', () => {
  const bridge = compare(
    { rentals: 10, gross: 10_000, minutes: 1200 },
    { rentals: 10, gross: 12_500, minutes: 1500 },
  );
  expect(listAmounts(bridge)).toEqual({ 'transient stay': 2500 });
  expect(findStep(bridge, 'stay')).toMatchObject({ earlier: 120, later: 150, ratio: 0.25 });
});

test('a price per hour that is a tenth lower is a loss by price alone', () => {
  const bridge = compare(
    { rentals: 10, gross: 10_000, minutes: 1200 },
    { rentals: 10, gross: 9000, minutes: 1200 },
  );
  expect(listAmounts(bridge)).toEqual({ 'transient price': -1000 });
  expect(findStep(bridge, 'price')).toMatchObject({ earlier: 1000, later: 900 });
  expect(findStep(bridge, 'price')?.ratio).toBeCloseTo(-0.1, 10);
});

test('a longer stay does not explain the price of a flat rate, which is the same for any stay', () => {
  const flat = (gross: number, minutes: number) =>
    ({ rental_type: 'flat_rate', rentals: 4, gross, minutes }) as const;
  const bridge = compare(flat(8000, 400), flat(9000, 900));
  expect(listAmounts(bridge)).toEqual({ 'transient price': 1000 });
});

test('rentals that move from hourly to daily at the same prices are a change in the mix of types', () => {
  type Type = 'hourly' | 'daily';
  const makeRow = (
    period: PeriodRow['period'],
    rental_type: Type,
    rentals: number,
    price: number,
  ) => row(period, { rental_type, rentals, gross: rentals * price, minutes: rentals * 60 });
  const bridge = buildBridge([
    spot(
      1,
      makeRow('earlier', 'hourly', 8, 500),
      makeRow('earlier', 'daily', 2, 2000),
      makeRow('later', 'hourly', 6, 500),
      makeRow('later', 'daily', 4, 2000),
    ),
  ]);
  expect(listAmounts(bridge)).toEqual({ 'transient type_mix': 3000 });
});

test('rentals that move to the more expensive property are a change in the mix of properties, and its price did not change', () => {
  const makeRow = (period: PeriodRow['period'], rentals: number, price: number) =>
    row(period, { rentals, gross: rentals * price, minutes: rentals * 60 });
  const bridge = buildBridge([
    spot(1, makeRow('earlier', 8, 500), makeRow('later', 6, 500)),
    spot(2, makeRow('earlier', 2, 2000), makeRow('later', 4, 2000)),
  ]);
  expect(listAmounts(bridge)).toEqual({ 'transient property_mix': 3000 });
});

test('monthly drivers who pay again are counted as payments, not as new rentals', () => {
  const makeCounts = (entry_count: number) =>
    ({ rental_type: 'monthly', entry_count, gross: entry_count * 15_000 }) as const;
  const bridge = compare(makeCounts(20), makeCounts(18));
  expect(listAmounts(bridge)).toEqual({ 'monthly count': -30_000 });
  expect(findStep(bridge, 'count')).toMatchObject({ earlier: 20, later: 18 });
});

test('when one period has no rentals, the whole change is count: the other period’s charges', () => {
  const some = { rentals: 7, gross: 9100, minutes: 300 };
  expect(listAmounts(buildBridge([spot(1, row('later', some))]))).toEqual({
    'transient count': 9100,
  });
  expect(listAmounts(buildBridge([spot(1, row('earlier', some))]))).toEqual({
    'transient count': -9100,
  });
});

test('charges of a property that had none in the other period are a step of their own that names it', () => {
  const some = { rentals: 7, gross: 9100, minutes: 300 };
  const bridge = buildBridge([
    spot(1, row('earlier', some), row('later', some)),
    spot(2, row('later', some)),
    spot(3, row('earlier', { rentals: 1, gross: 500 })),
    spot(4),
  ]);
  expect(listAmounts(bridge)).toEqual({ properties: 8600 });
  expect(bridge.steps[0]?.spots).toEqual([
    { pk: 2, name: 'Lot 2', earlier: 0, later: 9100 },
    { pk: 3, name: 'Lot 3', earlier: 500, later: 0 },
  ]);
});

test('higher refunds, taxes, fees, and commission are losses, and higher penalties a gain', () => {
  const off = { refunds: 100, tax: 20, processing_fee: 3, commission: 5 };
  const bridge = buildBridge([
    spot(1, row('later', { ...off, gross: 4500, penalties: 4500, penalty_count: 1 })),
  ]);
  expect(listAmounts(bridge)).toEqual({
    penalties: 4500,
    refunds: -100,
    tax: -20,
    processing_fee: -3,
    commission: -5,
  });
});

test('each property’s change has its largest step in the direction that it went, and the changes add up', () => {
  fc.assert(
    fc.property(someSpots, (spots) => {
      const { net } = buildBridge(spots);
      const properties = listChangedProperties(spots);
      const changes = properties.map((property) => property.later_net - property.earlier_net);
      expect(add(changes)).toBe(net.later.net - net.earlier.net);
      properties.forEach(({ largest_step: step }, index) => {
        const change = changes[index] ?? 0;
        expect(Math.sign(step?.amount ?? 0)).toBe(Math.sign(change));
      });
    }),
  );
});
