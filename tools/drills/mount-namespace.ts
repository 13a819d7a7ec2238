import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { atEnd } from '../../server/src/testing/at-end.ts';
import { waitFor } from './lotkeeper.ts';

const runFile = promisify(execFile);

/** Mounts that only the programs in it see. They disappear with the last of them, at the end of the drill. */
export interface MountNamespace {
  /** Prepended to a program that should run in it. */
  wrapper: readonly string[];
  /** Its root folder as seen from here. */
  rootDir: string;
  /** Runs a program in it, and returns what it printed. */
  run(command: string, ...args: string[]): Promise<string>;
  /** Kills every program in it. */
  killAll(): Promise<void>;
  /** Unmounts a folder once the killed programs have released it. */
  unmount(folder: string): Promise<void>;
}

const readNamespace = (pid: string | number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`);
  } catch {
    return undefined;
  }
};

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
};

/** Opens a mount namespace; null if that isn't allowed. */
export async function openMountNamespace(): Promise<MountNamespace | null> {
  if (process.platform !== 'linux') return null;
  // `cat` keeps the namespace open until this process closes its input or exits.
  const holder = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', 'echo ready; exec cat'],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const ended = once(holder, 'close');
  const isOpen = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    ended.then(
      () => false,
      () => false,
    ),
  ]);
  const { pid } = holder;
  if (!isOpen || pid === undefined) return null;
  const wrapper = ['nsenter', `--mount=/proc/${pid}/ns/mnt`, '--'];
  const namespace = readNamespace(pid);
  const listOthers = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && readNamespace(name) === namespace)
      .map(Number)
      .filter((other) => other !== pid);
  const run = async (command: string, ...args: string[]) =>
    (await runFile('nsenter', [...wrapper.slice(1), command, ...args])).stdout;
  const killAll = async () => {
    await waitFor('the end of all programs', () => {
      const others = listOthers();
      others.forEach(killQuietly);
      return others.length === 0;
    });
  };
  atEnd(async () => {
    await killAll();
    holder.stdin.end();
    await ended;
  });
  return {
    wrapper,
    rootDir: `/proc/${pid}/root`,
    run,
    killAll,
    unmount: async (folder) => {
      const isUnmounted = () =>
        run('umount', folder).then(
          () => true,
          () => false,
        );
      await waitFor('the unmount', isUnmounted, 10_000);
    },
  };
}
