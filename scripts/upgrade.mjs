// npm run upgrade: brings a clone to a newer version. What takes long is done while the old version runs; when a step
// fails, the old version is put back. docs/decisions/060-upgrades.md
import { join, resolve } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { readSettingsFile } from './settings-file.mjs';
import { runAsOwner } from './upgrade/account.mjs';
import { openClone } from './upgrade/clone.mjs';
import { readOptions, usage } from './upgrade/options.mjs';
import { openService } from './upgrade/service.mjs';
import { claimStage, openStage } from './upgrade/stage.mjs';
import { isOlderRelease, print, Refusal } from './upgrade/words.mjs';

/** Runs one of the server's commands, of the old version or of the new one. */
const runCommand = (folder, name, args = [], isShown = true) =>
  runAsOwner('node', ['scripts/run.mjs', join('server/src/commands', `${name}.ts`), ...args], {
    cwd: folder,
    isShown,
  });

/** Asks a command what it would do. */
async function plan(folder, name) {
  const output = await runCommand(folder, name, ['--check'], false);
  return JSON.parse(output.trim().split('\n').at(-1));
}

/** What a version's migrations would do to the database. */
const planMigrations = (folder) => plan(folder, 'migrate');

function checkBackup({ backupTo, isBackupMade }) {
  if (isBackupMade) return null;
  const folder = backupTo ?? process.env.BACKUP_DIR;
  if (folder) return folder;
  throw new Refusal(
    'Name a folder for the backup, best on another disk: --backup-to FOLDER. If you have backed up the database and the files with your own tools, add --backup-made instead.',
  );
}

async function backUp(folder) {
  if (folder === null) return;
  print('Backing up the database and the files.');
  await runCommand(root, 'backup', ['--to', folder]);
}

async function migrate(stage, { missing }) {
  if (missing.length === 0) return print('The database needs no migration.');
  print(`Migrating the database: ${missing.join(', ')}.`);
  await runCommand(stage.folder, 'migrate');
}

async function stop(service, state) {
  if (!service.isManaged || state.isStopped) return;
  print('Stopping Lotkeeper.');
  state.isStopped = true;
  await service.stop();
}

/** Carries the built-in database over when the new version comes with another major version of PostgreSQL. */
async function upgradeDatabase(stage, service, state) {
  if (process.env.DATABASE_URL) return;
  const { from, to } = await plan(stage.folder, 'upgrade-database');
  if (from === to) return;
  print(`The new version comes with PostgreSQL ${to}, and the database is of PostgreSQL ${from}.`);
  await stop(service, state);
  await runCommand(stage.folder, 'upgrade-database');
  state.isBeyond = true;
}

async function upgrade({ from, to }, stage, service, state, backupFolder) {
  print(`Preparing ${to.name} beside the clone: its packages and pages.`);
  await stage.prepare();
  await backUp(backupFolder);
  await upgradeDatabase(stage, service, state);
  const migrations = await planMigrations(stage.folder);
  const { oldestRelease } = migrations;
  if (oldestRelease !== null && isOlderRelease(from.release, oldestRelease)) {
    print(`Lotkeeper ${from.release} can’t use the database after these migrations.`);
    await stop(service, state);
    state.isBeyond = true;
  }
  await migrate(stage, migrations);
  await stop(service, state);
  state.isSwapped = true;
  await stage.swapIn();
  if (!service.isManaged) return print(`The clone is at ${to.name}. Start it with npm start.`);
  print('Starting Lotkeeper.');
  await service.start();
  print(`Lotkeeper ${to.name} is ready. To check its sums: npm run ledger:verify`);
}

/** Puts the old version back as far as it was replaced. */
async function goBack({ from }, stage, service, state) {
  if (state.isSwapped) {
    // What didn't start may have no process to stop.
    if (service.isManaged) await service.stop().catch((error) => print(error.message));
    await stage.swapBack();
  }
  if (state.isBeyond) {
    return print(
      `The clone is at ${from.name} again, which may not be able to use the database any more. Restore the backup as docs/deploy.md says before you start it.`,
    );
  }
  if (!state.isStopped) {
    return print(`Lotkeeper ${from.name} was not touched: nothing has to be done.`);
  }
  print(`Starting Lotkeeper ${from.name} again.`);
  await service.startAgain();
  print(`Lotkeeper ${from.name} is ready again.`);
}

async function run(args) {
  const options = readOptions(args);
  readSettingsFile(options.settings);
  // The commands of the new version run in another folder.
  process.env.DATA_DIR = resolve(root, process.env.DATA_DIR || './data');
  const backupFolder = checkBackup(options);
  const service = openService(options);
  await service.check();
  await bootstrap();
  const clone = await openClone(options.to);
  if (clone.to === null) return print(`Lotkeeper ${clone.from.name} is the newest version.`);
  print(`Upgrading Lotkeeper ${clone.from.name} to ${clone.to.name}.`);
  // Whether the database can be reached, before anything takes time.
  await planMigrations(root);
  await claimStage();
  const stage = openStage(clone);
  const state = { isStopped: false, isSwapped: false, isBeyond: false };
  try {
    await upgrade(clone, stage, service, state, backupFolder);
  } catch (error) {
    print(`The upgrade failed: ${error instanceof Refusal ? error.message : error.stack}`);
    process.exitCode = 1;
    await goBack(clone, stage, service, state);
  } finally {
    await stage.remove();
  }
}

// Children of the same terminal get the signal too: the step under way fails, and what was done is taken back.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) print(usage);
else {
  await run(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  });
}
