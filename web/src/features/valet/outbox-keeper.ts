import type { OutboxKeeper, Outgoing } from './outbox.ts';

const databaseName = 'valet';
const storeName = 'outgoing';

const answered = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser can’t store anything.')),
    );
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(storeName, { keyPath: 'id' });
  });
  return answered(request);
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

/** Keeps outgoing things in the browser's database, photos too; in memory where there is none to be had. */
export function browserKeeper(): OutboxKeeper {
  const memory = memoryKeeper();
  const opening = open().catch(() => null);
  const run = async <T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest,
    otherwise: () => Promise<T>,
  ) => {
    const database = await opening;
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
