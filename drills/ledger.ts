import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from '../bench/table.ts';
import { judged } from '../bench/table.ts';
import type { PaymentRun } from './payments.ts';
import { compareLedger } from './payments.ts';

const command = join(import.meta.dirname, '../server/src/commands/ledger.ts');

/** Runs `npm run ledger:verify` on a database, without its images, and returns the number of differences it found. */
export function verifyLedger(databaseUrl: string): Promise<number> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [command, 'verify', '--without-images'],
      { env },
      (_, stdout, stderr) => {
        const differences = /^(\d+) differences?$/m.exec(stdout)?.[1];
        if (differences !== undefined) resolve(Number(differences));
        else reject(new Error(`ledger:verify did not get through: ${stdout}${stderr}`));
      },
    );
  });
}

/** Compares what was acknowledged with the ledger, and the ledger with its rollups: all must be 0. */
export async function judgeLedger(
  name: string,
  databaseUrl: string,
  run: PaymentRun,
  note: string,
): Promise<Figure[]> {
  const { lost, doubled } = await compareLedger(databaseUrl, run);
  const differences = await verifyLedger(databaseUrl);
  const zero = { most: 0, digits: 0 };
  return [
    judged(`${name}: payments lost`, lost, zero, note),
    judged(`${name}: payments twice`, doubled + run.recordedTwice, zero),
    judged(`${name}: differences that ledger:verify finds`, differences, zero),
  ];
}
