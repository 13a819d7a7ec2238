/** Requests that start before new ones are read. */
const startsPerTurn = 4;
/** Longest time that new connections delay starts, in milliseconds. */
const maxAcceptingMs = 20;

/**
 * Creates what starts work of callers by turns, and lets the process accept and read what else has arrived in between. Node handles all requests that have arrived before it reads again:
 * without turns, a few hundred requests of one caller, each within the limits, hold everybody else up. And it accepts
 * one connection per turn of its loop (libuv/libuv#3696): while many arrive, nothing starts for a moment, or the last
 * of them would wait for as many starts as there are connections ahead of it.
 */
export function createFairStart(now: () => number = () => performance.now()) {
  /** In the order of their turns. */
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
    /** To be called at each new connection. */
    noteConnection: (): void => {
      isAccepting = true;
    },
  };
}
