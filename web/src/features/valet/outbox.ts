import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type {
  checkInValetSession,
  createValetSession,
  updateValetSession,
  ValetSession,
} from '@lotkeeper/contract/valet';
import type { ApiError } from '../../kernel/api.ts';
import { isInterruption } from '../../kernel/api.ts';

/** Something that has to be sent; each may be sent again and counts once. */
export type Outgoing = {
  id: string;
  /** Whose it is: nobody else sends it. */
  by: number;
  /** The name of the car or the driver, for the screen. */
  name: string;
  /** When it was made, in ms since 1970. */
  at: number;
  /** Not to be sent yet. */
  held?: boolean;
  /** Why the server did not take it. */
  refused?: string;
} & (
  | { kind: 'check-in'; session: string; body: InputOf<typeof checkInValetSession>['body'] }
  | { kind: 'edit'; session: string; body: InputOf<typeof updateValetSession>['body'] }
  | { kind: 'photo'; session: string; photo: Blob }
  | { kind: 'walk-in'; body: InputOf<typeof createValetSession>['body'] }
);

/** Where outgoing things stay until they are sent, over a reload too. */
export interface OutboxKeeper {
  all: () => Promise<Outgoing[]>;
  put: (item: Outgoing) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/** What came of a first try. */
export type Outcome =
  | { is: 'sent'; session: ValetSession }
  | { is: 'refused'; error: ApiError }
  | { is: 'waiting' };

/** Pauses between tries, in milliseconds: the first, and the longest that they grow to. */
const firstPause = 2000;
const longestPause = minuteMs;
/** What is older has been overtaken at the stand. */
const keptFor = 24 * hourMs;

interface OutboxParts {
  by: number;
  storage: OutboxKeeper;
  send: (item: Outgoing) => Promise<ValetSession>;
  onSent: (item: Outgoing) => void;
  now: () => number;
}

/** Photos are large: they let everything else go first. */
const inOrder = (a: Outgoing, b: Outgoing) =>
  Number(a.kind === 'photo') - Number(b.kind === 'photo') || a.at - b.at;

/** A session that has ended is begun again by signing in; a limit that was reached is reported. */
const mayPass = (error: ApiError) =>
  error.status === 401 || (isInterruption(error) && error.status !== 429);

const describeError = (error: ApiError) => Object.values(error.fields)[0] ?? error.message;

/** Things on their way: kept until the server has them, and sent again with growing pauses when the line was cut. */
export function makeOutbox({ by: author, storage, send, onSent, now }: OutboxParts) {
  let items: readonly Outgoing[] = [];
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const busy = new Set<string>();
  const listeners = new Set<() => void>();

  const show = (next: readonly Outgoing[]) => {
    items = [...next].sort(inOrder);
    for (const listener of listeners) listener();
  };
  const without = (id: string) => items.filter((item) => item.id !== id);
  // A device that is full loses things on a reload and nothing else.
  const persist = (done: Promise<void>) => done.catch(() => undefined);
  const put = async (item: Outgoing) => {
    show([...without(item.id), item]);
    await persist(storage.put(item));
  };
  const discard = async (id: string) => {
    show(without(id));
    await persist(storage.remove(id));
  };
  const waiting = () => items.filter((item) => !item.held && item.refused === undefined);

  const attempt = async (item: Outgoing): Promise<Outcome> => {
    if (busy.has(item.id)) return { is: 'waiting' };
    busy.add(item.id);
    try {
      const session = await send(item);
      await discard(item.id);
      onSent(item);
      pause = firstPause;
      return { is: 'sent', session };
    } catch (thrown) {
      const error = thrown as ApiError;
      if (mayPass(error)) return { is: 'waiting' };
      return { is: 'refused', error };
    } finally {
      busy.delete(item.id);
    }
  };

  const later = () => {
    clearTimeout(timer);
    if (stopped || waiting().length === 0) return;
    timer = setTimeout(() => void flush(), pause);
    pause = Math.min(pause * 2, longestPause);
  };
  const flush = async () => {
    clearTimeout(timer);
    for (const item of waiting()) {
      const outcome = await attempt(item);
      if (outcome.is === 'refused') await put({ ...item, refused: describeError(outcome.error) });
      // No other would get through either.
      if (outcome.is === 'waiting' && !busy.has(item.id)) break;
    }
    later();
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    items: () => items,
    /** Reads what is kept from before and begins to send it. */
    start: async () => {
      stopped = false;
      const since = now() - keptFor;
      const all = await storage.all().catch((): Outgoing[] => []);
      const own = all.filter((item) => item.by === author && item.at > since);
      const old = all.filter((item) => item.at <= since);
      await Promise.all(old.map(({ id }) => persist(storage.remove(id))));
      show([...own, ...items.filter(({ id }) => !own.some((item) => item.id === id))]);
      await flush();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
    /** Sends all that waits now: the line is back, or somebody asks for it. */
    flush: () => {
      pause = firstPause;
      return flush();
    },
    /** Keeps and sends something; what is refused at once is the caller's to show and is not kept. */
    add: async (item: Outgoing): Promise<Outcome> => {
      await put(item);
      if (item.held) return { is: 'waiting' };
      const outcome = await attempt(item);
      if (outcome.is === 'refused') await discard(item.id);
      if (outcome.is === 'waiting') later();
      return outcome;
    },
    /** Lets held things of a session go. */
    release: async (session: string) => {
      for (const item of items) {
        if (!item.held || !('session' in item) || item.session !== session) continue;
        await put({ ...item, held: false });
      }
      await flush();
    },
    /** Tries one again that was refused. */
    retry: async (item: Outgoing) => {
      const attempt = { ...item };
      delete attempt.refused;
      await put(attempt);
      await flush();
    },
    discard,
  };
}

export type Outbox = ReturnType<typeof makeOutbox>;
