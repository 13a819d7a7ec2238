import { readConfig } from '../kernel/config.ts';
import { connectDatabase } from '../kernel/data/connect.ts';
import { noLimits } from '../kernel/data/database.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, runProgram } from './command.ts';

const usage = 'Usage: npm run migrate. It takes no arguments.';

const printNotice = (line: string) => process.stderr.write(`${line}\n`);

/** Applies the migrations of this version while Lotkeeper is in use. */
async function runMigrations(args: string[]): Promise<number> {
  if (args.length > 0) throw new StartError(usage);
  const { database, close } = await connectDatabase(readConfig(process.env), {
    log: { info: () => undefined, error: printNotice },
    isCommand: true,
    limits: noLimits,
  });
  try {
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
