import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { createVisitor } from '@lotkeeper/contract/operations/visitors';
import type { ApiError } from '../../../kernel/api.ts';
import { callBy, isInterruption } from '../../../kernel/api.ts';
import { keptInBrowser } from '../../../kernel/kept.ts';
import type { OutboxItem, OutboxStorage } from '../../../kernel/outbox.ts';
import { makeOutbox, useOutbox } from '../../../kernel/outbox.ts';

/** A plate that a guest entered. */
export interface TypedPlate extends OutboxItem {
  plate: string;
  state: string;
  country: PlateCountry;
}

/** Plates as stored on the tablet, across restarts: `request` is the server's key for them. */
type StoredPlate = Omit<TypedPlate, 'id'> & { request: string };

/** A kiosk's plate storage. Two pages of one kiosk share it, so each change reads it first. */
export function plateStorage(spot: number): OutboxStorage<TypedPlate> {
  const key = `kiosk-plates:${spot}`;
  const read = () => {
    const stored = keptInBrowser.readJson(key);
    return Array.isArray(stored) ? (stored as StoredPlate[]) : [];
  };
  const change = (id: string, added: readonly StoredPlate[]) => {
    const others = read().filter(({ request }) => request !== id);
    if (!keptInBrowser.keep(key, JSON.stringify([...others, ...added])))
      throw new Error('This browser’s storage is full or blocked.');
  };
  return {
    all: async () => read().map(({ request, ...plate }) => ({ id: request, ...plate })),
    put: async ({ id, ...plate }) => change(id, [{ request: id, ...plate }]),
    remove: async (id) => change(id, []),
  };
}

/** Pause before a failed send is retried, in milliseconds. */
const againAfter = 5000;

/** Plates being sent: kept until the server has them, and resent when the connection breaks. */
export const usePlatesToSend = (
  { token, spot }: { token: string; spot: number },
  handlers: {
    onSent: (typed: TypedPlate) => void;
    onRefused: (typed: TypedPlate, error: ApiError) => void;
  },
) =>
  useOutbox(() =>
    makeOutbox({
      ...handlers,
      storage: plateStorage(spot),
      send: ({ id: request, plate, state, country }) =>
        callBy(token, createVisitor, {
          body: { spot, validation_source: 'kiosk', request, plate, state, country },
        }),
      // A plate that the server fails on stays, and doesn't block the next one.
      waitsAfter: (error) => {
        if (error.status === 0 || error.status === 401) return 'with all';
        return isInterruption(error) ? 'alone' : null;
      },
      pauses: [againAfter, againAfter],
    }),
  );
