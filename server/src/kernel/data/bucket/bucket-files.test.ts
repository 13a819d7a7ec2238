import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { atEnd } from '../../../testing/at-end.ts';
import { collect } from '../../../testing/collect.ts';
import { type Damage, openDamagingProxy } from '../../../testing/damaging-proxy.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openTestStore, storeKeys, toFilesUrl } from '../../../testing/object-store.ts';
import { makeFolder } from '../../../testing/processes.ts';
import { systemClock } from '../../clock.ts';
import type { FileStore } from '../files.ts';
import { folderFiles, isUuid } from '../files.ts';
import { Bucket } from './bucket.ts';
import { parseBucketUrl } from './bucket-address.ts';
import { bucketFiles } from './bucket-files.ts';
import { openFiles } from './open-files.ts';
import { Spool } from './spool.ts';
import { SpoolSender } from './spool-sender.ts';
import { StoreProblem } from './store-problem.ts';

const dayMs = 24 * 60 * 60 * 1000;
const uuid = '00000000-0000-4000-8000-00000000000a';
const store = await openTestStore();
let damage: Damage = 'none';
const proxy = await openDamagingProxy(store.origin, () => damage);

const openBucket = (
  prefix: string,
  { secret = 'S3RVER', key = 'S3RVER', bucket = 'lots', at = proxy.origin } = {},
) => {
  const address = parseBucketUrl(toFilesUrl(at, prefix, bucket));
  if (!address) throw new Error('Not a URL.');
  return new Bucket(address, { accessKeyId: key, secretAccessKey: secret });
};

/** A server with a data folder of its own on the shared store. */
function openServer(
  prefix: string,
  { settleMs = 0, isPublic = false, bucket = openBucket(prefix) } = {},
) {
  const folder = makeFolder();
  const spool = new Spool(join(folder, 'spool'));
  const notices: string[] = [];
  const late: string[] = [];
  const sender = new SpoolSender({
    spool,
    bucket,
    report: (notice) => notices.push(notice),
    sweeps: true,
    isLateNeeded: async (name) => {
      late.push(name);
      return !isUuid(name);
    },
    lookMs: 20,
    settleMs,
  });
  atEnd(() => sender.stop());
  const formerFiles = folderFiles(join(folder, 'files'));
  const files = bucketFiles({ bucket, spool, sender, formerFiles, isPublic });
  return { folder, spool, bucket, sender, files, formerFiles, notices, late };
}

const read = async (files: FileStore, name: string) => {
  const found = await files.open(name);
  return found && (await text(found.stream));
};

const isSent = (bucket: Bucket, name: string) =>
  eventually(async () => (await bucket.measure(name)) !== null);

/** A file goes from waiting to sent, and is forgotten from there. */
const isEmpty = (spool: Spool) =>
  eventually(async () => {
    const waiting = await collect(spool.waiting.list());
    const sent = await collect(spool.sent.list());
    return waiting.length + sent.length === 0;
  });

describe.each(['folder', 'object store'])('a %s', (kind) => {
  const open = () =>
    kind === 'folder' ? folderFiles(makeFolder()) : openServer(crypto.randomUUID()).files;

  test('stores the same bytes once, under their hash, and reads them', async () => {
    const files = open();
    const names = await Promise.all(
      Array.from({ length: 5 }, () => files.put(Buffer.from('a car'))),
    );
    // printf 'a car' | sha256sum
    const name = '45aa82a214b52f19d081acc479149191b1d8cf83a6776c6f3371b82c138322b3';
    expect(new Set(names)).toEqual(new Set([name]));
    expect(await read(files, name)).toBe('a car');
    expect(await collect(files.list())).toEqual([name]);
  });

  test('keeps an upload until it’s removed, twice if need be', async () => {
    const files = open();
    await files.keep(uuid, Readable.from([Buffer.from('plate\n'), Buffer.from('ABC')]));
    expect(await read(files, uuid)).toBe('plate\nABC');
    await files.remove(uuid);
    await files.remove(uuid);
    expect(await read(files, uuid)).toBeNull();
  });

  test('keeps nothing of an upload that breaks off', async () => {
    const files = open();
    const breaking = async function* () {
      yield Buffer.from('plate');
      throw new Error('cut off');
    };
    await expect(files.keep(uuid, breaking())).rejects.toThrow('cut off');
    expect(await read(files, uuid)).toBeNull();
  });

  test('removes an unused image once it’s old enough, twice if need be', async () => {
    const files = open();
    const name = await files.put(Buffer.from('a car'));
    expect(await files.removeUnused(name, dayMs)).toBe('too new');
    expect(await read(files, name)).toBe('a car');
    // Everything is older than a day from now.
    expect(await files.removeUnused(name, -dayMs)).toBe('removed');
    expect(await files.removeUnused(name, -dayMs)).toBe('removed');
    expect(await read(files, name)).toBeNull();
  });

  test('has no files of other names', async () => {
    const files = open();
    expect(await files.open('../secret-key')).toBeNull();
    await expect(files.removeUnused('../secret-key', dayMs)).rejects.toThrow('hash');
    await expect(files.keep('../secret-key', Readable.from([]))).rejects.toThrow('UUID');
    await expect(files.remove('../secret-key')).rejects.toThrow('UUID');
  });
});

