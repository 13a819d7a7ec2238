import type { ValetLot } from '@lotkeeper/contract/operations/valet';
import { useSyncExternalStore } from 'react';
import type { Outbox } from './outbox.ts';

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
