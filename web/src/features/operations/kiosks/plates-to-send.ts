import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { createVisitor } from '@lotkeeper/contract/operations/visitors';
import type { ApiError } from '../../../kernel/api.ts';
import { callBy, isInterruption } from '../../../kernel/api.ts';
import { keptInBrowser } from '../../../kernel/kept.ts';
import type { OutboxItem, OutboxStorage } from '../../../kernel/outbox.ts';
import { makeOutbox, useOutbox } from '../../../kernel/outbox.ts';

/** A plate that was typed. */
export interface TypedPlate extends OutboxItem {
  plate: string;
  state: string;
  country: PlateCountry;
}

/** Plates as the tablet keeps them, over a restart too: `request` is the name that the server knows them by. */
type StoredPlate = Omit<TypedPlate, 'id'> & { request: string };

/** Where a kiosk keeps plates. Two pages of one kiosk share them, so each change reads them first. */
export function plateStorage(spot: number): OutboxStorage<TypedPlate> {
  const key = `kiosk-plates:${spot}`;
  const read = () => {
    const stored = keptInBrowser.readJson(key);
    return Array.isArray(stored) ? (stored as StoredPlate[]) : [];
  };
  const change = (id: string, added: readonly StoredPlate[]) => {
    const others = read().filter(({ request }) => request !== id);
    keptInBrowser.keep(key, JSON.stringify([...others, ...added]));
  };
  return {
    all: async () => read().map(({ request, ...plate }) => ({ id: request, ...plate })),
    put: async ({ id, ...plate }) => change(id, [{ request: id, ...plate }]),
    remove: async (id) => change(id, []),
  };
}

/** How long until what could not be sent is sent again, in milliseconds. */
const againAfter = 5000;

/** Plates on their way: kept until the server has them, again when the line was cut. */
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
      // What the server fails at stays, and does not hold up the next.
      waitsAfter: (error) => {
        if (error.status === 0 || error.status === 401) return 'with all';
        return isInterruption(error) ? 'alone' : null;
      },
      pauses: [againAfter, againAfter],
    }),
  );
