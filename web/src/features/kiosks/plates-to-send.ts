import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { kioskRules } from '@lotkeeper/contract/kiosks';
import { createVisitor } from '@lotkeeper/contract/visitors';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { callBy, isInterruption } from '../../kernel/api.ts';
import { now } from '../../kernel/clock.ts';

/** A plate that was typed; `request` lets it be sent twice and count once. */
export interface TypedPlate {
  request: string;
  plate: string;
  state: string;
  country: PlateCountry;
  /** When it was typed, in ms since 1970. */
  at: number;
}

/** How long until what could not be sent is sent again, in milliseconds. */
const againAfter = 5000;

const storageKey = (spot: number) => `kiosk-plates:${spot}`;

/** What is kept from before, also over a restart of the tablet; nothing where it cannot be read. */
export function readKept(spot: number): TypedPlate[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(spot)) ?? '[]');
    // Who typed it longer ago has left.
    const since = now() - kioskRules.waitingHours * 3_600_000;
    return Array.isArray(kept) ? (kept as TypedPlate[]).filter(({ at }) => at > since) : [];
  } catch {
    return [];
  }
}

const keep = (spot: number, plates: readonly TypedPlate[]) =>
  localStorage.setItem(storageKey(spot), JSON.stringify(plates));

/** Plates on their way: kept until the server has them, sent one after the other, again when the line was cut. */
export function usePlatesToSend(
  { token, spot }: { token: string; spot: number },
  tell: {
    onSent: (typed: TypedPlate) => void;
    onRefused: (typed: TypedPlate, error: ApiError) => void;
  },
) {
  const [plates, setPlates] = useState(() => readKept(spot));
  const sending = useRef(false);
  const change = (next: (before: readonly TypedPlate[]) => TypedPlate[]) => {
    // Read from where they are kept: two pages of one kiosk share them.
    const after = next(readKept(spot));
    keep(spot, after);
    setPlates(after);
  };
  /** False when no other would get through either. */
  const sendOne = async (typed: TypedPlate): Promise<boolean> => {
    try {
      const { at: _, ...asked } = typed;
      await callBy(token, createVisitor, {
        body: { spot, validation_source: 'kiosk', ...asked },
      });
      tell.onSent(typed);
    } catch (error) {
      const failure = error as ApiError;
      if (failure.status === 0 || failure.status === 401) return false;
      // What the server fails at stays, and does not hold up the next.
      if (isInterruption(failure)) return true;
      tell.onRefused(typed, failure);
    }
    change((before) => before.filter(({ request }) => request !== typed.request));
    return true;
  };
  const flush = useEffectEvent(async () => {
    if (sending.current) return;
    sending.current = true;
    const tried = new Set<string>();
    // Read anew each time: more may be typed meanwhile.
    const next = () => readKept(spot).find(({ request }) => !tried.has(request));
    for (let typed = next(); typed; typed = next()) {
      tried.add(typed.request);
      if (!(await sendOne(typed))) break;
    }
    sending.current = false;
  });
  useEffect(() => {
    if (plates.length === 0) return undefined;
    const again = () => void flush();
    const soon = setTimeout(again);
    const timer = setInterval(again, againAfter);
    globalThis.addEventListener('online', again);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
      globalThis.removeEventListener('online', again);
    };
  }, [plates]);
  return {
    plates,
    add: (typed: Omit<TypedPlate, 'request' | 'at'>) =>
      change((before) => [...before, { ...typed, request: crypto.randomUUID(), at: now() }]),
  };
}
