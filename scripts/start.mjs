// npm start: installs and builds what is missing, then keeps the server running until it is asked to stop.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, environment, fail, root } from './bootstrap.mjs';
import { formatSupervisorLine } from './log-line.mjs';
import { readSettingsFile } from './settings-file.mjs';
import { supervise } from './supervisor.mjs';
import { areBuilt, buildWeb } from './web-build.mjs';

/**
 * The server's heap, in MB. It needs 100; the rest is room for what has just been used. With the gigabytes that Node
 * allows itself on a large machine it lets garbage lie: 560 MB of memory under load instead of 370.
 */
const heapMegabytes = 1024;

/** With more, the built-in PostgreSQL would run out of connections: docs/deploy.md. */
const maxWorkers = 12;

/**
 * What glibc keeps for reuse instead of giving it back: the system clears each page before it hands it out again, and
 * for a buffer of 16 MB that takes 10 ms. Other systems ignore these names.
 */
const reuseOfMemory = {
  MALLOC_MMAP_THRESHOLD_: 32 * 2 ** 20,
  MALLOC_TRIM_THRESHOLD_: 64 * 2 ** 20,
};

await bootstrap();
readSettingsFile();
const pages = areBuilt() ? null : buildPages();
await serve();

async function buildPages() {
  const { code, output } = await buildWeb();
  if (code === 0) return;
  console.error(output);
  fail('The web pages could not be built: the lines above say why.');
}

async function serve() {
  const tether = pathToFileURL(join(root, 'scripts', 'tether.mjs')).href;
  const options = {
    cwd: root,
    env: environment({
      ...reuseOfMemory,
      ...process.env,
      WORKERS: getWorkerCount(),
      ...(pages && { LOTKEEPER_AWAITS_PAGES: '1' }),
    }),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C reaches every process of the terminal's group, and npm sends it once more; in a group
    // of its own the server gets it from us alone, once.
    detached: process.platform !== 'win32',
  };
  const server = supervise(
    {
      command: 'node',
      args: [...heapLimit(), '--disable-sigusr1', '--import', tether, 'server/src/main.ts'],
      options,
    },
    { report: reportLine, advice: advice(), pages },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, server.stop);
  process.on('SIGHUP', shouldReplaceWorkers() ? server.replaceWorkers : server.stop);
  // npm does not pass on a SIGTERM that it gets alone, as from a service manager: it dies and leaves us.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent || !process.env.npm_lifecycle_event) return;
    clearInterval(watch);
    server.stop('SIGTERM');
  }, 500).unref();
  process.exit(await server.ended);
}

function reportLine(line) {
  const now = Math.round(performance.timeOrigin + performance.now());
  const options = { setting: process.env.LOG_FORMAT, isTerminal: process.stdout.isTTY, now };
  console.error(formatSupervisorLine(line, options));
}

/** One processor is left to PostgreSQL. */
function getWorkerCount() {
  const free = Math.min(maxWorkers, Math.max(1, availableParallelism() - 1));
  return process.env.WORKERS || String(free);
}

/** In a terminal, SIGHUP means that its window was closed; a service manager sends it to reload. */
function shouldReplaceWorkers() {
  const isTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  return !isTerminal && getWorkerCount() !== '1';
}

/** The limit of the heap, unless NODE_OPTIONS has one. */
function heapLimit() {
  const isGiven = /--max[-_]old[-_]space[-_]size/.test(process.env.NODE_OPTIONS ?? '');
  return isGiven ? [] : [`--max-old-space-size=${heapMegabytes}`];
}

function advice() {
  const log = process.env.DATABASE_URL
    ? 'the log of your PostgreSQL'
    : join(process.env.DATA_DIR || './data', 'postgres.log');
  return `Look at the messages above, at ${log} and at the free disk space. It keeps trying.`;
}
