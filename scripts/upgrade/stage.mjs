// The new version is prepared in a work tree beside the running one, and put in its place in a moment.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { git, runAsOwner } from './account.mjs';
import { moveBack, moveTo } from './clone.mjs';
import { print, Refusal } from './words.mjs';

const base = join(root, '.upgrade');
const lock = join(base, 'process');
const folder = join(base, 'new');
const oldFolder = join(base, 'old');

const neededBytes = 1.5e9;
const workspaces = ['.', 'contract', 'server', 'simulator', 'web'];
const moduleFolders = workspaces.map((workspace) => join(workspace, 'node_modules'));
const pages = join('web', 'dist');

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const clearAway = () => {
  rmSync(base, { recursive: true, force: true });
};

/** Keeps a second upgrade from starting; what one that was killed has left is removed. */
async function claim() {
  if (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (isAlive(pid)) throw new Refusal(`Another upgrade is under way (process ${pid}).`);
    print('An earlier upgrade was interrupted. What it left is removed.');
    clearAway();
    await git('worktree', 'prune');
  }
  await runAsOwner('mkdir', ['-p', base]);
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch {
    throw new Refusal('Another upgrade has just begun.');
  }
}

async function checkDisk() {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize >= neededBytes) return;
  throw new Refusal(
    `The disk of ${root} has ${Math.floor((bavail * bsize) / 1e6)} MB free, and an upgrade needs ${neededBytes / 1e6} MB.`,
  );
}

/** The same packages need no download: hard links take neither time nor space. */
async function linkModules() {
  for (const path of moduleFolders) {
    if (!existsSync(join(root, path))) continue;
    await runAsOwner('cp', ['-al', join(root, path), join(folder, path)]).catch(() => undefined);
  }
}

/** Prepares `to` beside the clone. */
export function openStage({ from, to }) {
  const moved = [];
  let branch = null;
  let isMoved = false;

  const move = (path) => {
    const [current, next, old] = [root, folder, oldFolder].map((parent) => join(parent, path));
    if (!existsSync(next)) return;
    mkdirSync(dirname(old), { recursive: true });
    if (existsSync(current)) renameSync(current, old);
    moved.push({ current, old });
    renameSync(next, current);
  };

  return {
    folder,

    async prepare() {
      await git('worktree', 'add', '--quiet', '--force', '--detach', folder, to.commit);
      if (from.lock === to.lock) await linkModules();
      await runAsOwner('node', ['scripts/prepare.mjs'], { cwd: folder });
    },

    async swapIn() {
      isMoved = true;
      branch = await moveTo(to.commit);
      move(pages);
      if (from.lock !== to.lock) moduleFolders.forEach(move);
    },

    async swapBack() {
      if (!isMoved) return;
      for (const { current, old } of moved.toReversed()) {
        rmSync(current, { recursive: true, force: true });
        if (existsSync(old)) renameSync(old, current);
      }
      await moveBack(from.commit, branch);
    },

    async remove() {
      clearAway();
      await git('worktree', 'prune');
    },
  };
}

/** Checks that there is room for another version, and that nobody else is preparing one. */
export async function claimStage() {
  await checkDisk();
  await claim();
}
