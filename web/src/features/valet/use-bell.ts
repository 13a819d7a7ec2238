import type { ValetSession } from '@lotkeeper/contract/valet';
import { useEffect, useRef, useState } from 'react';
import { isSoundOn, ring, setSoundOn, wakeBell } from './bell.ts';

/** Rings when a driver asks for a car that was not asked for before; `requests` are undefined until they are known. */
export function useBell(requests: readonly ValetSession[] | undefined) {
  const [on, setOn] = useState(isSoundOn);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    document.addEventListener('pointerdown', wakeBell, { once: true });
    return () => document.removeEventListener('pointerdown', wakeBell);
  }, []);
  useEffect(() => {
    if (!requests) return;
    const before = known.current;
    known.current = new Set(requests.map(({ uuid }) => uuid));
    if (before && on && requests.some(({ uuid }) => !before.has(uuid))) ring();
  }, [requests, on]);
  const toggle = () => {
    setSoundOn(!on);
    setOn(!on);
    // Heard at once, so that one knows what it sounds like.
    if (!on) {
      wakeBell();
      ring();
    }
  };
  return { on, toggle };
}
