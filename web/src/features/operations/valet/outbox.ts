import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type {
  checkInValetSession,
  createValetSession,
  updateValetSession,
  ValetSession,
} from '@lotkeeper/contract/operations/valet';
import type { DBSchema } from 'idb';
import { openDB } from 'idb';
import type { ApiError } from '../../../kernel/api.ts';
import { isInterruption } from '../../../kernel/api.ts';
import type { OutboxItem, Outbox as OutboxOf, OutboxStorage } from '../../../kernel/outbox.ts';

/** A change sent from the valet page. */
export type Outgoing = OutboxItem & {
  /** The author's pk: no one else sends it. */
  by: number;
  /** The name of the car or driver, for display. */
  name: string;
} & (
    | { kind: 'check-in'; session: string; body: InputOf<typeof checkInValetSession>['body'] }
    | { kind: 'edit'; session: string; body: InputOf<typeof updateValetSession>['body'] }
    | { kind: 'photo'; session: string; photo: Blob }
    | { kind: 'walk-in'; body: InputOf<typeof createValetSession>['body'] }
  );

/** The answer to each is the updated session. */
export type Outbox = OutboxOf<Outgoing, ValetSession>;

export const outboxRules = (author: number) => ({
  isOwn: (item: Outgoing) => item.by === author,
  isLarge: (item: Outgoing) => item.kind === 'photo',
  /** After a session ends, items wait for the next sign-in; a rate limit is reported. */
  waitsAfter: (error: ApiError) =>
    error.status === 401 || (isInterruption(error) && error.status !== 429)
      ? ('with all' as const)
      : null,
  pauses: [2000, minuteMs] as const,
});

const storeName = 'outgoing';

interface ValetDatabase extends DBSchema {
  [storeName]: { key: string; value: Outgoing };
}

/** Stores outgoing items, including photos, in the browser's database. */
export function browserStorage(): OutboxStorage<Outgoing> {
  const connect = async () =>
    openDB<ValetDatabase>('valet', 1, {
      upgrade: (created) => void created.createObjectStore(storeName, { keyPath: 'id' }),
    });
  let opening: ReturnType<typeof connect> | undefined;
  const open = () => (opening ??= connect());
  return {
    all: async () => (await open()).getAll(storeName),
    put: async (item) => (await open()).put(storeName, item),
    remove: async (id) => (await open()).delete(storeName, id),
  };
}
