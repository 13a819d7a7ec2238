import type { Config } from '../config.ts';
import { openFiles } from '../kernel/data/bucket/open-files.ts';
import type { Database } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';
import type { Disagreement } from '../records/money/ledger.ts';
import { compareRollups, rebuildRollups } from '../records/money/ledger.ts';
import { rollups } from '../records/money/rollups.ts';
import { verifyImages } from '../records/trust/verify-images.ts';
import { verifySeals } from '../records/trust/verify-seals.ts';
import { printLine, runCommand } from './command.ts';
import { openProgress } from './progress.ts';
import { describeImageDifference, describeSealDifference } from './seal-messages.ts';

function describeDisagreement(disagreement: Disagreement): string {
  const where = [
    `organization ${disagreement.organization_id}`,
    `property ${disagreement.spot_pk}`,
    ...(disagreement.local_date ? [disagreement.local_date] : []),
    ...(disagreement.kind ? [disagreement.kind] : []),
  ].join(', ');
  return `${disagreement.rollup}: ${where}: ${disagreement.column} is ${disagreement.rolled_up}, the ledger says ${disagreement.ledger}`;
}

/** Recomputes every rollup from the ledger and prints each difference. */
async function printRollups({ system }: Database): Promise<number> {
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
  return differences;
}

/** Verifies every seal against the rows, and prints each difference. */
async function printSeals({ system }: Database): Promise<number> {
  const progress = openProgress(process.stdout);
  const { seals, rows, deleted, keys, differences, differing } = await verifySeals(
    system,
    ({ organizations, allOrganizations, rows: verified }) =>
      progress.show(
        `${organizations} of ${allOrganizations} organizations, ${verified} sealed rows verified`,
      ),
  ).finally(() => progress.end());
  printLine(`day_seals: ${seals} seals verified with ${rows} rows`);
  if (deleted > 0)
    printLine(
      `deletions: ${deleted} sealed rows and images were deleted, according to signed records`,
    );
  for (const key of keys) printLine(`day_seals: signed with the key ${key}`);
  for (const difference of differences) printLine(describeSealDifference(difference));
  return differing;
}

/** Hashes every image's file, and prints those that were changed. */
async function printImages({ system }: Database, config: Config): Promise<number> {
  const progress = openProgress(process.stdout);
  const { files } = openFiles(config);
  const { images, differences, differing } = await verifyImages(system, files, (verified) =>
    progress.show(`${verified} images verified`),
  ).finally(() => progress.end());
  printLine(`images: ${images} files verified`);
  for (const difference of differences) printLine(describeImageDifference(difference));
  return differing;
}

/** Verifies the rollups, the seals and the images; returns 1 if anything differs. */
const makeVerifier =
  ({ withImages }: { withImages: boolean }) =>
  async (database: Database, config: Config): Promise<number> => {
    const differences =
      (await printRollups(database)) +
      (await printSeals(database)) +
      (withImages ? await printImages(database, config) : 0);
    printLine(differences === 1 ? '1 difference' : `${differences} differences`);
    return differences === 0 ? 0 : 1;
  };

/** Rebuilds every rollup from the ledger. */
async function rebuild({ system }: Database): Promise<number> {
  await rebuildRollups(system);
  printLine(`${rollups.join(', ')} were rebuilt from the ledger.`);
  return 0;
}

const usage =
  'Usage: npm run ledger:verify, npm run ledger:verify -- --without-images, or npm run ledger:rebuild.';

await runCommand({
  usage,
  read: ([act, ...rest]) => {
    const withoutImages = rest.length === 1 && rest[0] === '--without-images';
    if (act === 'verify' && (rest.length === 0 || withoutImages))
      return makeVerifier({ withImages: !withoutImages });
    if (act === 'rebuild' && rest.length === 0) return rebuild;
    throw new StartError(usage);
  },
});
