import type { Database } from '../kernel/database.ts';
import { StartError } from '../kernel/start-error.ts';
import type { Disagreement } from '../records/ledger.ts';
import { compareRollup, rebuildRollups, rollups, sourceOf } from '../records/ledger.ts';
import { runCommand, say } from './command.ts';

function sentenceOf(of: Disagreement): string {
  const where = [
    `organization ${of.organization_id}`,
    `property ${of.spot_pk}`,
    of.local_date,
    ...(of.rental_type ? [of.rental_type] : []),
  ].join(', ');
  return `${of.rollup}: ${where}: ${of.column} is ${of.rolled_up}, the ledger says ${of.ledger}`;
}

/** Recomputes every rollup from the ledger and tells each difference; 1 when there is any. */
async function verify({ system }: Database): Promise<number> {
  let differences = 0;
  for (const rollup of rollups) {
    const source = sourceOf(rollup);
    const [counted] = await system<[{ entries: number; rows: number }]>`
      select (select count(*) from ${system.identifier(source)}) as entries, (select count(*) from ${system.identifier(rollup)}) as rows`;
    const found = await compareRollup(system, rollup);
    say(
      `${rollup}: ${counted.rows} rows compared with ${counted.entries} ${source.replace('_', ' ')}`,
    );
    for (const one of found) say(sentenceOf(one));
    differences += found.length;
  }
  say(differences === 1 ? '1 difference' : `${differences} differences`);
  return differences === 0 ? 0 : 1;
}

/** Makes every rollup anew from the ledger. */
async function rebuild({ system }: Database): Promise<number> {
  await rebuildRollups(system);
  say(`${rollups.join(', ')} were made anew from the ledger.`);
  return 0;
}

await runCommand(([act, ...rest]) => {
  if (act === 'verify' && rest.length === 0) return verify;
  if (act === 'rebuild' && rest.length === 0) return rebuild;
  throw new StartError('Usage: npm run ledger:verify, or npm run ledger:rebuild.');
});
