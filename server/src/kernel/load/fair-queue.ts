// What waits: a thousand connections of expensive reads leave a caller beside them 13 ms in the median, instead of seconds.

import { overloadRetrySeconds } from '../budgets.ts';
import { Refusal } from '../refusal.ts';

export interface FairQueueLimits {
  maxRunning: number;
  maxRunningPerCaller: number;
  /** Waiting calls of all callers, in equal shares; slightly more while shares shrink. */
  maxWaiting: number;
  /** Work that takes longer no longer counts as running, so stuck calls never block the others. */
  slowAfterMs: number;
  /** Maximum number of such slow calls per caller. */
  maxSlowPerCaller: number;
  /** Starts waiting work, at once or a little later. */
  start: (caller: string, work: () => void) => void;
}

interface Waiter {
  start: () => void;
  reject: (error: Refusal) => void;
  timer: NodeJS.Timeout;
}

interface Caller {
  key: string;
  running: number;
  slow: number;
  /** Calls on their way to `run`. */
  announced: number;
  waiting: Waiter[];
  /** Milliseconds of work so far, starting from the total of the least-served caller on arrival. */
  served: number;
}

/** Runs work of many callers with a limit on the total; callers that use little go first. */
export interface FairQueue {
  /** Whether work of this caller would be refused at once. */
  isFullFor(caller: string): boolean;
  /** Counts a call as waiting until the returned function is called, just before `run`. */
  announce(caller: string): () => void;
  /** Runs `work` when it's the caller's turn; throws a 503 when the queue is full or the wait too long. */
  run<T>(caller: string, work: () => Promise<T>, maxWaitMs: number): Promise<T>;
}

const overloaded = () =>
  new Refusal(
    'unavailable',
    'Lotkeeper is busy right now. Try again in a moment.',
    undefined,
    overloadRetrySeconds,
  );

/** Creates a queue that serves the least-served callers first. */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const callers = new Map<string, Caller>();
  let running = 0;
  let callersQueued = 0;

  const countQueued = ({ announced, waiting: queue }: Caller) => announced + queue.length;

  const leastServed = () => {
    let least = Number.POSITIVE_INFINITY;
    for (const { served } of callers.values()) least = Math.min(least, served);
    return Number.isFinite(least) ? least : 0;
  };
  const enter = (key: string): Caller => {
    const known = callers.get(key);
    if (known) return known;
    const caller = { key, running: 0, slow: 0, announced: 0, waiting: [], served: leastServed() };
    callers.set(key, caller);
    return caller;
  };
  const leave = (caller: Caller) => {
    if (caller.running + caller.slow + countQueued(caller) === 0) callers.delete(caller.key);
  };

  const hasTurn = (caller: Caller) =>
    caller.running < limits.maxRunningPerCaller && caller.slow < limits.maxSlowPerCaller;

  const nextCaller = () => {
    let best: Caller | undefined;
    for (const caller of callers.values()) {
      if (caller.waiting.length === 0 || !hasTurn(caller)) continue;
      const isBetter =
        !best ||
        caller.running < best.running ||
        (caller.running === best.running && caller.served < best.served);
      if (isBetter) best = caller;
    }
    return best;
  };

  const removeWaiter = (caller: Caller, waiter: Waiter) => {
    clearTimeout(waiter.timer);
    caller.waiting.splice(caller.waiting.indexOf(waiter), 1);
    if (countQueued(caller) === 0) callersQueued -= 1;
  };
  const startNext = () => {
    while (running < limits.maxRunning) {
      const caller = nextCaller();
      const waiter = caller?.waiting[0];
      if (!caller || !waiter) return;
      removeWaiter(caller, waiter);
      caller.running += 1;
      running += 1;
      limits.start(caller.key, waiter.start);
    }
  };

  /** How many calls each caller may queue while this one queues too; at least one. */
  const computeShare = (caller: Caller | undefined) => {
    const others = callersQueued - (caller && countQueued(caller) > 0 ? 1 : 0);
    return Math.max(1, Math.floor(limits.maxWaiting / (others + 1)));
  };
  /** Turns that the caller could take at once. */
  const freeTurnsFor = (caller: Caller | undefined) => {
    if (caller && !hasTurn(caller)) return 0;
    const own = limits.maxRunningPerCaller - (caller?.running ?? 0);
    return Math.max(0, Math.min(own, limits.maxRunning - running));
  };
  const isFull = (caller: Caller | undefined, shares = 1) =>
    (caller ? countQueued(caller) : 0) >= shares * computeShare(caller) + freeTurnsFor(caller);

  const waitForTurn = (caller: Caller, maxWaitMs: number) =>
    new Promise<void>((start, reject) => {
      const expire = () => {
        removeWaiter(caller, waiter);
        leave(caller);
        reject(overloaded());
      };
      const waiter = { start, reject, timer: setTimeout(expire, maxWaitMs) };
      caller.waiting.push(waiter);
      if (countQueued(caller) === 1) callersQueued += 1;
    });

  const takeTurn = async (key: string, maxWaitMs: number) => {
    const known = callers.get(key);
    // An admitted call isn't refused because its caller's share has shrunk a little since.
    if (isFull(known, 2)) throw overloaded();
    const caller = enter(key);
    if (running < limits.maxRunning && hasTurn(caller)) {
      caller.running += 1;
      running += 1;
    } else await waitForTurn(caller, maxWaitMs);
    return caller;
  };

  /** Counts work as running until it ends or proves slow. Returns the function to call at its end. */
  const begin = (caller: Caller) => {
    const startedAt = performance.now();
    let isSlow = false;
    const stopCounting = () => {
      caller.running -= 1;
      running -= 1;
      caller.served += performance.now() - startedAt;
    };
    const slow = setTimeout(() => {
      isSlow = true;
      stopCounting();
      caller.slow += 1;
      startNext();
    }, limits.slowAfterMs);
    return () => {
      clearTimeout(slow);
      if (isSlow) caller.slow -= 1;
      else stopCounting();
      leave(caller);
      startNext();
    };
  };

  return {
    isFullFor: (key) => isFull(callers.get(key)),
    announce(key) {
      const caller = enter(key);
      caller.announced += 1;
      if (countQueued(caller) === 1) callersQueued += 1;
      return () => {
        caller.announced -= 1;
        if (countQueued(caller) === 0) callersQueued -= 1;
        leave(caller);
      };
    },
    async run(key, work, maxWaitMs) {
      const end = begin(await takeTurn(key, maxWaitMs));
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
