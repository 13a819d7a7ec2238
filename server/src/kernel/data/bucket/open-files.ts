import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../durable-file.ts';
import type { FileStore } from '../files.ts';
import { folderFiles } from '../files.ts';
import { Bucket } from './bucket.ts';
import { parseBucketUrl } from './bucket-address.ts';
import { bucketFiles } from './bucket-files.ts';
import { Spool } from './spool.ts';
import type { WaitingFiles } from './spool-sender.ts';
import { SpoolSender } from './spool-sender.ts';

export interface FileSettings {
  DATA_DIR: string;
  FILES_URL?: string | undefined;
  FILES_PUBLIC: boolean;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
}

interface Sending {
  report: (notice: string) => void;
  /** Whether this is the process of its machine that sends what others left. */
  sweeps: boolean;
  isLateNeeded?: (name: string) => Promise<boolean>;
}

/** Where files are kept, as the settings say. */
export interface Files {
  files: FileStore;
  /** Folders of this machine where new files appear, for what copies them. */
  folders: string[];
  /** The store of FILES_URL; null = the folder. */
  store: OpenedStore | null;
  close(): Promise<void>;
}

export interface OpenedStore {
  /** Throws a StoreProblem when it can't be used. */
  check(): Promise<void>;
  measureWaiting(): Promise<WaitingFiles>;
  /** What browsers read images from; null when they go through the server. */
  publicOrigin: string | null;
}

export const toFilesFolder = (dataDir: string) => join(dataDir, 'files');

/** Opens the bucket of a URL with the keys of the settings, which the settings' schema requires with FILES_URL. */
export function openBucket(settings: FileSettings, url: string): Bucket {
  const address = parseBucketUrl(url);
  if (!address) throw new Error('FILES_URL was not checked.');
  return new Bucket(address, {
    accessKeyId: settings.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? '',
  });
}

/** Opens the folder or the object store; without `sending`, as commands do, nothing is sent from this process. */
export function openFiles(settings: FileSettings, sending?: Sending): Files {
  const { DATA_DIR, FILES_URL, FILES_PUBLIC: isPublic } = settings;
  const folder = toFilesFolder(DATA_DIR);
  const formerFiles = folderFiles(folder);
  if (!FILES_URL)
    return { files: formerFiles, folders: [folder], store: null, close: async () => undefined };
  const bucket = openBucket(settings, FILES_URL);
  const spool = new Spool(join(DATA_DIR, 'spool'));
  const sender = new SpoolSender({
    report: () => undefined,
    sweeps: false,
    ...sending,
    spool,
    bucket,
  });
  const check = async () => {
    const probe = join(DATA_DIR, 'spool', 'check');
    await mkdir(join(DATA_DIR, 'spool'), { recursive: true, mode: 0o700 });
    await writeDurably(probe, 'Lotkeeper stores files here.\n');
    await bucket.check(probe);
  };
  return {
    files: bucketFiles({ bucket, spool, sender: sending && sender, formerFiles, isPublic }),
    folders: spool.folders,
    store: {
      check,
      measureWaiting: () => sender.measureWaiting(),
      publicOrigin: isPublic ? bucket.origin : null,
    },
    close: () => sender.stop(),
  };
}
