import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { ReactNode } from 'react';
import { createContext, use, useRef } from 'react';
import { now } from '../../kernel/clock.ts';

type Refresh = () => Promise<unknown>;

const RefreshContext = createContext<Refresh | null>(null);

/** Milliseconds between two refreshes. The server gives an image the same URL for as long, so asking sooner is no use. */
const minInterval = 5 * minuteMs;

/** Refetches the data that the images inside came with once their URLs have expired; many images ask for it once. */
export function FreshPictures(props: { refetch: () => unknown; children: ReactNode }) {
  const latest = useRef<{ startedAt: number; finished: Promise<unknown> } | null>(null);
  const refresh: Refresh = () => {
    const startedAt = now();
    if (!latest.current || startedAt - latest.current.startedAt >= minInterval) {
      latest.current = { startedAt, finished: Promise.resolve(props.refetch()) };
    }
    return latest.current.finished;
  };
  return <RefreshContext value={refresh}>{props.children}</RefreshContext>;
}

/** Asks for fresh URLs; null where nothing can be refetched. */
export const useFreshPictures = () => use(RefreshContext);
