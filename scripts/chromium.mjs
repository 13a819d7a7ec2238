// Finds or installs the browser for the browser tests. Run as a program, it prints the path.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { environment, fail, root } from './bootstrap.mjs';

// The same program everywhere, also beside a Chromium with windows: it runs the tests in a fifth less time.
const headlessShell = 'chromium-headless-shell';
const systemPaths = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a working Chromium, which is installed if there is none; throws an error with the message to show. */
export function chromiumPath() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (runs(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a browser that runs here.`);
  }
  const path =
    findHeadlessShell() ||
    (installPackage(headlessShell) && findHeadlessShell()) ||
    find() ||
    (installPackage('chromium') && find()) ||
    (installOwn() && find());
  if (path) return path;
  throw new Error(
    'The browser tests need Chromium, which could neither be found nor installed: install it and set CHROMIUM_PATH to its path.',
  );
}

function findHeadlessShell() {
  return [`/usr/bin/${headlessShell}`].find(runs);
}

function find() {
  return [...systemPaths.map((name) => `/usr/bin/${name}`), playwrightsOwn()].find(runs);
}

// On Ubuntu, /usr/bin/chromium-browser may be a stub that only asks for snap, so it must actually answer.
function runs(path) {
  if (!path || !existsSync(path)) return false;
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0;
}

function playwrightsOwn() {
  try {
    const load = createRequire(`${root}/package.json`);
    return load('@playwright/test').chromium.executablePath();
  } catch {
    return undefined;
  }
}

function installPackage(name) {
  if (!existsSync('/usr/bin/apt-get') || isUbuntu()) return false;
  console.log(`Installing ${name} for the browser tests (the system package) …`);
  const args = ['install', '-y', '--no-install-recommends', name];
  return asRoot('apt-get', ['update']) && asRoot('apt-get', args);
}

function isUbuntu() {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID=ubuntu$/m.test(readFileSync(release, 'utf8'));
}

function asRoot(command, args) {
  const [program, first] = process.getuid?.() === 0 ? [command, []] : ['sudo', ['-n', command]];
  return quietly(program, [...first, ...args], { DEBIAN_FRONTEND: 'noninteractive' });
}

function installOwn() {
  console.log('Installing Chromium for the browser tests (Playwright’s own) …');
  const withDeps = process.getuid?.() === 0 ? ['--with-deps'] : [];
  return (
    quietly('playwright', ['install', ...withDeps, 'chromium']) ||
    quietly('playwright', ['install', 'chromium'])
  );
}

function quietly(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, env: environment(env), encoding: 'utf8' });
  if (done.status !== 0) console.error(`${done.stdout ?? ''}${done.stderr ?? done.error}`.trim());
  return done.status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(chromiumPath());
  } catch (error) {
    fail(error.message);
  }
}
