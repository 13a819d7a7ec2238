import { execFile } from 'node:child_process';
import { join } from 'node:path';

const commands = join(import.meta.dirname, '../server/src/commands');

/** Runs a command to its end and returns what it printed. */
export function runCommand(
  file: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, DATABASE_URL: undefined, ...settings };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(commands, file), ...args],
      { env },
      (error, stdout, stderr) => {
        if (error && !stdout) reject(new Error(`${file} failed: ${stderr}`));
        else resolve(stdout);
      },
    );
  });
}

/** How many differences `npm run ledger:verify` finds in a running installation. */
export async function countDifferences(dataDir: string): Promise<number> {
  const text = await runCommand('ledger.ts', ['verify'], { DATA_DIR: dataDir });
  return Number(/^(\d+) differences?$/m.exec(text)?.[1] ?? Number.NaN);
}