test('two servers with folders of their own share the files of one store', async () => {
  const [one, two] = [openServer('shared'), openServer('shared')];
  const name = await one.files.put(Buffer.from('a car'));
  // The other one waits briefly for what is on its way.
  expect(await read(two.files, name)).toBe('a car');
  await two.files.keep(uuid, Readable.from([Buffer.from('a list')]));
  expect(await read(one.files, uuid)).toBe('a list');
  await one.files.remove(uuid);
  await eventually(async () => (await one.bucket.measure(uuid)) === null);
});

test('a file leaves this machine only once the store has shown that it has it', async () => {
  const { files, spool, bucket } = openServer('settle');
  const put = bucket.put.bind(bucket);
  let times = 0;
  // The store loses what it gets first.
  bucket.put = async (name, path) => {
    await put(name, path);
    times += 1;
    if (times === 1) await bucket.remove(name);
  };
  const name = await files.put(Buffer.from('a car'));
  await eventually(() => times === 2);
  await isEmpty(spool);
  expect(await read(files, name)).toBe('a car');
});

test('a file that two processes of a machine send at once stays in the store', async () => {
  const { files, spool, bucket } = openServer('twice');
  const put = bucket.put.bind(bucket);
  // The other process is a moment faster.
  bucket.put = async (name, path) => {
    await put(name, path);
    await spool.markSent(name);
  };
  const name = await files.put(Buffer.from('a car that is sent twice'));
  // It's looked at once more before it's forgotten.
  await isEmpty(spool);
  expect(await bucket.measure(name)).toBe(24);
});

test('while the store is down, files are stored and read here, are counted, and are sent when it’s back', async () => {
  const { files, spool, sender, notices } = openServer('down');
  await store.kill();
  const from = systemClock();
  const names = await Promise.all(
    ['one', 'two', 'three'].map((word) => files.put(Buffer.from(word))),
  );
  expect(await read(files, names[0] ?? '')).toBe('one');
  const { count, since } = await sender.measureWaiting();
  expect(count).toBe(3);
  expect(since).toBeGreaterThanOrEqual(from - 1000);
  await eventually(() => notices.length > 0);
  expect(notices[0]).toMatch(
    /^The file store takes no files, because it isn’t responding .*\. 3 files wait on this machine and will be sent when it does\.$/,
  );
  await store.restart();
  await eventually(async () => (await sender.measureWaiting()).count === 0);
  await isEmpty(spool);
  expect(notices.at(-1)).toBe('Files are sent to the file store again.');
  expect(await Promise.all(names.map((name) => read(files, name)))).toEqual([
    'one',
    'two',
    'three',
  ]);
});

test('a server that was killed sends what it had stored when it starts again', async () => {
  const folder = makeFolder();
  const settings = {
    DATA_DIR: folder,
    FILES_URL: toFilesUrl(store.origin, 'killed'),
    FILES_PUBLIC: false,
    ...storeKeys,
  };
  // A process that sends nothing.
  const name = await openFiles(settings).files.put(Buffer.from('a car'));
  const again = openFiles(settings, { report: () => undefined, sweeps: true });
  atEnd(() => again.close());
  await eventually(async () => (await again.store?.measureWaiting())?.count === 0);
  rmSync(join(folder, 'spool'), { recursive: true });
  expect(await read(again.files, name)).toBe('a car');
});

test('a file that waited for hours is asked about, since it may have been removed elsewhere', async () => {
  const { files, spool, late, sender, notices } = openServer('late');
  damage = 'reset';
  const name = await files.put(Buffer.from('late'));
  await eventually(() => notices.length > 0);
  await files.keep(uuid, Readable.from([Buffer.from('a list')]));
  for (const file of [name, uuid]) utimesSync(spool.waitingPath(file), 1, 1);
  damage = 'none';
  await eventually(async () => (await sender.measureWaiting()).count === 0);
  expect(new Set(late)).toEqual(new Set([name, uuid]));
  expect([await read(files, name), await read(files, uuid)]).toEqual(['late', null]);
});

const passing: Damage[] = [
  'reset',
  'cut',
  '500 InternalError',
  '503 SlowDown',
  '403 RequestTimeTooSkewed',
];

test.each<Damage>([...passing, '507 QuotaExceeded'])(
  'no file is lost when the store answers with %s now and then',
  async (kind) => {
    let requests = 0;
    const shaky = await openDamagingProxy(store.origin, () =>
      requests++ % 3 === 1 ? kind : 'none',
    );
    const prefix = crypto.randomUUID();
    const { files, sender } = openServer(prefix, {
      bucket: openBucket(prefix, { at: shaky.origin }),
    });
    const words = ['one', 'two', 'three', 'four', 'five', 'six'];
    const names = await Promise.all(words.map((word) => files.put(Buffer.from(word))));
    await eventually(async () => (await sender.measureWaiting()).count === 0);
    const whole = openBucket(prefix);
    const stored = await Promise.all(
      names.map(async (name) => text((await whole.open(name))?.stream ?? Readable.from([]))),
    );
    expect(stored).toEqual(words);
  },
);

