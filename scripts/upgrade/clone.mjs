import { root } from '../bootstrap.mjs';
import { git } from './account.mjs';
import { isOlderRelease, Refusal } from './words.mjs';

async function checkClone() {
  const folder = await git('rev-parse', '--show-toplevel').catch(() => null);
  if (folder !== root) {
    throw new Refusal(
      `${root} isn’t a clone of the repository. Only a clone can be upgraded so; for containers, see docs/deploy.md.`,
    );
  }
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  if (changed === '') return;
  throw new Refusal(
    `The clone has changes that aren’t committed:\n${changed}\nCommit them or take them back (git restore), and upgrade again.`,
  );
}

async function fetchNew() {
  if ((await git('remote')) === '') return;
  await git('fetch', '--quiet', '--tags');
}

/** The newest release tag, or what the branch follows. */
async function findNewest() {
  const tags = (await git('tag', '--list', 'v*')).split('\n');
  const releases = tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  const newest = releases.toSorted((a, b) => (isOlderRelease(a, b) ? 1 : -1)).at(0);
  if (newest) return newest;
  return git('rev-parse', '--abbrev-ref', '@{upstream}').catch(() => {
    throw new Refusal(
      'There is no release tag, and the branch follows no other one: name the version with --to.',
    );
  });
}

const isAncestor = (commit, other) =>
  git('merge-base', '--is-ancestor', commit, other).then(
    () => true,
    () => false,
  );

async function describeVersion(commit) {
  const manifest = JSON.parse(await git('show', `${commit}:package.json`));
  return {
    commit,
    release: manifest.version,
    node: Number(/\d+/.exec(manifest.engines.node)[0]),
    lock: await git('rev-parse', `${commit}:package-lock.json`),
    name: `${manifest.version} (${commit.slice(0, 7)})`,
  };
}

/** The version that runs and the one to come; `to` is null when there is none. */
export async function openClone(version) {
  await checkClone();
  await fetchNew();
  const name = version ?? (await findNewest());
  const commit = await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).catch(() => {
    throw new Refusal(`There is no version ${name} in the repository.`);
  });
  const head = await git('rev-parse', 'HEAD');
  const from = await describeVersion(head);
  if (await isAncestor(commit, head)) {
    if (version && commit !== head) {
      throw new Refusal(
        `${name} is older than the code, ${from.name}. To go back, restore a backup (docs/deploy.md).`,
      );
    }
    return { from, to: null };
  }
  const to = await describeVersion(commit);
  if (Number(/\d+/.exec(process.version)[0]) < to.node) {
    throw new Refusal(
      `Lotkeeper ${to.name} needs Node ${to.node} or newer to install itself; this is Node ${process.version}.`,
    );
  }
  return { from, to };
}

/** Moves the clone to another commit: the branch, when it leads there. */
export async function moveTo(commit) {
  const branch = await git('symbolic-ref', '--quiet', '--short', 'HEAD').catch(() => null);
  const canFollow = branch !== null && (await isAncestor('HEAD', commit));
  if (canFollow) await git('merge', '--quiet', '--ff-only', commit);
  else await git('checkout', '--quiet', '--detach', commit);
  return branch;
}

/** Moves the clone back to where it was. */
export async function moveBack(commit, branch) {
  const target = branch === null ? ['--detach', commit] : [branch];
  await git('checkout', '--quiet', '--force', ...target);
  await git('reset', '--quiet', '--hard', commit);
}
