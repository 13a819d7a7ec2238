import { hourMs } from '@lotkeeper/contract/kernel/durations';

/** Counts the cars of a lot by the hour, so that no more are let in than it holds. */
export class Occupancy {
  #counts: Int32Array;
  #since: number;
  #spaces: number;

  constructor(since: number, hours: number, spaces: number) {
    this.#since = since;
    this.#counts = new Int32Array(hours);
    this.#spaces = spaces;
  }

  /** Takes a space for a stay; false when the lot is full at some hour of it. */
  take(from: number, until: number): boolean {
    const first = Math.max(0, Math.floor((from - this.#since) / hourMs));
    const last = Math.min(this.#counts.length - 1, Math.floor((until - this.#since) / hourMs));
    for (let hour = first; hour <= last; hour += 1) {
      if ((this.#counts[hour] as number) >= this.#spaces) return false;
    }
    for (let hour = first; hour <= last; hour += 1) {
      this.#counts[hour] = (this.#counts[hour] as number) + 1;
    }
    return true;
  }
}
