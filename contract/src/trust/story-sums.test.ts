import { expect, test } from 'vitest';
import { fromIso } from '../kernel/calendar.ts';
import type { Cents } from '../kernel/money.ts';
import type { StoryEntry } from './stories.ts';
import { explainEntry, explainTotals, listEntryNotes } from './story-sums.ts';

const c = (amount: number) => amount as Cents;

/** $24.00 including $1.92 tax, at 10 % commission; the processor kept $0.75. */
const charge: StoryEntry = {
  pk: 1,
  kind: 'charge',
  happened_at: fromIso('2026-05-20T16:00:00Z'),
  local_date: '2026-05-20',
  source: 'spothero',
  gross: c(2592),
  refund: c(0),
  tax: c(192),
  processing_fee: c(75),
  commission: c(232),
  net: c(2093),
  enforcement: c(0),
  marketing: c(0),
  dynamic_pricing: c(0),
  commission_rate: 1000,
  payout: null,
};
/** $5.00 refunded, including $0.37 tax. */
const refund: StoryEntry = {
  ...charge,
  kind: 'refund',
  gross: c(0),
  refund: c(500),
  tax: c(-37),
  processing_fee: c(0),
  commission: c(-46),
  net: c(-417),
};

/** The lines of groups as text, totals marked. */
const toText = (groups: ReturnType<typeof explainEntry>) =>
  groups.flatMap(({ lines, total }) => [
    ...lines.map(({ label, amount }) => `${label} ${amount}`),
    ...(total ? [`= ${total.label} ${total.amount}`] : []),
  ]);

test('a charge is written out from its price to its net', () => {
  expect(toText(explainEntry(charge))).toEqual([
    'Price $24.00',
    'Tax $1.92',
    '= Paid by the driver $25.92',
    'Tax -$1.92',
    'Processing fee -$0.75',
    '= Adjusted revenue $23.25',
    'Commission (10%) -$2.32',
    '= Net $20.93',
  ]);
});

test('a refund gives back tax and commission, and nothing was paid', () => {
  expect(toText(explainEntry(refund))).toEqual([
    'Refunded to the driver -$5.00',
    'Tax given back $0.37',
    '= Adjusted revenue -$4.63',
    'Commission given back (10%) $0.46',
    '= Net -$4.17',
  ]);
});

test('a commission that follows from no known rate is an amount alone', () => {
  expect(toText(explainEntry({ ...charge, commission_rate: null }))).toContain('Commission -$2.32');
});

test('the totals of a charge and its refund say what was paid without parts that don’t add up', () => {
  const totals = {
    ...charge,
    refund: c(500),
    tax: c(155),
    commission: c(186),
    net: c(1676),
  };
  // 2592 - 500 - 155 - 75 = 1862; 1862 - 186 = 1676.
  expect(toText(explainTotals(totals))).toEqual([
    '= Paid by the driver $25.92',
    'Refunded to the driver -$5.00',
    'Tax -$1.55',
    'Processing fee -$0.75',
    '= Adjusted revenue $18.62',
    'Commission -$1.86',
    '= Net $16.76',
  ]);
});

const payout = { pk: 9, local_date: '2026-06-05', statement_descriptor: 'LOTKEEPER 2026-05' };

test('the notes say when an entry was paid out', () => {
  expect(listEntryNotes({ ...charge, payout })).toEqual([
    'Paid out with the payout of Jun 5, 2026.',
  ]);
  expect(listEntryNotes({ ...refund, payout })).toEqual([
    'Deducted from the payout of Jun 5, 2026.',
  ]);
  expect(listEntryNotes(charge)).toEqual(['Not paid out yet. It will be in the next payout.']);
});

test('the notes say which features earned an entry', () => {
  expect(listEntryNotes({ ...charge, payout, dynamic_pricing: c(432) })).toContain(
    'Dynamic pricing added $4.32 of it, tax included.',
  );
});

test('an entry that moved nothing is in no payout', () => {
  expect(listEntryNotes({ ...charge, net: c(0) })).toEqual([]);
});