test('an answer that is cut short is an error, never a shorter file', async () => {
  const { files, spool, bucket } = openServer('cut');
  const name = await files.put(Buffer.alloc(1_000_000, 7));
  await isSent(bucket, name);
  await isEmpty(spool);
  damage = 'cut';
  const found = await files.open(name);
  await expect(text(found?.stream ?? Readable.from([]))).rejects.toThrow(StoreProblem);
  damage = 'none';
});

test('a store that is silent holds up no write, and after three waits no read either', async () => {
  const { files, bucket, spool } = openServer('silent');
  const name = await files.put(Buffer.from('a car'));
  await isSent(bucket, name);
  await isEmpty(spool);
  damage = 'silent';
  const silence = Promise.withResolvers<never>();
  Object.assign(bucket, { put: () => silence.promise, remove: () => silence.promise });
  // None of these waits for it.
  await files.put(Buffer.from('another'));
  await files.keep(uuid, Readable.from([Buffer.from('a list')]));
  await files.remove(uuid);
  silence.reject(new StoreProblem('silent'));
  const open = vi.spyOn(bucket, 'open');
  const failures = await Promise.allSettled([1, 2, 3].map(() => files.open(name)));
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  // However late it is, the store rests.
  vi.useFakeTimers({ toFake: ['performance'] });
  await expect(files.open(name)).rejects.toThrow('The file store isn’t responding.');
  vi.useRealTimers();
  expect(open).toHaveBeenCalledTimes(3);
  damage = 'none';
});

test.each([
  ['wrong keys', openBucket('check', { secret: 'wrong' }), 'keys', true],
  ['an unknown key', openBucket('check', { key: 'NOBODY', secret: 'wrong' }), 'keys', true],
  ['a bucket that doesn’t exist', openBucket('check', { bucket: 'nowhere' }), 'bucket', true],
])('%s are named at the start', async (_, bucket, kind, isLasting) => {
  const problem = await bucket.check(import.meta.filename).then(
    () => null,
    (error: unknown) => error as StoreProblem,
  );
  expect([problem?.kind, problem?.isLasting]).toEqual([kind, isLasting]);
  expect(problem?.reason).not.toContain('wrong');
});

test.each<[Damage, string, boolean]>([
  ['403 AccessDenied', 'rights', true],
  ['301 PermanentRedirect', 'region', true],
  ['403 RequestTimeTooSkewed', 'clock', false],
  ['507 QuotaExceeded', 'full', false],
  ['503 SlowDown', 'failing', false],
  ['reset', 'silent', false],
])('%s is recognized', async (kind, expected, isLasting) => {
  damage = kind;
  const problem = await openBucket('check')
    .check(import.meta.filename)
    .then(
      () => null,
      (error: unknown) => error as StoreProblem,
    );
  damage = 'none';
  expect([problem?.kind, problem?.isLasting]).toEqual([expected, isLasting]);
});

test('a store that works passes the check, which leaves nothing behind', async () => {
  const bucket = openBucket('works');
  await bucket.check(import.meta.filename);
  expect(await collect(bucket.list())).toEqual([]);
});

test('more files than one page of a list has are all listed', async () => {
  const bucket = openBucket('many');
  const names = Array.from({ length: 7 }, (_, index) => `${1000 + index}`);
  await Promise.all(names.map((name) => bucket.put(name, import.meta.filename)));
  const listed = await collect(bucket.list(3));
  expect(listed.map(({ name }) => name)).toEqual(names);
});

test('a signed URL shows one file for a minute, and no other', async () => {
  const { files, bucket, spool } = openServer('public', { isPublic: true });
  const name = await files.put(Buffer.from('a car'));
  await isSent(bucket, name);
  await isEmpty(spool);
  const url = (await files.findUrl(name, 'image/jpeg')) ?? '';
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, 'a car']);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
  const other = url.replace(name, name.replace(/^./, '0'));
  expect((await fetch(other)).status).toBeGreaterThanOrEqual(403);
  expect(await files.findUrl('f'.repeat(64), 'image/jpeg')).toBeNull();
});

test('files of the folder that was used before are read until they are moved', async () => {
  const { files, formerFiles } = openServer('former');
  const name = await formerFiles.put(Buffer.from('an old car'));
  expect(await read(files, name)).toBe('an old car');
  expect(await collect(files.list())).toEqual([name]);
  expect(await files.removeUnused(name, -dayMs)).toBe('removed');
  expect(await read(formerFiles, name)).toBeNull();
});

test('the store has nothing but the prefix', () => {
  expect(readdirSync(store.folder)).toEqual(['lots']);
});
