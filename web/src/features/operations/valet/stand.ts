import type { ValetLot } from '@lotkeeper/contract/operations/valet';
import { useSyncExternalStore } from 'react';
import type { Outbox } from './outbox.ts';

/** Polling interval of the valet page without live events, in seconds. */
export const refreshEvery = 30;

/** The property and its context, passed to everything on the valet page. */
export interface Stand {
  /** The pk of the signed-in person. */
  by: number;
  /** The organization's pk. */
  organization: number;
  lot: ValetLot;
  timezone: string;
  /** The state of most plates, as a `country_state` pair. */
  homePair: string | null;
  outbox: Outbox;
}

const onLine = (onChange: () => void) => {
  globalThis.addEventListener('online', onChange);
  globalThis.addEventListener('offline', onChange);
  return () => {
    globalThis.removeEventListener('online', onChange);
    globalThis.removeEventListener('offline', onChange);
  };
};

/** Whether the browser reports a connection. */
export const useOnline = () => useSyncExternalStore(onLine, () => navigator.onLine);
