/** Hashes values into 32 bits: the same values result in the same number. */
function hashParts(values: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const part of values) {
    const text = String(part);
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A stream of random numbers determined by its seed (mulberry32). */
export class Random {
  #state: number;

  constructor(...seed: (string | number)[]) {
    this.#state = hashParts(seed);
  }

  /** From 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T;
  }

  /** A random key, by weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const keys = Object.keys(weights) as K[];
    let rest = this.next() * keys.reduce((total, key) => total + (weights[key] ?? 0), 0);
    for (const key of keys) {
      rest -= weights[key] ?? 0;
      if (rest < 0) return key;
    }
    return keys[0] as K;
  }

  /** A random index, by weight. */
  index(weights: readonly number[]): number {
    let rest = this.next() * weights.reduce((total, weight) => total + weight, 0);
    for (const [index, weight] of weights.entries()) {
      rest -= weight;
      if (rest < 0) return index;
    }
    return 0;
  }

  /** Normally distributed with mean 0 and deviation 1. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return radius * Math.cos(2 * Math.PI * this.next());
  }

  /** How often something occurs that occurs `mean` times on average. */
  poisson(mean: number): number {
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }

  uuid(): string {
    const hex = Array.from({ length: 4 }, () =>
      Math.floor(this.next() * 4_294_967_296)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    const variant = '89ab'[this.int(0, 3)];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
