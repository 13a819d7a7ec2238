import {
  createOrganizationExport,
  downloadOrganizationExport,
  exportMessages,
  listOrganizationExports,
} from '@lotkeeper/contract/trust/organization-exports';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import { StoredZipFile } from '../../../kernel/http/binary-files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import { countImages, insertExport, listExports, noteDownload } from './exports.queries.ts';

/** Exports of everything that can be asked for per organization and hour. */
const maxStarts = 4;
/** Downloads of them per person and hour. */
const maxDownloads = 20;

interface Deps {
  limiter: Limiter;
  files: FileStore;
}

const normalize = (name: string) => name.normalize('NFC').trim().toLowerCase();

/** Exports of everything that an organization has. */
export function organizationExportsRoutes(serve: Serve, { limiter, files }: Deps): void {
  serve(listOrganizationExports, async ({ scope }) => {
    const [{ name }, images, exports] = await Promise.all([
      readOrganization(scope),
      countImages(scope),
      listExports(scope),
    ]);
    return { name, ...images, exports };
  });

  serve(createOrganizationExport, async ({ scope, body, now }) => {
    const { name } = await readOrganization(scope);
    if (normalize(body.confirm) !== normalize(name))
      throw wrongFields({ confirm: exportMessages.notSame });
    await limiter.enforce(
      `organization exports ${scope.organizationId}`,
      maxStarts,
      now,
      'requests',
    );
    return insertExport(scope, now);
  });

  serve(downloadOrganizationExport, async ({ scope, params, now }) => {
    await limiter.enforce(`export downloads ${scope.person.pk}`, maxDownloads, now, 'downloads');
    const { name } = await readOrganization(scope);
    const file = await noteDownload(scope, params.export, now);
    const found = file === null ? null : await files.open(file);
    if (!found) throw new Refusal('not_found', exportMessages.notReady);
    return new StoredZipFile(`everything ${inFileName(name)}`, found.stream);
  });
}
