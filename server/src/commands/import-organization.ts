import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { Database } from '../kernel/data/database.ts';
import { folderFiles } from '../kernel/data/files.ts';
import { StartError } from '../kernel/start-error.ts';
import { importOrganization } from '../organization-file/import-organization.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { printLine, resolvePath, runCommand } from './command.ts';

const usage =
  'Usage: npm run import-organization -- FILE.zip --key FINGERPRINT. It imports an export of everything into an installation without data. FINGERPRINT is of the key that must have signed it; GET /api/seals/keys/ of the old installation shows it.';

function readArguments(args: string[]): { path: string; trustedKey: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string' } },
    });
    const [path, ...rest] = positionals;
    if (path && rest.length === 0)
      return { path: resolvePath(path), trustedKey: values.key?.trim().toLowerCase() };
  } catch {}
  throw new StartError(usage);
}

const makeImporter = (args: string[]) => {
  const { path, trustedKey } = readArguments(args);
  return async (database: Database, { DATA_DIR }: Config): Promise<number> => {
    const files = folderFiles(join(DATA_DIR, 'files'));
    const options = { database, files, path, trustedKey, report: printLine };
    const { manifest, rows, images, seals, sealKeys } = await importOrganization(options);
    const { organization, as_of: asOf, key } = manifest;
    const differences = (await listDisagreements(database.system)).length;
    printLine(
      `Imported ${organization.name} as of ${asOf}: ${rows} rows and ${images} images. ${differences} sums differ from the ledger, and ${seals} seals match their rows.`,
    );
    printLine(`The file is signed with the key ${key}.`);
    for (const other of sealKeys.filter((sealKey) => sealKey !== key))
      printLine(`Days are sealed with the key ${other}.`);
    printLine(
      'Members sign in with a code by email. API keys, camera keys, links for auditors, kiosks, and the bank account are to be set up again.',
    );
    return differences === 0 ? 0 : 1;
  };
};

await runCommand({ usage, read: makeImporter });
