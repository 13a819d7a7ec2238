import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import {
  refuseMissingDatabase,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts';
import { copyDatabase } from '../kernel/data/copy-database.ts';
import type { Database } from '../kernel/data/database.ts';
import { nameDatabase, noLimits, openDatabase } from '../kernel/data/database.ts';
import { isDatabaseUrl } from '../kernel/data/sql/hosts.ts';
import { beginMove, endMove } from '../kernel/data/unfinished-move.ts';
import { StartError } from '../kernel/start-error.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { commandLog, connectCommand, printLine, runProgram } from './command.ts';

const usage =
  'Usage: npm run move-database -- --to postgres://USER:PASSWORD@HOST/DATABASE. It copies the built-in database into an empty one of your own. Stop Lotkeeper first.';

function readTarget(args: string[]): string {
  try {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } });
    if (values.to && isDatabaseUrl(values.to)) return values.to;
  } catch {}
  throw new StartError(usage);
}

/** Rejects a database that contains anything but extensions, or that migrations couldn't write to. */
async function refuseUsedDatabase({ system, url }: Database): Promise<void> {
  const [row] = await system<[{ is_owner: boolean; role: string; used: string | null }]>`
    select pg_has_role(datdba, 'usage') as is_owner, current_user::text as role, (
      select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname !~ '^pg_'
        and n.nspname <> 'information_schema' and not exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      order by 1 limit 1) as used
    from pg_database where datname = current_database()`;
  const name = nameDatabase(url);
  if (row.used !== null) {
    throw new StartError(
      `The database ${name} isn’t empty: it has ${row.used}. Create a new one for the move, which never overwrites anything.`,
    );
  }
  if (row.is_owner) return;
  throw new StartError(
    `The role ${row.role} doesn’t own the database ${name}: alter database … owner to ${row.role}.`,
  );
}

async function fill(from: Database, to: Database): Promise<number> {
  await beginMove(to.system);
  try {
    return await copyDatabase({ from, to, report: printLine, beforeCommit: endMove });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `${why}\nNothing was moved, and the built-in database is as it was. Drop the database ${nameDatabase(to.url)}, create it again, and move again.`,
    );
  }
}

async function move(dataDir: string, to: Database): Promise<void> {
  // It locks the data folder until the end, so that nobody starts Lotkeeper in the meantime.
  const { url, stop } = await startEmbeddedPostgres({
    dataDir,
    log: commandLog,
    mustExist: true,
  });
  const from = openDatabase({ url, pool: 2, prepare: false, limits: noLimits });
  try {
    const started = performance.now();
    const rows = await fill(from, to);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const differences = (await listDisagreements(to.system)).length;
    printLine(
      `Moved ${rows} rows to ${nameDatabase(to.url)} in ${seconds} s; every table was read back and matches. ${differences} sums differ from the ledger.`,
    );
    printLine(
      `Set DATABASE_URL to it, keep DATA_DIR=${JSON.stringify(dataDir)} for the files, unset BACKUP_DIR, and start Lotkeeper. Remove the folder postgres in DATA_DIR once everything works.`,
    );
  } finally {
    await from.close();
    await stop();
  }
}

async function runMove(args: string[]): Promise<number> {
  const url = readTarget(args);
  const config = readConfig(process.env);
  if (config.DATABASE_URL) {
    throw new StartError(
      'npm run move-database moves the built-in database: run it without DATABASE_URL, and with the DATA_DIR of your server.',
    );
  }
  refuseMissingDatabase(config.DATA_DIR);
  const to = await connectCommand({ ...config, DATABASE_URL: url });
  try {
    await refuseUsedDatabase(to.database);
    await move(config.DATA_DIR, to.database);
  } finally {
    await to.close();
  }
  return 0;
}

await runProgram({ usage, run: runMove });
