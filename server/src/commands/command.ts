import { resolve } from 'node:path';
import type { Config } from '../kernel/config.ts';
import { readConfig } from '../kernel/config.ts';
import { connectDatabase } from '../kernel/data/connect.ts';
import type { Database } from '../kernel/data/database.ts';
import { noLimits } from '../kernel/data/database.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { StartError } from '../kernel/start-error.ts';

/** Prints one line for the person who runs the command. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`);

type Work = (database: Database, config: Config) => Promise<number>;

async function run(read: (args: string[]) => Work): Promise<number> {
  const work = read(process.argv.slice(2));
  const config = readConfig(process.env);
  const connected = await connectDatabase(config, {
    log: { info: () => undefined, error: (line) => process.stderr.write(`${line}\n`) },
    joinRunning: true,
    limits: noLimits,
  });
  try {
    await migrate(connected.database);
    return await work(connected.database, config);
  } finally {
    await connected.close();
  }
}

/** Runs a program to its end: the process ends with the number that it answers; what is wrong is one message and a 1. */
export async function runProgram(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
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
export const runCommand = (read: (args: string[]) => Work): Promise<void> =>
  runProgram(() => run(read));

/** A path of the command line: npm runs its scripts in the folder of package.json, wherever it was called. */
export const resolvePath = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);
