import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import {
  largeBodyReturnsPerSecond,
  maxBodyBytesInFlight,
  maxBodyBytesPerCaller,
  maxProgramWaitMs,
  maxRunningPerCaller,
  maxSlowPerCaller,
  maxWaiting,
  maxWaitMs,
  minCountedBodyBytes,
  overloadRetrySeconds,
  requestRates,
  returnsPerSecond,
  slowAfterMs,
} from '../budgets.ts';
import type { CallerKey } from '../http/caller-keys.ts';
import { createCallerKeys } from '../http/caller-keys.ts';
import { createFairQueue } from './fair-queue.ts';
import { createFairStart } from './fair-start.ts';
import { createRefuser } from './refuse-early.ts';
import { createRetrySpread } from './retry-spread.ts';
import type { Rate } from './token-buckets.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Limits that an installation can change. 0 = no limit. */
export interface LoadSettings {
  RATE_PER_PERSON: number;
  RATE_PER_KEY: number;
  RATE_PER_ADDRESS: number;
  MAX_RUNNING_CALLS: number;
  TRUST_PROXY: boolean;
  WORKERS: number;
}

/** Decides, before anything is read or looked up, whether a request is admitted and when it runs. */
export interface LoadLimits {
  /** Number of refused requests so far, by status. */
  readonly refusals: Readonly<Record<429 | 503, number>>;
  /** Called on each new connection. */
  noteConnection(): void;
  /** Answers an excess request with 429 or 503; starts any other when it's its caller's turn. */
  admit(request: IncomingMessage, response: ServerResponse, start: () => void): void;
  /** Takes one request from the caller's budget. Returns whether there was one. */
  take(request: IncomingMessage): boolean;
  /** Remembers a token's owner; null when it no longer has one. */
  remember(request: FastifyRequest, caller: CallerKey | null): void;
  /** Ends what `admit` counted: the caller is known, and only the call itself is left. */
  endAdmission(request: FastifyRequest): void;
  /** Runs a call when it's the caller's turn. */
  run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
  /** Reserves bytes for a body. Returns a function that releases them or, if there is no room, the seconds to wait. */
  reserveBody(request: FastifyRequest, bytes: number): (() => void) | number;
}

const isHealthCheck = (request: IncomingMessage) => request.url?.startsWith('/api/health/');
/** Whether it's an API call, which waits for its caller's turn. */
const takesTurn = (request: IncomingMessage) =>
  /^\/(api|processor)\//.test(request.url ?? '') && !isHealthCheck(request);

/** This process's share of the rates, with the installation's own settings; null = no limit. */
function toRates(settings: LoadSettings): Record<keyof typeof requestRates, Rate | null> {
  const scaled = (all: number, { burst, perSecond: usual }: Rate) => {
    if (all === 0) return null;
    const perSecond = Math.max(1, all / settings.WORKERS);
    return { perSecond, burst: (burst / usual) * perSecond };
  };
  const { health } = requestRates;
  return {
    person: scaled(settings.RATE_PER_PERSON, requestRates.person),
    key: scaled(settings.RATE_PER_KEY, requestRates.key),
    address: scaled(settings.RATE_PER_ADDRESS, requestRates.address),
    health: settings.RATE_PER_ADDRESS === 0 ? null : scaled(health.perSecond, health),
  };
}

/** This process's share of the running calls: low enough that no caller can take all turns. */
function toMaxRunning({ MAX_RUNNING_CALLS: all, WORKERS }: LoadSettings): number {
  if (all === 0) return Number.POSITIVE_INFINITY;
  return Math.max(Math.min(all, maxRunningPerCaller + 1), Math.ceil(all / WORKERS));
}

/**
 * The size of a large JSON body, which is read as a whole; 0 for any other body, and for one that
 * exceeds every endpoint's limit.
 */
function countLargeJsonBytes({ headers }: IncomingMessage): number {
  const bytes = Number(headers['content-length'] ?? 0);
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  const isCounted = bytes >= minCountedBodyBytes && bytes <= maxBodyBytesPerCaller;
  return isJson && isCounted ? bytes : 0;
}

const kindOfCaller = (caller: CallerKey): keyof typeof requestRates => {
  if (caller.startsWith('address ')) return 'address';
  return caller.startsWith('key ') || caller.startsWith('feed ') ? 'key' : 'person';
};

