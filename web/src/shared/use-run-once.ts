import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs something once, on mount: for what must not happen twice, such as redeeming a ticket. */
export function useRunOnce(run: () => void): void {
  const hasRun = useRef(false);
  const start = useEffectEvent(run);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    start();
  }, []);
}
