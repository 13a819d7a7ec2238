import { readConfig } from '../kernel/config.ts';
import { connectDatabase } from '../kernel/data/connect.ts';
import { noLimits } from '../kernel/data/database.ts';
import { migrate, planMigrations } from '../kernel/data/migrations.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, runProgram } from './command.ts';

const usage =
  'Usage: npm run migrate, or npm run migrate -- --check for what it would do, as a line of JSON.';

const printNotice = (line: string) => process.stderr.write(`${line}\n`);

/** Applies the migrations of this version while Lotkeeper is in use, or says which ones are missing. */
async function runMigrations(args: string[]): Promise<number> {
  const isCheck = args.length === 1 && args[0] === '--check';
  if (args.length > 0 && !isCheck) throw new StartError(usage);
  const { database, close } = await connectDatabase(readConfig(process.env), {
    log: { info: () => undefined, error: printNotice },
    isCommand: true,
    limits: noLimits,
  });
  try {
    if (isCheck) {
      printLine(JSON.stringify(await planMigrations(database.system)));
      return 0;
    }
    const applied = await migrate(database, { report: printNotice });
    printLine(
      applied.length === 0 ? 'No migration is missing.' : `Applied: ${applied.join(', ')}.`,
    );
    return 0;
  } finally {
    await close();
  }
}

await runProgram({ usage, run: runMigrations });
