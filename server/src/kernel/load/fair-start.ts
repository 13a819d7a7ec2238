// Beside the queue, since Node handles all that has arrived before it reads again: without this, the slowest refusal of the
// overload drill comes after 384 ms instead of 14, and after 291 instead of 10 for strangers.

/** Requests started before new ones are read. */
const startsPerTurn = 4;
/** Maximum time that new connections delay starts, in milliseconds. */
const maxAcceptingMs = 20;

/**
 * Creates a function that starts callers' work by turns, and lets the process accept and read new
 * requests in between. Node handles all requests that have arrived before it reads again: without
 * turns, a few hundred requests of one caller, each within the limits, delay everyone else. It also
 * accepts only one connection per iteration of its loop (libuv/libuv#3696): while many arrive,
 * nothing starts for a short time, or the last one would wait for as many starts as there are
 * connections ahead of it.
 */
export function createFairStart(now: () => number = () => performance.now()) {
  /** In turn order. */
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;
  let isAccepting = false;
  let lastStartAt = 0;

  const startNext = () => {
    const [next] = waiting;
    if (!next) return false;
    const [caller, queue] = next;
    waiting.delete(caller);
    const work = queue.shift();
    if (queue.length > 0) waiting.set(caller, queue);
    work?.();
    return true;
  };
  const takeTurn = () => {
    const most = isAccepting && now() - lastStartAt < maxAcceptingMs ? 0 : startsPerTurn;
    isAccepting = false;
    let started = 0;
    while (started < most && startNext()) started += 1;
    if (started > 0) lastStartAt = now();
    isBusy = started > 0 || waiting.size > 0;
    if (isBusy) setImmediate(takeTurn);
  };

  return {
    start: (caller: string, work: () => void): void => {
      if (isBusy) {
        const queue = waiting.get(caller);
        if (queue) queue.push(work);
        else waiting.set(caller, [work]);
        return;
      }
      isBusy = true;
      lastStartAt = now();
      setImmediate(takeTurn);
      work();
    },
    /** Called on each new connection. */
    noteConnection: (): void => {
      isAccepting = true;
    },
  };
}
