// npm start: installs and builds what is missing, then keeps the server running until it is stopped.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, environment, fail, root } from './bootstrap.mjs';
import { formatSupervisorLine } from './log-line.mjs';
import { readSettingsFile } from './settings-file.mjs';
import { supervise } from './supervisor.mjs';
import { areBuilt, buildWeb } from './web-build.mjs';

/**
 * The server's heap limit in MB. It needs 100; the rest leaves room for garbage. With Node's default of several
 * gigabytes on a large machine, garbage collection is so lazy that the process takes 560 MB under load instead of
 * 370.
 */
const heapMegabytes = 1024;

/** With more workers, the built-in PostgreSQL would run out of connections: docs/deploy.md. */
const maxWorkers = 12;

/**
 * Makes glibc keep freed memory for reuse: the system clears each page before it hands it out again, which takes 10
 * ms for a buffer of 16 MB. Other systems ignore these variables.
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
  fail('The web pages could not be built. See the messages above.');
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
    // Ctrl-C reaches every process of the terminal's group, and npm sends it once more; in its own group, the server
    // gets it only from us, once.
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
  // npm doesn't forward a SIGTERM that only it receives, such as from a service manager: it exits and leaves us
  // running.
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

/** Leaves one processor to PostgreSQL. */
function getWorkerCount() {
  const free = Math.min(maxWorkers, Math.max(1, availableParallelism() - 1));
  return process.env.WORKERS || String(free);
}

/** In a terminal, SIGHUP means that the window was closed; a service manager sends it to reload. */
function shouldReplaceWorkers() {
  const isTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  return !isTerminal && getWorkerCount() !== '1';
}

/** The heap limit, unless NODE_OPTIONS sets one. */
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
