// npm test, npm run check: runs every check in order. `--only format,lint` selects stages, and arguments after `--`
// go to the one selected: npm test -- --only unit -- server/src/kernel
// `--changed` runs what the uncommitted changes affect, or else the last commit; `--changed=main` everything since main.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, fail, run } from './bootstrap.mjs';
import { chromiumPath } from './chromium.mjs';
import { brokenStage, describeRun, judged, noTests, playwrightCounts } from './counts.mjs';
import { buildWeb } from './web-build.mjs';

/** What a run's tests saw of the rows of each statement. */
const seenRows = join(import.meta.dirname, '../node_modules/.cache/sql-rows/seen');
const reports = mkdtempSync(join(tmpdir(), 'lotkeeper-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

// A failure keeps no later stage from running.
const stageGroups = [
  // The slowest first; two run concurrently.
  {
    lint: (args) => checked('oxlint', ['--type-aware', '--deny-warnings', ...args]),
    types: typesStage,
    dead: (args) => checked('knip', args),
    format: (args) => checked('biome', ['check', '--error-on-warnings', ...args]),
  },
  { unit: unitStage },
  { browser: browserStage, rows: rowsStage },
  { stress: (args) => vitestStage('stress', ['--project=stress'], args) },
];
// `npm run stress`, and `--changed` for the folders that it finds.
const onlyOnRequest = ['stress'];

await bootstrap({ withTools: true });
const { only, argsOf } = await options(process.argv.slice(2));
const stages = await runGroups();
process.exitCode = stages.some(({ counts }) => counts.failed > 0) ? 1 : 0;
console.log(describeRun(stages));

async function runGroups() {
  const done = [];
  for (const group of stageGroups) {
    const names = Object.keys(group).filter((name) => only.includes(name));
    const lane = async () => {
      for (let name = names.shift(); name; name = names.shift()) {
        done.push(await timed(name, group[name], argsOf(name)));
      }
    };
    await Promise.all([lane(), lane()]);
  }
  return done;
}

async function timed(name, stage, args) {
  const started = performance.now();
  const counts = await stage(args).catch((error) => {
    console.error(error.message);
    return brokenStage;
  });
  const seconds = (performance.now() - started) / 1000;
  console.log(`${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
  return { name, seconds, counts };
}

async function checked(command, args) {
  const { code, output } = await run(command, args, { capture: true });
  if (code !== 0) console.error(output.trim());
  return code === 0 ? noTests : brokenStage;
}

async function typesStage(args) {
  const folders = ['.', 'web', 'tools/e2e', 'tools/shots', 'tools/shots/components'];
  const failed = [];
  for (const folder of folders) {
    // Results for unchanged files are reused by the next run.
    const cache = [
      '--incremental',
      '--tsBuildInfoFile',
      `node_modules/.cache/tsc/${folder}.tsbuildinfo`,
    ];
    const counts = await checked('tsc', ['-p', `${folder}/tsconfig.json`, ...cache, ...args]);
    if (counts.failed > 0) failed.push(folder);
  }
  return failed.length === 0 ? noTests : brokenStage;
}

async function unitStage(args) {
  rmSync(seenRows, { recursive: true, force: true });
  return vitestStage('unit', ['--project=!system', '--project=!stress'], args);
}

/** Compares the rows that the unit tests saw with the types that the code states. */
async function rowsStage(args) {
  const { code } = await run('node', ['tools/sql-rows/state-seen-rows.ts']);
  return code === 0
    ? checked('tsc', ['-p', 'node_modules/.cache/sql-rows/copy', ...args])
    : brokenStage;
}

/** Runs projects of vitest, or only the test files that are named. */
async function vitestStage(name, projects, args) {
  const file = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-summary.mjs'];
  const chosen = args.length === 0 ? projects : args;
  const { code } = await run('vitest', ['run', ...reporters, ...chosen], {
    env: { SUMMARY_FILE: file },
  });
  return judged(readReport(file), code);
}

async function browserStage(args) {
  const built = await buildWeb();
  if (built.code !== 0) throw new Error(`${built.output}\nThe web pages could not be built.`);
  const file = join(reports, 'playwright.json');
  const env = { CHROMIUM_PATH: chromiumPath(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { code } = await run('playwright', ['test', '--reporter=list,json', ...args], { env });
  return judged(playwrightCounts(readReport(file)), code);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error('The tests did not finish: there is no report.');
  }
}

async function options(argv) {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const [flag, list, ...rest] = argv.slice(0, end);
  const passed = argv.slice(end + 1);
  const known = stageGroups.flatMap((group) => Object.keys(group));
  if (/^--changed(=|$)/.test(flag ?? '') && list === undefined && passed.length === 0) {
    return changedOptions(flag.split('=')[1]);
  }
  const usual = known.filter((name) => !onlyOnRequest.includes(name));
  const chosen = flag === undefined ? usual : (list ?? '').split(',');
  const unknown = chosen.filter((name) => !known.includes(name));
  if ((flag ?? '--only') !== '--only' || unknown.length > 0 || rest.length > 0) {
    fail(
      `Usage: npm test -- [--only ${known.join(',')}] [-- arguments of the one stage]\n       npm test -- --changed[=COMMIT]`,
    );
  }
  if (passed.length > 0 && chosen.length !== 1)
    fail('Arguments after -- need --only with one stage.');
  return { only: chosen, argsOf: () => passed };
}

async function changedOptions(commit) {
  // It needs a package, which a new clone has only from here on.
  const { listChanged, pickTests } = await import('./changed.mjs');
  const picked = pickTests(listChanged(commit));
  for (const [name, { files, count }] of Object.entries(picked)) {
    const rest = count > files.length ? ` (the nearest of ${count}; npm test runs all)` : '';
    console.log(`${name}: ${files.length} test files${rest}`);
  }
  const chosen = Object.keys(picked).filter((name) => picked[name].files.length > 0);
  return {
    only: ['format', 'lint', 'types', 'dead', ...chosen],
    argsOf: (name) => picked[name]?.files ?? [],
  };
}
