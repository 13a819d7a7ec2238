import type { ValetLot } from '@lotkeeper/contract/valet';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { now } from '../../kernel/clock.ts';
import { markStale } from '../../kernel/queries.ts';
import type { Outbox, Outgoing } from './outbox.ts';
import { makeOutbox } from './outbox.ts';
import { browserKeeper } from './outbox-keeper.ts';
import { sendOutgoing, standReads } from './valet.api.ts';

/** How often the stand is read when nobody reports news, in seconds. */
export const refreshEvery = 30;

/** Where somebody works, and what everything there is handed. */
export interface Stand {
  /** The pk of who works here. */
  by: number;
  /** pk of the organization. */
  organization: number;
  lot: ValetLot;
  timezone: string;
  /** The state that most plates are of, as a `country_state` pair. */
  homePair: string | null;
  outbox: Outbox;
}

/** The outbox of a person, which sends while the page is open: at once when the line is back or the page is looked at. */
export function useOutbox(author: number): { outbox: Outbox; items: readonly Outgoing[] } {
  const [outbox] = useState(() =>
    makeOutbox({
      by: author,
      storage: browserKeeper(),
      send: sendOutgoing,
      onSent: () => markStale(standReads),
      now,
    }),
  );
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
  return { outbox, items: useSyncExternalStore(outbox.subscribe, outbox.items) };
}

const onLine = (onChange: () => void) => {
  globalThis.addEventListener('online', onChange);
  globalThis.addEventListener('offline', onChange);
  return () => {
    globalThis.removeEventListener('online', onChange);
    globalThis.removeEventListener('offline', onChange);
  };
};

/** Whether the browser thinks that it has a connection. */
export const useOnline = () => useSyncExternalStore(onLine, () => navigator.onLine);
