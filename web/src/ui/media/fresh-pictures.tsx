import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { ReactNode } from 'react';
import { createContext, use, useRef } from 'react';
import { now } from '../../kernel/clock.ts';

type Refresh = () => Promise<unknown>;

const RefreshContext = createContext<Refresh | null>(null);

/**
 * Minimum milliseconds between refreshes. The server keeps an image's URL for as long, so
 * refreshing sooner is pointless.
 */
const minInterval = 5 * minuteMs;

/** Refetches the data of the images inside once their URLs have expired; many images refetch only once. */
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

/** Requests fresh URLs; null when nothing can be refetched. */
export const useFreshPictures = () => use(RefreshContext);
