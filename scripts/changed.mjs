// Finds the tests that a change affects, for `npm run check -- --changed`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './bootstrap.mjs';

const isCode = (file) => /\.(ts|tsx|mjs)$/.test(file);
// Folders whose tests all run when one of their files changes: features, and programs that no test imports.
const runFolders = /^\w+\/src\/(features\/[\w-]+\/[\w-]+|backup|commands|embedded-postgres)\//;
const isUnitTest = (file) => /\.test\.(ts|tsx|mjs)$/.test(file);
const isStressTest = (file) => /\.stress\.test\.\w+$/.test(file);
/** Whether a test is in the folder of a changed file. */
const isNear = (changed) => {
  const folders = new Set(changed.map(dirname));
  return (test) => folders.has(dirname(test));
};

// Files that assemble the whole product, so that everything depends on everything through them.
const rootFiles = new Set([
  'server/src/features.ts',
  'server/src/main.ts',
  'server/src/testing/test-app.ts',
  'web/src/app/route-tree.gen.ts',
]);

// Takes about two minutes on two processors.
const maxUnitFiles = 40;
const maxBrowserFiles = 3;
const maxStressFiles = 2;

/** The files changed since a commit; without one, the uncommitted changes, or else the last commit. */
export function listChanged(ref) {
  const names = (args) => git(args).split('\n').filter(Boolean);
  const untracked = names(['ls-files', '--others', '--exclude-standard']);
  const changed = [...names(['diff', '--name-only', ref ?? 'HEAD']), ...untracked];
  if (changed.length > 0 || ref) return changed;
  return names(['diff', '--name-only', 'HEAD~1']);
}

/** The test files of each stage that a change affects, nearest by imports first, and their total number. */
export function pickTests(changed) {
  const { files, importers } = readTree();
  const all = unitTests(changed, importers, files);
  const pick = (tests, most) => ({ files: tests.slice(0, most), count: tests.length });
  return {
    unit: pick(
      all.filter((test) => !isStressTest(test)),
      maxUnitFiles,
    ),
    browser: pick(browserTests(changed, files), maxBrowserFiles),
    stress: pick(all.filter(isStressTest).filter(isNear(changed)), maxStressFiles),
  };
}

let tree;

/** All files of ours with their importers, read once. */
function readTree() {
  if (tree) return tree;
  const files = git(['ls-files', '--cached', '--others', '--exclude-standard'])
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)));
  tree = { files, importers: listImporters(files.filter(isCode)) };
  return tree;
}

/** Maps each file to the files that import it. */
function listImporters(files) {
  const importers = new Map();
  for (const file of files) {
    for (const target of listImports(file)) {
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

function listImports(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { module } = parseSync(file, source);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start + 1, end - 1),
    ),
  ];
  return names.filter(Boolean).map((name) => resolve(file, name));
}

function resolve(file, name) {
  if (name.startsWith('.')) return relative(root, join(root, dirname(file), name));
  return name.replace(/^@lotkeeper\/(contract|evidence)\/(.*)$/, '$1/src/$2.ts');
}

/** Follows imports in reverse, level by level, to the unit, smoke and system tests. */
function unitTests(changed, importers, files) {
  // Tests that apply to every change come first, so that they aren't cut off.
  const tests = new Set(['docs/docs.test.ts']);
  const add = (pattern) => {
    for (const file of files) if (pattern.test(file)) tests.add(file);
  };
  if (changed.some((file) => /^contract\/|routes\.ts$/.test(file))) add(/access\/roles\.test\.ts$/);
  // Who may do what is decided for every endpoint at once.
  if (changed.some((file) => accessFolders.test(file)))
    add(/^server\/src\/invariants\/access\/.*\.test\.ts$/);
  const migrations = changed.filter((file) => file.endsWith('.sql'));
  if (migrations.length > 0) add(schemaTests);
  const seen = new Set([...changed, ...listReaders(addCallers(migrations, files), files)]);
  let level = [...seen];
  while (level.length > 0) {
    for (const file of level) for (const test of testsBeside(file, files)) tests.add(test);
    const next = level
      .filter((file) => changed.includes(file) || !rootFiles.has(file))
      .flatMap((file) => importers.get(file) ?? [])
      .filter((file) => !seen.has(file));
    for (const file of next) seen.add(file);
    level = [...new Set(next)];
  }
  return [...tests];
}

