import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import { makeVisitSettler } from '../features/cars/visits/visits.jobs.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';
import { listMendable, mendCars, mendProperty, resetClocks } from '../records/mend-reads.ts';
import { openRecorder } from '../records/recorder.ts';
import { printLine, runCommand } from './command.ts';

interface Outcome {
  refunds: number;
  refunded: number;
  waived: number;
}

/** What enforcement changed at a property after a given position. */
async function readOutcome(
  { system }: Database,
  { organization_id, spot_pk }: { organization_id: number; spot_pk: number },
): Promise<Outcome> {
  const [row] = await system<Outcome[]>`
    select
      (select count(*) from ledger_entries where organization_id = ${organization_id} and spot_pk = ${spot_pk}
        and source = 'enforcement' and kind = 'refund') as refunds,
      (select coalesce(sum(refund), 0)::bigint from ledger_entries where organization_id = ${organization_id}
        and spot_pk = ${spot_pk} and source = 'enforcement' and kind = 'refund') as refunded,
      (select count(*) from violations where organization_id = ${organization_id} and spot_pk = ${spot_pk}
        and source = 'enforcement' and status = 'Waived' and waived_by is null) as waived`;
  return row ?? { refunds: 0, refunded: 0, waived: 0 };
}

/** Repairs the effects of wrong camera times, pairs and judges the reads again, and prints what changed. */
async function mend(database: Database): Promise<number> {
  const { system } = database;
  const settle = makeVisitSettler({ database, clock: systemClock, publish: () => undefined });
  const properties = await listMendable(system);
  for (const organization of new Set(properties.map((property) => property.organization_id))) {
    const { cameras, cars } = await system.begin(async (tx) => {
      const recorder = await openRecorder(tx, organization);
      return { cameras: await resetClocks(recorder), cars: await mendCars(recorder) };
    });
    if (cameras + cars > 0)
      printLine(
        `organization ${organization}: camera clocks reset: ${cameras}; cars merged with the same car in another script: ${cars}`,
      );
  }
  let mended = 0;
  for (const property of properties) {
    const { organization_id, spot_pk } = property;
    const before = await readOutcome(database, property);
    const { reads, retried } = await system.begin(async (tx) =>
      mendProperty(await openRecorder(tx, organization_id), spot_pk),
    );
    if (reads + retried === 0) continue;
    await settle(property);
    const after = await readOutcome(database, property);
    mended += 1;
    printLine(
      `property ${spot_pk}: reads with impossible times or other plates: ${reads}; rows tried again: ${retried}; ` +
        `violations waived: ${after.waived - before.waived}; refunds: ${after.refunds - before.refunds}, ` +
        `${dollarsText(cents(after.refunded - before.refunded))} in all`,
    );
  }
  printLine(mended === 0 ? 'Nothing to mend.' : `Properties mended: ${mended}.`);
  return 0;
}

const usage = 'Usage: npm run reads:mend. It takes no arguments.';

await runCommand({
  usage,
  read: (args) => {
    if (args.length > 0) throw new StartError(usage);
    return mend;
  },
});
