import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import {
  daysAfterPayout,
  daysBeforePayout,
  daysUntilLate,
  daysUntilReturn,
} from '@lotkeeper/contract/money/bank';
import { foldDescriptor, namesProcessor, namesReturn } from './bank-values.rules.ts';

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

const byDay = (a: { local_date: LocalDate }, b: { local_date: LocalDate }) =>
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

/** The largest part of a payout that a deposit may lack if it names the processor and not the payout. */
const maxShortfall = 0.25;

/** Pairs with a deposit that is less than its payout, by the payout's words or by the date. */
function listShortEdges(expected: readonly Expected[], lines: readonly MatchableLine[]): Edge[] {
  const sorted = lines.filter(({ amount }) => amount > 0).sort(byDay);
  return expected.flatMap(({ payout, from, to }) => {
    const own = foldDescriptor(payout.statement_descriptor);
    const edges: Edge[] = [];
    for (let index = findFrom(sorted, from); index < sorted.length; index += 1) {
      const line = sorted[index];
      if (!line || line.local_date > to) break;
      if (line.amount >= payout.amount) continue;
      const words = compareWords(own, line.descriptor);
      const isNear = payout.amount - line.amount <= payout.amount * maxShortfall;
      if (words === 2 || (words === 1 && isNear)) edges.push({ payout, line, words });
    }
    return edges;
  });
}

/** Leaves out pairs whose line has the words of another payout. */
function dropNamedOthers(edges: readonly Edge[], payouts: readonly MatchablePayout[]): Edge[] {
  const names = new Set(payouts.map((payout) => foldDescriptor(payout.statement_descriptor)));
  names.delete('');
  const named = new Map<number, boolean>();
  const isNamed = ({ pk, descriptor }: MatchableLine) => {
    const folded = foldDescriptor(descriptor);
    const known = named.get(pk) ?? [...names].some((name) => folded.includes(name));
    named.set(pk, known);
    return known;
  };
  return edges.filter(({ words, line }) => words === 2 || (words === 1 && !isNamed(line)));
}

/** Payouts that came after their days, and lines that are less than their payout, among what is left. */
function matchRest(
  payouts: readonly MatchablePayout[],
  expected: readonly Expected[],
  lines: readonly MatchableLine[],
): { late: Edge[]; short: Edge[] } {
  const paid = expected.filter(({ payout }) => payout.amount > 0);
  const afterwards = paid.map(({ payout, to }) => ({
    payout,
    from: addDays(to, 1),
    to: addDays(payout.local_date, daysUntilLate),
  }));
  const late = takeUnique(dropNamedOthers(listEdges(afterwards, lines), payouts)).chosenEdges;
  const latePayouts = new Set(late.map(({ payout }) => payout.pk));
  const lateLines = new Set(late.map(({ line }) => line.pk));
  const edges = listShortEdges(
    paid.filter(({ payout }) => !latePayouts.has(payout.pk)),
    lines.filter(({ pk }) => !lateLines.has(pk)),
  );
  return { late, short: takeUnique(dropNamedOthers(edges, payouts)).chosenEdges };
}

/** A deposit that is a payout. */
export interface Deposit {
  line: number;
  local_date: LocalDate;
  amount: Cents;
  statement_descriptor: string;
}

/**
 * The withdrawals by which a bank took deposits back, although nobody recorded that these payouts came back. Of equal
 * deposits it is the one with its words, else the newest before it.
 */
export function matchReturns(
  deposits: readonly Deposit[],
  lines: readonly MatchableLine[],
): { deposit: number; line: number }[] {
  const byAmount = Map.groupBy(deposits, ({ amount }) => amount as number);
  const taken = new Set<number>();
  const withdrawals = lines.filter(
    ({ amount, descriptor }) =>
      amount < 0 && (namesProcessor(descriptor) || namesReturn(descriptor)),
  );
  return withdrawals.sort(byDay).flatMap((line) => {
    const isNamed = ({ statement_descriptor: own }: Deposit) =>
      Number(compareWords(foldDescriptor(own), line.descriptor) === 2);
    const [found] = (byAmount.get(-line.amount) ?? [])
      .filter(
        (deposit) =>
          !taken.has(deposit.line) &&
          deposit.local_date <= line.local_date &&
          addDays(deposit.local_date, daysUntilReturn) >= line.local_date,
      )
      .sort((a, b) => isNamed(b) - isNamed(a) || byDay(b, a) || b.line - a.line);
    if (!found) return [];
    taken.add(found.line);
    return [{ deposit: found.line, line: line.pk }];
  });
}

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
  const asked = [...several, ...sums];
  const askedPayouts = new Set(asked.flatMap((question) => question.payouts));
  const askedLines = new Set(asked.map(({ line }) => line));
  const { late, short } = matchRest(
    payouts,
    free.filter(({ payout }) => !askedPayouts.has(payout.pk)),
    lines.filter(({ pk }) => !usedLines.has(pk) && !askedLines.has(pk)),
  );
  matches.push(
    ...[...late, ...short].map(({ payout, line }) => ({ payout: payout.pk, line: line.pk })),
  );
  const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
  return { matches: matches.sort(byLine), questions: asked.sort(byLine) };
}
