import type { Database } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';
import type { Disagreement } from '../records/ledger.ts';
import { compareRollups, rebuildRollups } from '../records/ledger.ts';
import { rollups } from '../records/rollups.ts';
import { printLine, runCommand } from './command.ts';
import { openProgress } from './progress.ts';

function describeDisagreement(disagreement: Disagreement): string {
  const where = [
    `organization ${disagreement.organization_id}`,
    `property ${disagreement.spot_pk}`,
    ...(disagreement.local_date ? [disagreement.local_date] : []),
    ...(disagreement.rental_type ? [disagreement.rental_type] : []),
  ].join(', ');
  return `${disagreement.rollup}: ${where}: ${disagreement.column} is ${disagreement.rolled_up}, the ledger says ${disagreement.ledger}`;
}

/** Recomputes every rollup from the ledger and prints each difference; 1 when there is any. */
async function verify({ system }: Database): Promise<number> {
  const progress = openProgress(process.stdout);
  const comparisons = await compareRollups(system, ({ properties, allProperties, rows }) =>
    progress.show(`${properties} of ${allProperties} properties, ${rows} rows compared`),
  ).finally(() => progress.end());
  let differences = 0;
  for (const { rollup, rows, source, source_rows, disagreements } of comparisons) {
    printLine(`${rollup}: ${rows} rows compared with ${source_rows} ${source.replace('_', ' ')}`);
    for (const disagreement of disagreements) printLine(describeDisagreement(disagreement));
    differences += disagreements.length;
  }
  printLine(differences === 1 ? '1 difference' : `${differences} differences`);
  return differences === 0 ? 0 : 1;
}

/** Rebuilds every rollup from the ledger. */
async function rebuild({ system }: Database): Promise<number> {
  await rebuildRollups(system);
  printLine(`${rollups.join(', ')} were rebuilt from the ledger.`);
  return 0;
}

await runCommand(([act, ...rest]) => {
  if (act === 'verify' && rest.length === 0) return verify;
  if (act === 'rebuild' && rest.length === 0) return rebuild;
  throw new StartError('Usage: npm run ledger:verify, or npm run ledger:rebuild.');
});
