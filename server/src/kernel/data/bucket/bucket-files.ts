import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import type { FileStore, OpenedFile } from '../files.ts';
import { isFileName, isUuid } from '../files.ts';
import type { Bucket } from './bucket.ts';
import type { Spool } from './spool.ts';
import type { SpoolSender } from './spool-sender.ts';
import { StoreProblem } from './store-problem.ts';

/** Pauses before a file that is missing is looked for again: another server may just be sending it. */
const missPausesMs = [200, 500, 1000];
/** Names that are known to be in the store. */
const maxKnown = 10_000;
/** Failures in a row after which the store isn't asked for this long, in milliseconds. */
const maxFailures = 3;
const restMs = 5000;

interface Parts {
  bucket: Bucket;
  spool: Spool;
  /** undefined = this process sends nothing. */
  sender: SpoolSender | undefined;
  /** The folder that was used before the store, until its files are moved. */
  formerFiles: FileStore;
  /** Whether browsers can reach the store. */
  isPublic: boolean;
}

/** Refuses questions for a while when the store has just failed several times, so that nobody waits for each. */
function makeGuard() {
  let failures = 0;
  let restsUntil = 0;
  let last: StoreProblem | undefined;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (last && performance.now() < restsUntil) throw last;
    try {
      const result = await work();
      failures = 0;
      last = undefined;
      return result;
    } catch (error) {
      if (error instanceof StoreProblem) {
        failures += 1;
        last = error;
        if (failures >= maxFailures) restsUntil = performance.now() + restMs;
      }
      throw error;
    }
  };
}

/** Files in an object store, by way of a spool on this machine's disk: what is stored waits for no other server. */
export function bucketFiles({ bucket, spool, sender, formerFiles, isPublic }: Parts): FileStore {
  const guard = makeGuard();
  const known = new Set<string>();
  const remember = (name: string) => {
    if (known.size >= maxKnown) known.clear();
    known.add(name);
  };

  const openHere = async (name: string): Promise<OpenedFile | null> =>
    (await spool.open(name)) ?? (await formerFiles.open(name));

  /** Looks again for what another server may be sending; a process that sends nothing doesn't serve people. */
  const openThere = async (name: string): Promise<OpenedFile | null> => {
    for (const pauseMs of [...(sender ? missPausesMs : []), null]) {
      const found = await guard(() => bucket.open(name));
      if (found || pauseMs === null) return found;
      await pause(pauseMs);
    }
    return null;
  };

  async function* list(): AsyncGenerator<string> {
    const listed = new Set<string>();
    for (const files of [spool.waiting, spool.sent, formerFiles]) {
      for await (const name of files.list()) {
        if (listed.has(name)) continue;
        listed.add(name);
        yield name;
      }
    }
    for await (const { name } of bucket.list())
      if (isFileName(name) && !listed.has(name)) yield name;
  }

  /** Removes an unused image from the store; the spool keeps what is put meanwhile. */
  const removeFromBucket = async (name: string, ageMs: number) => {
    const storedAt = await bucket.findTime(name);
    if (storedAt === null) return 'removed';
    if (storedAt > systemClock() - ageMs) return 'too new';
    await bucket.remove(name);
    known.delete(name);
    return 'removed';
  };

  return {
    async put(bytes) {
      const name = await spool.waiting.put(bytes);
      sender?.sendSoon(name);
      return name;
    },
    async putStream(sha256, bytes) {
      await spool.waiting.putStream(sha256, bytes);
      sender?.sendSoon(sha256);
    },
    async keep(uuid, bytes) {
      await spool.waiting.keep(uuid, bytes);
      sender?.sendSoon(uuid);
    },
    async remove(uuid) {
      await spool.beginRemoval(uuid);
      await formerFiles.remove(uuid);
      sender?.removeSoon(uuid);
    },
    async removeUnused(name, ageMs) {
      for (const files of [formerFiles, spool.sent, spool.waiting])
        if ((await files.removeUnused(name, ageMs)) === 'too new') return 'too new';
      return removeFromBucket(name, ageMs);
    },
    async open(name) {
      if (!isFileName(name) || (isUuid(name) && (await spool.isRemoving(name)))) return null;
      return (await openHere(name)) ?? (await openThere(name));
    },
    list,
    async findUrl(name, mediaType) {
      if (!isPublic || !isFileName(name)) return null;
      const localFile = await openHere(name);
      localFile?.stream.destroy();
      if (localFile) return null;
      if (!known.has(name)) {
        if ((await guard(() => bucket.measure(name))) === null) return null;
        remember(name);
      }
      return bucket.presign(name, mediaType);
    },
    isShared: true,
  };
}
