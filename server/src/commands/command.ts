import { readConfig } from '../kernel/config.ts';
import { connectDatabase } from '../kernel/connect.ts';
import type { Database } from '../kernel/database.ts';
import { migrate } from '../kernel/migrations.ts';
import { StartError } from '../kernel/start-error.ts';

/** Says one line to whoever runs the command. */
export const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(work: (database: Database) => Promise<number>): Promise<number> {
  const connected = await connectDatabase(readConfig(process.env), {
    log: { info: () => undefined, error: (line) => process.stderr.write(`${line}\n`) },
    joinRunning: true,
  });
  try {
    await migrate(connected.database.system);
    return await work(connected.database);
  } finally {
    await connected.close();
  }
}

/** Runs a command on the database and ends the process with the number that it answers; what is wrong is one sentence and a 1. */
export async function runCommand(work: (database: Database) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(work);
  } catch (error) {
    const text =
      error instanceof StartError
        ? error.message
        : `The command failed: ${error instanceof Error ? error.stack : String(error)}`;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
