// Runs before anything is installed, on any Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(root, 'node_modules');
const stamp = join(modules, '.lotkeeper-install');
const windows = process.platform === 'win32';

/**
 * Installs whatever is missing, so that everything after it runs on the pinned Node; exits with 1 and a message if
 * it can't. The packages for tests, benchmarks and drills are installed only `withTools`.
 */
export async function bootstrap({ withTools = false } = {}) {
  if (major(process.version) < 20) {
    fail(
      `Lotkeeper needs Node 20 or newer to install itself, but this is Node ${process.version}.`,
    );
  }
  const [basicId, fullId] = installIds();
  const installedId = readOrEmpty(stamp);
  if (installedId !== fullId && (withTools || installedId !== basicId)) {
    if (!matchesLock(withTools)) await install(withTools);
    writeFileSync(stamp, withTools ? fullId : basicId);
  }
  const node = spawnSync('node', ['--version'], { env: environment(), encoding: 'utf8' });
  if (major(node.stdout ?? '') < 24) {
    fail(
      `Lotkeeper needs Node 24, and the packaged one doesn’t run here (${process.platform} ${process.arch}): install Node 24 and start again.`,
    );
  }
}

/**
 * The environment of our processes: the packages' programs (including Node 24) come first in PATH, and Node's
 * compile cache is on, which cuts the start time by a third.
 */
export function environment(extra = {}) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [join(modules, '.bin'), process.env[name]].filter(Boolean).join(delimiter);
  const compiled = { NODE_COMPILE_CACHE: join(modules, '.cache', 'node') };
  return { ...compiled, ...process.env, ...extra, [name]: path };
}

/** Runs a program with our PATH, and resolves to its exit code. `capture` returns its output instead of showing it. */
export function run(command, args, { cwd = root, env = {}, capture = false } = {}) {
  const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(command, args, { cwd, env: environment(env), stdio, shell: windows });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Prints a message and exits with 1. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

async function install(withTools) {
  console.log('Installing the packages (the first time takes a minute) …');
  rmSync(stamp, { force: true });
  // npm must not run on the Node in node_modules, which it is about to replace.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [ownNode(), [npm]] : ['npm', []];
  const tools = withTools ? '--include=dev' : '--omit=dev';
  const args = [...first, 'ci', '--no-fund', '--no-audit', tools, '--include=optional'];
  const env = { ...process.env, PATH: pathWithoutModules() };
  const done = spawnSync(command, args, { cwd: root, env, shell: windows, encoding: 'utf8' });
  if (done.error?.code === 'ENOENT') {
    fail('Lotkeeper installs itself with npm, which is not in PATH: install npm 10 or newer.');
  }
  if (done.status !== 0) {
    console.error(`${done.stdout ?? ''}${done.stderr ?? ''}`);
    fail('The packages could not be installed: see npm’s messages above. Start again to retry.');
  }
}

function ownNode() {
  return process.execPath.startsWith(modules) ? 'node' : process.execPath;
}

function pathWithoutModules() {
  const entries = (process.env.PATH ?? '').split(delimiter);
  return entries.filter((entry) => !entry.startsWith(modules)).join(delimiter);
}

/** The stamp's contents for an install without and with tools. */
function installIds() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  const id = `${hash} ${process.platform}-${process.arch}`;
  return [id, `${id} with tools`];
}

// npm writes its own list as the last step of an install: a missing or different list means that an install was
// interrupted or used another lock file.
function matchesLock(withTools) {
  const list = readOrEmpty(join(modules, '.package-lock.json'));
  if (list === '') return false;
  const installed = JSON.parse(list).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, link, optional, peer, dev }]) => {
    if (!path.includes('node_modules/') || link || optional || peer) return true;
    if (dev && !withTools) return true;
    return installed[path]?.version === version && existsSync(join(root, path));
  });
}

function readOrEmpty(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function major(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);
}
