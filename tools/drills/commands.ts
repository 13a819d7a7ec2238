import { runToEnd } from '../../server/src/testing/processes.ts';

/** Runs one of the server's programs and returns what it printed; throws if it fails. */
export async function runCommand(
  file: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const { code, out, error } = await runToEnd(`commands/${file}`, settings, args);
  if (code !== 0) throw new Error(`${file} failed: ${out}${error}`);
  return out;
}

/** How many differences `npm run ledger:verify` finds in an installation. */
export async function countDifferences(
  settings: Record<string, string> & ({ DATA_DIR: string } | { DATABASE_URL: string }),
  ...flags: string[]
): Promise<number> {
  const { out, error } = await runToEnd('commands/ledger.ts', settings, ['verify', ...flags]);
  const differences = /^(\d+) differences?$/m.exec(out)?.[1];
  if (differences === undefined)
    throw new Error(`ledger:verify didn't get through: ${out}${error}`);
  return Number(differences);
}
