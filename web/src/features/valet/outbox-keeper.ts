import type { DBSchema } from 'idb';
import { openDB } from 'idb';
import type { OutboxKeeper, Outgoing } from './outbox.ts';

const storeName = 'outgoing';

interface ValetDatabase extends DBSchema {
  [storeName]: { key: string; value: Outgoing };
}

/** Keeps outgoing things in memory only. */
export function memoryKeeper(): OutboxKeeper {
  const entries = new Map<string, Outgoing>();
  return {
    all: () => Promise.resolve([...entries.values()]),
    put: (item) => Promise.resolve(void entries.set(item.id, item)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
  };
}

async function databaseKeeper(): Promise<OutboxKeeper> {
  const database = await openDB<ValetDatabase>('valet', 1, {
    upgrade: (created) => void created.createObjectStore(storeName, { keyPath: 'id' }),
  });
  return {
    all: () => database.getAll(storeName),
    put: async (item) => void (await database.put(storeName, item)),
    remove: (id) => database.delete(storeName, id),
  };
}

/** Keeps outgoing things in the browser's database, photos too; in memory where there is none to be had. */
export function browserKeeper(): OutboxKeeper {
  const opening = databaseKeeper().catch(memoryKeeper);
  return {
    all: async () => (await opening).all(),
    put: async (item) => (await opening).put(item),
    remove: async (id) => (await opening).remove(id),
  };
}
