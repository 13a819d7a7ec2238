import type { Config } from '../kernel/config.ts';
import { readConfig } from '../kernel/config.ts';
import { connectDatabase } from '../kernel/data/connect.ts';
import type { Database } from '../kernel/data/database.ts';
import { noLimits } from '../kernel/data/database.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { StartError } from '../kernel/start-error.ts';

// Whoever reads the lines may stop before the end, as head does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** Prints one line for the person who runs the command. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`);

interface Command {
  usage: string;
  /** What the arguments ask for; throws a StartError if they can't be read. */
  read: (args: string[]) => Work;
}

type Work = (database: Database, config: Config) => Promise<number>;

async function run({ usage, read }: Command): Promise<number> {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    printLine(usage);
    return 0;
  }
  const work = read(args);
  const config = readConfig(process.env);
  const connected = await connectDatabase(config, {
    log: { info: () => undefined, error: (line) => process.stderr.write(`${line}\n`) },
    isCommand: true,
    limits: noLimits,
  });
  try {
    await migrate(connected.database);
    return await work(connected.database, config);
  } finally {
    await connected.close();
  }
}

/** Whether a command line asks how the command is used. */
export const asksForHelp = (args: readonly string[]) =>
  args.some((arg) => arg === '--help' || arg === '-h');

/**
 * Reads the command line, runs what it asks for on the database, and ends the process with the number that
 * this answers; what is wrong is one sentence and a 1.
 */
export async function runCommand(command: Command): Promise<void> {
  try {
    process.exitCode = await run(command);
  } catch (error) {
    const text =
      error instanceof StartError
        ? error.message
        : `The command failed: ${error instanceof Error ? error.stack : String(error)}`;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
