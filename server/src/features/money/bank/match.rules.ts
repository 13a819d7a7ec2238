import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { daysAfterPayout, daysBeforePayout } from '@lotkeeper/contract/money/bank';
import { foldDescriptor, namesProcessor } from './bank-values.rules.ts';

/** A payout, or the return of one, whose amount is then below 0. */
export interface MatchablePayout {
  pk: number;
  local_date: LocalDate;
  amount: Cents;
  statement_descriptor: string;
}

export interface MatchableLine {
  pk: number;
  local_date: LocalDate;
  amount: Cents;
  descriptor: string;
}

export interface Match {
  payout: number;
  line: number;
}

/** A line of the bank that may be any of these payouts, or two of them together. */
export interface Question {
  line: number;
  kind: 'several' | 'sum';
  payouts: number[];
}

/** The most payouts that a question names: people decide among a few. */
const maxPayoutsOfQuestion = 8;

/** A payout with the days when it may arrive, which take a while to compute. */
interface Expected {
  payout: MatchablePayout;
  from: LocalDate;
  to: LocalDate;
}

const expectArrival = (payout: MatchablePayout): Expected => ({
  payout,
  from: addDays(payout.local_date, -daysBeforePayout),
  to: addDays(payout.local_date, daysAfterPayout),
});

interface Edge {
  payout: MatchablePayout;
  line: MatchableLine;
  /** How much the words fit: 2 = those of this payout, 1 = they name the processor, 0 = neither. */
  words: 0 | 1 | 2;
}

function compareWords(own: string, descriptor: string): Edge['words'] {
  if (own && foldDescriptor(descriptor).includes(own)) return 2;
  return namesProcessor(descriptor) ? 1 : 0;
}

/** Lines from a day on, of lines in the order of their days. */
function findFrom(lines: readonly MatchableLine[], day: LocalDate): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.local_date ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const byDay = (a: MatchableLine, b: MatchableLine) =>
  a.local_date < b.local_date ? -1 : Number(a.local_date > b.local_date);

/** All pairs with the same amount whose dates fit. */
function listEdges(expected: readonly Expected[], lines: readonly MatchableLine[]): Edge[] {
  const byAmount = Map.groupBy([...lines].sort(byDay), ({ amount }) => amount);
  return expected.flatMap(({ payout, from, to }) => {
    const alike = byAmount.get(payout.amount) ?? [];
    const own = foldDescriptor(payout.statement_descriptor);
    const edges: Edge[] = [];
    for (let index = findFrom(alike, from); index < alike.length; index += 1) {
      const line = alike[index];
      if (!line || line.local_date > to) break;
      edges.push({ payout, line, words: compareWords(own, line.descriptor) });
    }
    return edges;
  });
}

const countBy = (pks: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const pk of pks) counts.set(pk, (counts.get(pk) ?? 0) + 1);
  return counts;
};

/** The pairs whose sides have no other. */
function findUnique(edges: readonly Edge[]): Edge[] {
  const ofPayout = countBy(edges.map(({ payout }) => payout.pk));
  const ofLine = countBy(edges.map(({ line }) => line.pk));
  return edges.filter(
    ({ payout, line }) => ofPayout.get(payout.pk) === 1 && ofLine.get(line.pk) === 1,
  );
}

/**
 * Takes unique pairs until there are none: first among pairs with the payout's own words, then among those that name
 * the processor, then among all. What is taken makes others unique. Each round looks at all pairs at once, so the order
 * they were recorded in doesn't matter.
 */
function takeUnique(all: readonly Edge[]): { chosenEdges: Edge[]; left: Edge[] } {
  const chosenEdges: Edge[] = [];
  let left = [...all];
  for (;;) {
    const found = [2, 1, 0]
      .map((words) => findUnique(left.filter((edge) => edge.words >= words)))
      .find((edges) => edges.length > 0);
    if (!found) return { chosenEdges, left };
    chosenEdges.push(...found);
    const payouts = new Set(found.map(({ payout }) => payout.pk));
    const lines = new Set(found.map(({ line }) => line.pk));
    left = left.filter(({ payout, line }) => !payouts.has(payout.pk) && !lines.has(line.pk));
  }
}

/** Pairs of payouts that add up to a line. */
function findSums(line: MatchableLine, expected: readonly Expected[]): number[] {
  const near = expected.flatMap(({ payout, from, to }) =>
    payout.amount > 0 && line.local_date >= from && line.local_date <= to ? [payout] : [],
  );
  const byAmount = Map.groupBy(near, ({ amount }) => amount as number);
  return near.flatMap((payout) =>
    (byAmount.get(line.amount - payout.amount) ?? [])
      .filter(({ pk }) => pk > payout.pk)
      .flatMap(({ pk }) => [payout.pk, pk]),
  );
}

const inOrder = (pks: readonly number[]) => [...new Set(pks)].sort((a, b) => a - b);

/**
 * Which line of the bank each payout is. What isn't certain is asked: several payouts or lines fit each other, or two
 * payouts add up to a line. People's decisions aren't among the input any more.
 */
export function matchPayouts(
  payouts: readonly MatchablePayout[],
  lines: readonly MatchableLine[],
): { matches: Match[]; questions: Question[] } {
  const expected = payouts.map(expectArrival);
  const { chosenEdges, left } = takeUnique(listEdges(expected, lines));
  const matches = chosenEdges.map(({ payout, line }) => ({ payout: payout.pk, line: line.pk }));
  const several = [...Map.groupBy(left, ({ line }) => line.pk)].map(([line, edges]) => ({
    line,
    kind: 'several' as const,
    payouts: inOrder(edges.map(({ payout }) => payout.pk)).slice(0, maxPayoutsOfQuestion),
  }));
  const usedPayouts = new Set(matches.map(({ payout }) => payout));
  const usedLines = new Set([...matches, ...several].map(({ line }) => line));
  const free = expected.filter(({ payout }) => !usedPayouts.has(payout.pk));
  const sums = lines.flatMap((line): Question[] => {
    if (line.amount <= 0 || usedLines.has(line.pk) || !namesProcessor(line.descriptor)) return [];
    const found = findSums(line, free);
    if (found.length === 0) return [];
    return [{ line: line.pk, kind: 'sum', payouts: inOrder(found).slice(0, maxPayoutsOfQuestion) }];
  });
  const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
  return { matches: matches.sort(byLine), questions: [...several, ...sums].sort(byLine) };
}
