/** Nothing became free within the time that a task may wait. */
class PoolExhausted extends Error {
  readonly code = 'POOL_EXHAUSTED';

  constructor() {
    super('All database connections are busy.');
  }
}

interface Waiter {
  lane: string;
  admit: () => void;
}

export interface BulkheadOptions {
  /** Places in all. */
  size: number;
  /** Milliseconds that a task waits for a place before it is refused. */
  waitMs: number;
  /** Places that only lanes that hold none may take. */
  reserved: number;
}

/**
 * Hands out places to tasks. The last places go only to lanes that hold none yet, so that tasks of one lane,
 * all waiting for the same locked table, can't stop those of others (Nygard, Release It!, "bulkheads").
 */
export class Bulkhead {
  readonly #waitMs: number;
  readonly #reserved: number;
  readonly #held = new Map<string, number>();
  readonly #waiters: Waiter[] = [];
  readonly #size: number;
  #free: number;

  constructor({ size, waitMs, reserved }: BulkheadOptions) {
    this.#size = size;
    this.#free = size;
    this.#waitMs = waitMs;
    this.#reserved = reserved;
  }

  /** Places that are taken and free, and tasks that wait for one. */
  get load(): { used: number; free: number; waiting: number } {
    return { used: this.#size - this.#free, free: this.#free, waiting: this.#waiters.length };
  }

  /** Does a task with a place of its own. Throws PoolExhausted when none becomes free in time. */
  async run<T>(lane: string, task: () => Promise<T>): Promise<T> {
    if (this.#canEnter(lane)) this.#enter(lane);
    else await this.#wait(lane);
    try {
      return await task();
    } finally {
      this.#leave(lane);
    }
  }

  #canEnter(lane: string): boolean {
    return this.#free > this.#reserved || (this.#free > 0 && !this.#held.has(lane));
  }

  #enter(lane: string): void {
    this.#free -= 1;
    this.#held.set(lane, (this.#held.get(lane) ?? 0) + 1);
  }

  #leave(lane: string): void {
    const held = (this.#held.get(lane) ?? 1) - 1;
    if (held > 0) this.#held.set(lane, held);
    else this.#held.delete(lane);
    this.#free += 1;
    const index = this.#waiters.findIndex((waiter) => this.#canEnter(waiter.lane));
    const [next] = index < 0 ? [] : this.#waiters.splice(index, 1);
    if (!next) return;
    this.#enter(next.lane);
    next.admit();
  }

  #wait(lane: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = {
        lane,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(new PoolExhausted());
      }, this.#waitMs);
      this.#waiters.push(waiter);
    });
  }
}
