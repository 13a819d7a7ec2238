export interface Random {
  /** 0 to 1, without 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  wholeBetween(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** FNV-1a. */
function hash(text: string): number {
  let sum = 2_166_136_261;
  for (const character of text)
    sum = Math.imul(sum ^ (character.codePointAt(0) as number), 16_777_619);
  return sum >>> 0;
}

/** Random numbers of one part of a month (mulberry32): drawing more in one part leaves the others as they were. */
export function makeRandom(seed: number, part: string): Random {
  let state = hash(`${seed} ${part}`);
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const wholeBetween = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    next,
    between,
    wholeBetween,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => items[wholeBetween(0, items.length - 1)] as T,
    shuffle: <T>(items: readonly T[]) =>
      items
        .map((item) => ({ item, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item),
  };
}
