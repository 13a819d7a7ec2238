import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeDurably } from '../durable-file.ts';
import type { FileStore, OpenedFile } from '../files.ts';
import { folderFiles, isUuid, toFilePath } from '../files.ts';

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/** Renames a file; false when it no longer exists. */
async function move(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
    return false;
  }
}

/**
 * The files of this machine that an object store doesn't have yet, on disk, shared by the processes of the machine. A
 * file waits until it is sent, and stays for a while after that, until the store has shown that it has it.
 */
export class Spool {
  readonly waiting: FileStore;
  readonly sent: FileStore;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.waiting = folderFiles(join(folder, 'waiting'));
    this.sent = folderFiles(join(folder, 'sent'));
  }

  /** The folders with files, for what copies them. */
  get folders(): string[] {
    return [join(this.#folder, 'waiting'), join(this.#folder, 'sent')];
  }

  #toWaiting = (name: string) => toFilePath(join(this.#folder, 'waiting'), name);
  #toSent = (name: string) => toFilePath(join(this.#folder, 'sent'), name);
  #toRemoving = (uuid: string) => join(this.#folder, 'removing', uuid);

  waitingPath(name: string): string {
    return this.#toWaiting(name);
  }

  /** A file may move while it's looked for. */
  async open(name: string): Promise<OpenedFile | null> {
    return (
      (await this.waiting.open(name)) ??
      (await this.sent.open(name)) ??
      (await this.waiting.open(name))
    );
  }

  /** Marks a waiting file as sent; false when it was removed meanwhile. Its age isn't changed. */
  markSent(name: string): Promise<boolean> {
    return move(this.#toWaiting(name), this.#toSent(name));
  }

  /** Lets a file that the store lost wait again. */
  async sendAgain(name: string): Promise<void> {
    const waiting = this.#toWaiting(name);
    await move(this.#toSent(name), waiting);
    await syncFolder(dirname(waiting));
  }

  /** Forgets a sent file. */
  async forget(name: string): Promise<void> {
    await rm(this.#toSent(name), { force: true });
  }

  /** When a file was marked as sent, in milliseconds; null when it isn't any more. */
  async findSentTime(name: string): Promise<number | null> {
    return (await stat(this.#toSent(name)).catch(ignoreMissing))?.ctimeMs ?? null;
  }

  async measureSent(name: string): Promise<number | null> {
    return (await stat(this.#toSent(name)).catch(ignoreMissing))?.size ?? null;
  }

  /** When a waiting file was stored, in milliseconds; null when it doesn't wait any more. */
  async findStoredTime(name: string): Promise<number | null> {
    return (await stat(this.#toWaiting(name)).catch(ignoreMissing))?.mtimeMs ?? null;
  }

  /** Removes an upload from this machine, and notes that the store has to remove it too. */
  async beginRemoval(uuid: string): Promise<void> {
    if (!isUuid(uuid)) throw new Error('Files are named by UUID.');
    await writeDurably(this.#toRemoving(uuid), '');
    await this.waiting.remove(uuid);
    await this.sent.remove(uuid);
  }

  async isRemoving(uuid: string): Promise<boolean> {
    return (await stat(this.#toRemoving(uuid)).catch(ignoreMissing)) !== undefined;
  }

  async listRemovals(): Promise<string[]> {
    const names = (await readdir(join(this.#folder, 'removing')).catch(ignoreMissing)) ?? [];
    return names.filter(isUuid);
  }

  async endRemoval(uuid: string): Promise<void> {
    await rm(this.#toRemoving(uuid), { force: true });
  }
}
