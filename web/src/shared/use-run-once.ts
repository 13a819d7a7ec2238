import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs something once, when the component appears: what may not happen twice, such as using up a ticket. */
export function useRunOnce(run: () => void): void {
  const hasRun = useRef(false);
  const start = useEffectEvent(run);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    start();
  }, []);
}