const accessFolders = /^server\/src\/kernel\/(access|http)\//;
const schemaTests =
  /^server\/src\/(kernel\/data\/(migrat[\w-]*|repeatables|functions)|records\/money\/ledger|invariants\/(row-level-security|statements|upgrade))\.test\.ts$/;

/** Files of SQL, with those whose functions or triggers call the functions in them. */
function addCallers(migrations, files) {
  const all = new Set(migrations);
  const others = files.filter((file) => /^server\/migrations\/(functions|triggers)\//.test(file));
  for (const file of all) {
    const [, name] = /\/functions\/(\w+)\.sql$/.exec(file) ?? [];
    if (!name) continue;
    const call = new RegExp(`\\blotkeeper\\.${name}\\b`);
    for (const other of others) {
      if (call.test(readFileSync(join(root, other), 'utf8'))) all.add(other);
    }
  }
  return [...all];
}

/**
 * The server's code that names a table, view or function which a migration creates, changes or fills; first what
 * names those that little else does.
 */
function listReaders(migrations, files) {
  const subject =
    /\b(?:table|view|function|procedure|into|update|on|from|join)\s+(?:if (?:not )?exists\s+)?(?:only\s+)?(?:lotkeeper\.)?([a-z]\w+)\b/g;
  const isServer = (file) =>
    /^server\/src\/(features|records|kernel)\/.*(?<!\.test)\.ts$/.test(file);
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const existing = migrations.filter((file) => existsSync(join(root, file)));
  const names = new Set(
    existing.flatMap((file) => [...read(file).matchAll(subject)].map(([, name]) => name)),
  );
  if (names.size === 0) return [];
  const sources = files.filter(isServer).map((file) => [file, new Set(read(file).match(/\w+/g))]);
  const weights = new Map();
  for (const name of names) {
    const naming = sources.filter(([, words]) => words.has(name));
    for (const [file] of naming) weights.set(file, (weights.get(file) ?? 0) + 1 / naming.length);
  }
  return [...weights].toSorted(([, a], [, b]) => b - a).map(([file]) => file);
}

function testsBeside(file, files) {
  if (isUnitTest(file)) return files.includes(file) ? [file] : [];
  const [folder] = runFolders.exec(file) ?? [];
  if (folder) return files.filter((other) => other.startsWith(folder) && isUnitTest(other));
  // The worker processes are tested beside their folder.
  const stem = file.replace(/^(server\/src\/workers)\/.*$|\.\w+$/, '$1');
  const tests = new RegExp(`^${RegExp.escape(stem)}\\.(smoke\\.|system\\.)?test\\.`);
  return files.filter((other) => tests.test(other));
}

/** The browser tests named after a changed feature; those of the shell cover whatever all pages share. */
function browserTests(changed, files) {
  const specs = files.filter((file) => /^tools\/e2e\/.*\.spec\.ts$/.test(file));
  const topics = new Set(changed.map(findTopic).filter(Boolean));
  const isNamed = (spec) => {
    const name = /([\w-]+)\.spec\.ts$/.exec(spec)?.[1] ?? '';
    return topics.has(name) || topics.has(`${name}s`);
  };
  return [
    ...new Set([...specs.filter((spec) => changed.includes(spec)), ...specs.filter(isNamed)]),
  ];
}

// Features whose browser tests have another name.
const otherNames = { session: 'login', organizations: 'spots', visits: 'violations' };

function findTopic(file) {
  const [, feature] = /^(?:web|server)\/src\/features\/[\w-]+\/([\w-]+)\//.exec(file) ?? [];
  const [, contract] = /^contract\/src\/[\w-]+\/([\w-]+)(?:\.test)?\.ts$/.exec(file) ?? [];
  const topic = feature ?? contract;
  if (topic) return otherNames[topic] ?? topic;
  return /^web\/(src|index)/.test(file) && !isUnitTest(file) ? 'shell' : undefined;
}

const git = (args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
