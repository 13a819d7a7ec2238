import type { OutboxKeeper, Outgoing } from './outbox.ts';

const databaseName = 'valet';
const storeName = 'outgoing';

const answered = <T>(asked: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () =>
      reject(asked.error ?? new Error('The browser keeps nothing.')),
    );
  });

function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(databaseName, 1);
  asked.addEventListener('upgradeneeded', () => {
    asked.result.createObjectStore(storeName, { keyPath: 'id' });
  });
  return answered(asked);
}

/** Keeps outgoing things in memory only. */
export function memoryKeeper(): OutboxKeeper {
  const kept = new Map<string, Outgoing>();
  return {
    all: () => Promise.resolve([...kept.values()]),
    put: (item) => Promise.resolve(void kept.set(item.id, item)),
    remove: (id) => Promise.resolve(void kept.delete(id)),
  };
}

/** Keeps outgoing things in the browser's database, photos too; in memory where there is none to be had. */
export function browserKeeper(): OutboxKeeper {
  const memory = memoryKeeper();
  const opened = open().catch(() => null);
  const run = async <T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest,
    otherwise: () => Promise<T>,
  ) => {
    const database = await opened;
    if (!database) return otherwise();
    return answered<T>(act(database.transaction(storeName, mode).objectStore(storeName)));
  };
  return {
    all: () => run<Outgoing[]>('readonly', (store) => store.getAll(), memory.all),
    put: async (item) => {
      await run<IDBValidKey | void>(
        'readwrite',
        (store) => store.put(item),
        () => memory.put(item),
      );
    },
    remove: async (id) => {
      await run<void>(
        'readwrite',
        (store) => store.delete(id),
        () => memory.remove(id),
      );
    },
  };
}
