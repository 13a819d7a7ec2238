import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiError } from './api.ts';
import { now } from './clock.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/** Something to send; it may be sent again but counts once. */
export interface OutboxItem {
  id: string;
  /** When it was created, in ms since 1970. */
  at: number;
  /** Whether it waits for its release. */
  held?: boolean;
  /** Why the server refused it. */
  refused?: string;
  /** Whether this browser couldn't store it, so that a reload loses it. */
  unsaved?: boolean;
}

/** Stores items until they are sent, across reloads. One that it fails on is `unsaved`, and kept only in memory. */
export interface OutboxStorage<Item> {
  all: () => Promise<Item[]>;
  put: (item: Item) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

/** The result of a first attempt. */
export type Outcome<Answer> =
  | { kind: 'sent'; answer: Answer }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'waiting'; unsaved: boolean };

/** Older items are outdated. */
const keptFor = 24 * hourMs;
const isCurrent = ({ at }: OutboxItem) => at > now() - keptFor;

interface OutboxParts<Item, Answer> {
  storage: OutboxStorage<Item>;
  /** Other people's items aren't sent. */
  isOwn?: (item: Item) => boolean;
  /** Large items are sent after everything else. */
  isLarge?: (item: Item) => boolean;
  send: (item: Item) => Promise<Answer>;
  onSent: (item: Item) => void;
  /** What an item that couldn't be sent waits for: alone, or like all others; null = the server refused it. */
  waitsAfter: (error: ApiError) => 'alone' | 'with all' | null;
  /** Shows a refusal and drops the item; absent = an item refused after a wait stays with its reason. */
  onRefused?: (item: Item, error: ApiError) => void;
  /** Pauses between attempts, in milliseconds: the first, and the longest that they grow to. */
  pauses: readonly [first: number, longest: number];
}

const describeError = (error: ApiError) => Object.values(error.fields)[0] ?? error.message;

/** Items being sent: kept until the server has them, and resent after pauses when the connection breaks. */
export function makeOutbox<Item extends OutboxItem, Answer>(options: OutboxParts<Item, Answer>) {
  const { storage, isOwn = () => true, isLarge = () => false, onRefused } = options;
  const [firstPause, longestPause] = options.pauses;
  let items: readonly Item[] = [];
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const busy = new Set<string>();
  const listeners = new Set<() => void>();

  const inOrder = (a: Item, b: Item) => Number(isLarge(a)) - Number(isLarge(b)) || a.at - b.at;
  const show = (next: readonly Item[]) => {
    items = [...next].sort(inOrder);
    for (const listener of listeners) listener();
  };
  const listOthers = (id: string) => items.filter((item) => item.id !== id);
  const remove = (id: string) => storage.remove(id).catch(() => undefined);
  const put = async (item: Item) => {
    const { unsaved: _, ...rest } = item;
    const stored = rest as Item;
    show([...listOthers(stored.id), stored]);
    const isSaved = await storage.put(stored).then(
      () => true,
      () => false,
    );
    if (isSaved) return;
    // One that was sent meanwhile is gone.
    show(items.map((other) => (other === stored ? { ...other, unsaved: true } : other)));
  };
  const discard = async (id: string) => {
    show(listOthers(id));
    await remove(id);
  };
  const wait = ({ id }: Item) => ({
    kind: 'waiting' as const,
    unsaved: items.some((item) => item.id === id && item.unsaved),
  });
  const waiting = () => items.filter((item) => !item.held && item.refused === undefined);

  type Attempt = Outcome<Answer> & { holdsAll?: boolean };
  const attempt = async (item: Item): Promise<Attempt> => {
    if (busy.has(item.id)) return wait(item);
    busy.add(item.id);
    try {
      const answer = await options.send(item);
      await discard(item.id);
      options.onSent(item);
      pause = firstPause;
      return { kind: 'sent', answer };
    } catch (thrown) {
      const error = thrown as ApiError;
      const waits = options.waitsAfter(error);
      return waits ? { ...wait(item), holdsAll: waits === 'with all' } : { kind: 'refused', error };
    } finally {
      busy.delete(item.id);
    }
  };
  const dismiss = async (item: Item, error: ApiError) => {
    await discard(item.id);
    onRefused?.(item, error);
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
      if (!isCurrent(item)) {
        await discard(item.id);
        continue;
      }
      const outcome = await attempt(item);
      if (outcome.kind === 'refused') {
        if (onRefused) await dismiss(item, outcome.error);
        else await put({ ...item, refused: describeError(outcome.error) });
      }
      // The others would fail too.
      if (outcome.holdsAll) break;
    }
    later();
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    items: () => items,
    /** Reads the stored items and starts sending them. */
    start: async () => {
      stopped = false;
      const all = await storage.all().catch((): Item[] => []);
      const current = all.filter(isCurrent);
      const old = all.filter((item) => !current.includes(item));
      await Promise.all(old.map(({ id }) => remove(id)));
      const own = current.filter(isOwn);
      show([...own, ...items.filter(({ id }) => !own.some((item) => item.id === id))]);
      await flush();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
    /** Sends everything waiting now: the connection is back, or the person asked for it. */
    flush: () => {
      pause = firstPause;
      return flush();
    },
    /** Stores and sends an item; one that is refused at once is returned and not kept. */
    add: async (item: Item): Promise<Outcome<Answer>> => {
      await put(item);
      if (item.held) return wait(item);
      const outcome = await attempt(item);
      if (outcome.kind === 'refused') await dismiss(item, outcome.error);
      if (outcome.kind === 'waiting') later();
      return outcome;
    },
    release: async (isMeant: (item: Item) => boolean) => {
      for (const item of items) {
        if (item.held && isMeant(item)) await put({ ...item, held: false });
      }
      await flush();
    },
    retry: async (item: Item) => {
      const { refused: _, ...copy } = item;
      await put(copy as Item);
      await flush();
    },
    discard,
  };
}

export type Outbox<Item extends OutboxItem, Answer> = ReturnType<typeof makeOutbox<Item, Answer>>;

/** An outbox that sends while the page is open: at once when the connection returns or the page regains focus. */
export function useOutbox<Item extends OutboxItem, Answer>(make: () => Outbox<Item, Answer>) {
  const [outbox] = useState(make);
  useEffect(() => {
    const flush = () => void outbox.flush();
    void outbox.start();
    globalThis.addEventListener('online', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      outbox.stop();
      globalThis.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [outbox]);
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  useLeaveWarning(items.some(({ unsaved }) => unsaved));
  return { outbox, items };
}
