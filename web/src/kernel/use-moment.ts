import { useEffect, useState } from 'react';
import { now } from './clock.ts';

/** The current time in ms since 1970, updated at this interval. */
export function useMoment(seconds: number): number {
  const [moment, setMoment] = useState<number>(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return moment;
}