/** A budget of `max` bytes for request bodies in flight; a single caller may hold up to `maxPerCaller`. */
function createByteBudget(max: number, maxPerCaller: number) {
  const byCaller = new Map<string, number>();
  let total = 0;
  const hasRoom = (caller: string, bytes: number) =>
    total + bytes <= max && (byCaller.get(caller) ?? 0) + bytes <= maxPerCaller;
  return {
    hasRoom,
    /** Reserves `bytes`; returns a function that releases them, or null when there is no room. */
    reserve(caller: string, bytes: number): (() => void) | null {
      if (!hasRoom(caller, bytes)) return null;
      total += bytes;
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + bytes);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        total -= bytes;
        const left = (byCaller.get(caller) ?? 0) - bytes;
        if (left > 0) byCaller.set(caller, left);
        else byCaller.delete(caller);
      };
    },
  };
}

/** Creates the limits of one process. */
export function createLoadLimits(settings: LoadSettings): LoadLimits {
  const rates = toRates(settings);
  const callers = createCallerKeys(settings.TRUST_PROXY);
  const buckets = createTokenBuckets();
  const { refuse: refuseEarly, counts: refusals } = createRefuser();
  const spread = createRetrySpread();
  const fairStart = createFairStart();
  const maxRunning = toMaxRunning(settings);
  const queue = createFairQueue({
    maxRunning,
    maxRunningPerCaller: Number.isFinite(maxRunning) ? maxRunningPerCaller : maxRunning,
    maxWaiting,
    slowAfterMs,
    maxSlowPerCaller,
    start: fairStart.start,
  });
  const bodies = createByteBudget(maxBodyBytesInFlight, maxBodyBytesPerCaller);

  const getRate = (request: IncomingMessage, caller: CallerKey): [Rate | null, string] =>
    isHealthCheck(request)
      ? [rates.health, `health ${caller}`]
      : [rates[kindOfCaller(caller)], caller];
  /** Seconds until the caller may try again; 0 = now. */
  const secondsToWait = (request: IncomingMessage, caller: CallerKey) => {
    const [rate, key] = getRate(request, caller);
    return rate ? buckets.take(key, rate, performance.now()) : 0;
  };

  /** Functions that stop counting a call as queued. */
  const announced = new WeakMap<IncomingMessage, () => void>();
  const announce = (request: IncomingMessage, response: ServerResponse, caller: CallerKey) => {
    announced.set(request, queue.announce(caller));
    response.once('close', () => endAnnouncement(request));
  };
  const endAnnouncement = (request: IncomingMessage) => {
    announced.get(request)?.();
    announced.delete(request);
  };

  const secondsUntilRoom = (caller: CallerKey) =>
    spread.next(`body ${caller}`, largeBodyReturnsPerSecond, performance.now());

  /** Refuses an excess request. Returns whether it did. */
  const refuse = (request: IncomingMessage, response: ServerResponse, caller: CallerKey) => {
    const seconds = secondsToWait(request, caller);
    // An impatient client comes back at once anyway, and mustn't make the caller's other clients wait.
    const spreadBy = (perSecond: number, least: number) => (isImpatient: boolean) =>
      isImpatient ? least : Math.max(least, spread.next(caller, perSecond, performance.now()));
    if (seconds > 0) {
      const perSecond = getRate(request, caller)[0]?.perSecond ?? returnsPerSecond;
      refuseEarly(request, response, 429, spreadBy(perSecond, seconds));
    } else if (takesTurn(request) && queue.isFullFor(caller)) {
      refuseEarly(request, response, 503, spreadBy(returnsPerSecond, overloadRetrySeconds));
    } else if (!bodies.hasRoom(caller, countLargeJsonBytes(request))) {
      refuseEarly(request, response, 503, () => secondsUntilRoom(caller));
    } else return false;
    return true;
  };

  return {
    refusals,
    noteConnection: () => fairStart.noteConnection(),
    admit(request, response, start) {
      const caller = callers.keyOf(request);
      if (refuse(request, response, caller)) return;
      if (takesTurn(request)) announce(request, response, caller);
      fairStart.start(caller, start);
    },
    endAdmission: ({ raw }) => endAnnouncement(raw),
    take: (request) => secondsToWait(request, callers.keyOf(request)) === 0,
    remember: (request, caller) => callers.remember(request.raw, caller),
    run: (request, work) => {
      if (isHealthCheck(request.raw)) return work();
      const caller = callers.keyOf(request.raw);
      const maxWait = kindOfCaller(caller) === 'key' ? maxProgramWaitMs : maxWaitMs;
      return queue.run(caller, work, maxWait);
    },
    reserveBody: (request, bytes) => {
      const caller = callers.keyOf(request.raw);
      return bodies.reserve(caller, bytes) ?? secondsUntilRoom(caller);
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    loadLimits: LoadLimits;
  }
}
