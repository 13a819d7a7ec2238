// npm run drills: damages throwaway installations, prints the cost next to its limit, and saves it in
// tools/drills/results.json.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { clearAway } from '../../server/src/testing/at-end.ts';
import type { Figure } from '../bench/table.ts';
import { formatTable } from '../bench/table.ts';
import { backupDrills } from './backup.ts';
import { citusDrills } from './citus.ts';
import { diskFullDrills } from './disk-full.ts';
import type { Drill, DrillResult } from './drill.ts';
import { emptyMachineDrills } from './empty-machine.ts';
import { failoverDrills } from './failover.ts';
import { killDrills } from './kills.ts';
import { lockedTableDrills } from './locked-table.ts';
import { objectStoreDrills } from './object-store.ts';
import { outsideDownDrills } from './outside-down.ts';
import { overloadDrills } from './overload.ts';
import { payoutDrills } from './payouts.ts';
import { powerLossDrills } from './power-loss.ts';
import { saveResults } from './report.ts';
import { slowSenderDrills } from './slow-senders.ts';
import { systemTestDrills } from './system-tests.ts';
import { webhookDrills } from './webhooks.ts';

const drills: readonly Drill[] = [
  ...killDrills,
  ...failoverDrills,
  ...citusDrills,
  ...diskFullDrills,
  ...powerLossDrills,
  ...backupDrills,
  ...emptyMachineDrills,
  ...payoutDrills,
  ...lockedTableDrills,
  ...objectStoreDrills,
  ...outsideDownDrills,
  ...overloadDrills,
  ...slowSenderDrills,
  ...systemTestDrills,
  ...webhookDrills,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    // At the fifth exit within a minute, the supervisor waits half a minute.
    rounds: { type: 'string', default: '4' },
    // A file for the counts, instead of tools/drills/results.json.
    counts: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const chosen = drills.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0 || !Number.isSafeInteger(rounds) || rounds < 1) {
  console.error(
    `Usage: npm run drills -- [--rounds 4] [--only NAME]\nNames: ${drills.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

/** A drill that throws has failed: its error is a figure like the others. */
async function runDrill(drill: Drill): Promise<DrillResult> {
  try {
    return await drill.run({ rounds }).finally(clearAway);
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error);
    return [{ label: drill.name, figure: 'broke off', target: '', met: false, note }];
  }
}

const results = new Map<Drill, DrillResult>();
for (const drill of chosen) {
  console.log(`${drill.name} …`);
  const result = await runDrill(drill);
  results.set(drill, result);
  console.log('skipped' in result ? `Skipped: ${result.skipped}` : `${formatTable(result)}\n`);
}
const figures: Figure[] = [...results.values()].flatMap((result) =>
  'skipped' in result ? [] : result,
);
const missed = figures.filter(({ met }) => met === false).length;
const skipped = results.size - [...results.values()].filter(Array.isArray).length;
const counts = { passed: figures.length - missed, failed: missed, skipped };
if (values.counts) writeFileSync(values.counts, JSON.stringify(counts));
else saveResults(results);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = missed === 0 ? 0 : 1;
