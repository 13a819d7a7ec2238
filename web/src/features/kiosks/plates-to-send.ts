import { hourMs } from '@lotkeeper/contract/kernel/durations';
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
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(spot)) ?? '[]');
    // Who typed it longer ago has left.
    const since = now() - kioskRules.waitingHours * hourMs;
    return Array.isArray(stored) ? (stored as TypedPlate[]).filter(({ at }) => at > since) : [];
  } catch {
    return [];
  }
}

const keep = (spot: number, plates: readonly TypedPlate[]) =>
  localStorage.setItem(storageKey(spot), JSON.stringify(plates));

/** Plates on their way: kept until the server has them, sent one after the other, again when the line was cut. */
export function usePlatesToSend(
  { token, spot }: { token: string; spot: number },
  handlers: {
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
  const sendOne = async (plate: TypedPlate): Promise<boolean> => {
    try {
      const { at: _, ...request } = plate;
      await callBy(token, createVisitor, {
        body: { spot, validation_source: 'kiosk', ...request },
      });
      handlers.onSent(plate);
    } catch (error) {
      const failure = error as ApiError;
      if (failure.status === 0 || failure.status === 401) return false;
      // What the server fails at stays, and does not hold up the next.
      if (isInterruption(failure)) return true;
      handlers.onRefused(plate, failure);
    }
    change((before) => before.filter(({ request }) => request !== plate.request));
    return true;
  };
  const flush = useEffectEvent(async () => {
    if (sending.current) return;
    sending.current = true;
    const attempted = new Set<string>();
    // Read again each time: more may be typed meanwhile.
    const next = () => readKept(spot).find(({ request }) => !attempted.has(request));
    for (let plate = next(); plate; plate = next()) {
      attempted.add(plate.request);
      if (!(await sendOne(plate))) break;
    }
    sending.current = false;
  });
  useEffect(() => {
    if (plates.length === 0) return undefined;
    const retry = () => void flush();
    const soon = setTimeout(retry);
    const timer = setInterval(retry, againAfter);
    globalThis.addEventListener('online', retry);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
      globalThis.removeEventListener('online', retry);
    };
  }, [plates]);
  return {
    plates,
    add: (plate: Omit<TypedPlate, 'request' | 'at'>) =>
      change((before) => [...before, { ...plate, request: crypto.randomUUID(), at: now() }]),
  };
}
