import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { readConfig } from '../config.ts';
import { connectDatabase } from '../kernel/data/connect.ts';
import type { Database } from '../kernel/data/database.ts';
import { noLimits } from '../kernel/data/database.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { StartError } from '../kernel/start-error.ts';

// The program that reads the lines may stop before the end, as head does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** Prints one line for the person who runs the command. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Prints one line to standard error. */
export const printNotice = (line: string) => void process.stderr.write(`${line}\n`);

/** A log of which only what went wrong is shown. */
export const commandLog = { info: () => undefined, error: printNotice };

/** Connects a command to the database, which may take as long as it takes. */
export const connectCommand = (config: Config) =>
  connectDatabase(config, { log: commandLog, isCommand: true, limits: noLimits });

interface Program {
  usage: string;
  /** Does what the arguments ask for and answers the exit code; throws a StartError if they can't be read. */
  run: (args: string[]) => Promise<number>;
}

interface Command {
  usage: string;
  /** What the arguments ask for; throws a StartError if they can't be read. `applied` are the migrations that the database lacked. */
  read: (
    args: string[],
  ) => (database: Database, config: Config, applied: string[]) => Promise<number>;
}

/** Whether a command line asks how the command is used. */
export const asksForHelp = (args: readonly string[]) =>
  args.some((arg) => arg === '--help' || arg === '-h');

/** Runs a program to its end: the process ends with the number that it answers; what is wrong is one message and a 1. */
export async function runProgram({ usage, run }: Program): Promise<void> {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    printLine(usage);
    return;
  }
  try {
    process.exitCode = await run(args);
  } catch (error) {
    const text =
      error instanceof StartError
        ? error.message
        : `The command failed: ${error instanceof Error ? error.stack : String(error)}`;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}

/** Reads the command line, and runs what it asks for on the database. */
export const runCommand = ({ usage, read }: Command): Promise<void> =>
  runProgram({
    usage,
    run: async (args) => {
      const work = read(args);
      const config = readConfig(process.env);
      const { database, close } = await connectCommand(config);
      try {
        const applied = await migrate(database, { report: printNotice });
        return await work(database, config, applied);
      } finally {
        await close();
      }
    },
  });

/** A path of the command line: npm runs its scripts in the folder of package.json, wherever it was called. */
export const resolvePath = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);
