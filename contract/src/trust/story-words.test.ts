import { describe, expect, test } from 'vitest';
import type { Cents } from '../kernel/money.ts';
import type { StoryPrice } from './stories.ts';
import type { SeenEvent } from './story-events.ts';
import { describeEvent, describeRest, describeState, explainPrice } from './story-words.ts';

const c = (amount: number) => amount as Cents;

const seen: SeenEvent = {
  kind: 'seen',
  happened_at: 0,
  visit: 1,
  direction: 'Entrance',
  marks: 'Entrance',
  camera: 'North Gate',
  plate: 'ABC1234',
  state: null,
  confidence: 0.97,
  preview: false,
  superseded: false,
  time_of_arrival: false,
  image: null,
  plate_image: null,
};
const title = (event: Parameters<typeof describeEvent>[0]) => describeEvent(event).title;

describe('the words of an event', () => {
  test('a read that begins or ends the visit says that the car came or left, what camera saw it and how sure it was', () => {
    expect(title(seen)).toBe('Entered, seen by camera North Gate as ABC1234, 97% sure');
    expect(title({ ...seen, direction: null, marks: 'Exit' })).toMatch(/^Left, seen by/);
  });

  test('a read that a better one replaced doesn’t say that the car came', () => {
    expect(describeEvent({ ...seen, marks: null, superseded: true })).toEqual({
      title: 'Read at the entrance, seen by camera North Gate as ABC1234, 97% sure',
      details: ['A better reading replaced it.'],
    });
  });

  test('a visit of another system names no camera and no certainty', () => {
    const reported = { ...seen, camera: null, confidence: null, state: 'AZ' };
    expect(title(reported)).toBe('Entered, reported as ABC1234 AZ');
  });

  test('a waiver names the person, or the rules of enforcement', () => {
    const waived = {
      kind: 'violation_waived',
      happened_at: 0,
      code: 'ACE77',
      reason: null,
    } as const;
    expect(title({ ...waived, person: 'Robin Reyes' })).toBe(
      'Violation ACE77 waived by Robin Reyes',
    );
    expect(title({ ...waived, person: null })).toBe(
      'Violation ACE77 waived under the enforcement rules',
    );
  });

  test('money is exact, and a payout has its date', () => {
    expect(title({ kind: 'charged', happened_at: 0, entry: 1, amount: c(2592) })).toBe(
      '$25.92 charged',
    );
    const payout = { kind: 'paid_out', happened_at: 0, local_date: '2026-06-05' } as const;
    expect(title({ ...payout, amount: c(2093) })).toBe(
      'Net of $20.93 included in the payout of Jun 5, 2026',
    );
  });

  test('a visit that isn’t decided can still change', () => {
    const status = { kind: 'visit_status', happened_at: 0, visit: 1, status: 'renter' } as const;
    const open = { ...status, decided: false, doubtful: false, exit_missed: false };
    expect(describeEvent(open)).toEqual({
      title: 'Status of the visit: Renter',
      details: ['A rental covers the stay.', 'This can still change.'],
    });
  });
});

describe('the words of a price', () => {
  const price: StoryPrice = {
    basis: 'sender',
    rate: null,
    price: null,
    rate_at_start: null,
    promo_code: null,
  };
  const dynamic = {
    rule: 'dynamic price',
    name: null,
    price: c(650),
    unit: 'hour',
    base_price: c(500),
  } as const;

  test('a booking site’s price is its own', () => {
    expect(explainPrice(price, 'spothero')).toEqual(['The price was set by SpotHero.']);
  });

  test('the rate that was kept is what the stay was charged by', () => {
    expect(explainPrice({ ...price, basis: 'kept', rate: dynamic }, 'enforcement')).toEqual([
      'Charged at $6.50 an hour, the dynamic price, at a base price of $5 an hour. Taxes are added.',
    ]);
  });

  test('a rate that was only in force is not said to be the price', () => {
    expect(explainPrice({ ...price, rate_at_start: dynamic }, 'my_site')).toEqual([
      'The price was set by My site.',
      'When the rental started, the property charged $6.50 an hour, the dynamic price, at a base price of $5 an hour.',
    ]);
  });

  test('a month has its price and its discount code', () => {
    const promo_code = { code: 'SPRING15', formatted_value: '15% off' };
    expect(
      explainPrice({ ...price, basis: 'month', price: c(12000), promo_code }, 'lotkeeper'),
    ).toEqual(['$120 a month.', 'Discount code SPRING15: 15% off.']);
  });
});

test('what isn’t listed is counted', () => {
  expect(describeRest({ visits: 0, reads: 0, entries: 0, audit_entries: 0 })).toBeNull();
  expect(describeRest({ visits: 3, reads: 12, entries: 0, audit_entries: 0 })).toBe(
    'Not listed here: 3 older visits, 12 older plate reads.',
  );
});

test('a rental is upcoming, active or ended', () => {
  const rental = { start_date: 100, end_date: 200 } as Parameters<typeof describeState>[0];
  expect(describeState(rental, 50)).toBe('Upcoming');
  expect(describeState(rental, 150)).toBe('Active');
  expect(describeState(rental, 200)).toBe('Ended');
  expect(describeState({ ...rental, end_date: null }, 999)).toBe('Active');
});
