import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { readConfig } from '../config.ts';
import { connectDatabase } from '../kernel/data/connect.ts';
import type { Database } from '../kernel/data/database.ts';
import { noLimits } from '../kernel/data/database.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { StartError } from '../kernel/start-error.ts';

// The reader of our output may stop early, as head does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

export const printLine = (line: string) => process.stdout.write(`${line}\n`);

export const printNotice = (line: string) => void process.stderr.write(`${line}\n`);

/** A log that shows only errors. */
export const commandLog = { info: () => undefined, error: printNotice };

/** Connects a command to the database, without time limits. */
export const connectCommand = (config: Config) =>
  connectDatabase(config, { log: commandLog, isCommand: true, limits: noLimits });

interface Program {
  usage: string;
  /** Does what the arguments request and returns the exit code; throws a StartError if they're invalid. */
  run: (args: string[]) => Promise<number>;
}

interface Command {
  usage: string;
  /** Parses the arguments or throws a StartError. `applied` are the migrations that the database lacked. */
  read: (
    args: string[],
  ) => (database: Database, config: Config, applied: string[]) => Promise<number>;
}

/** Whether a command line asks for help. */
export const asksForHelp = (args: readonly string[]) =>
  args.some((arg) => arg === '--help' || arg === '-h');

/**
 * Runs a program and exits with the code that it returns; errors are printed as one message, with the exit code 1.
 */
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

/** Parses the command line, and runs what it requests on the database. */
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

/** Resolves a path from the command line: npm runs scripts in the folder of package.json, wherever it was called. */
export const resolvePath = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);
