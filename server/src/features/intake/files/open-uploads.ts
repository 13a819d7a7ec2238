import { csvMessages, uploadUrl } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { OrganizationScope, Person, SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import { takeFileTurn } from '../../../kernel/load/turns.ts';
import type { TableInspection } from './inspect-file.ts';
import { refusal } from './open-file.ts';
import { isUploadedBy, keepFile, removeUploads } from './uploads.ts';

/** Previews per person and hour: each choice takes one. */
const previewsAnHour = 600;

interface Deps {
  sql: Sql;
  limiter: Limiter;
  files: FileStore;
}

/** What a person asks to have read: their upload. */
interface Asked {
  scope: OrganizationScope | SpotScope;
  url: string;
  now: Instant;
}

/** How routes of all kinds read uploads, and start imports of them. */
export function openUploads(deps: Deps) {
  const { sql, limiter } = deps;
  const requireUpload = async (url: string, person: Person): Promise<string> => {
    const upload = url.slice(uploadUrl('').length);
    if (await isUploadedBy(sql, upload, person)) return upload;
    throw refusal(csvMessages.upload);
  };
  return {
    /** Reads an upload when it's the caller's turn. */
    async preview<T>({ scope, url, now }: Asked, read: (upload: string) => Promise<T>): Promise<T> {
      await limiter.enforce(`preview ${scope.person.pk}`, previewsAnHour, now, 'requests');
      const upload = await requireUpload(url, scope.person);
      return takeFileTurn(scope.organizationId, () => read(upload));
    },

    /** Reads an upload, and starts an import of it; a sheet becomes a file of its own first. */
    async start<Found extends { inspection: TableInspection<string> }, T>(
      { scope, url, now }: Asked,
      read: (upload: string) => Promise<Found>,
      insert: (file: string, found: Found) => Promise<T>,
    ): Promise<T> {
      const { person, organizationId } = scope;
      const uploaded = await requireUpload(url, person);
      const { found, file } = await takeFileTurn(organizationId, async () => {
        const found = await read(uploaded);
        const { sheet, openText } = found.inspection;
        if (sheet === null) return { found, file: uploaded };
        return { found, file: await keepFile(deps, person, await openText(), now) };
      });
      const isCopy = file !== uploaded;
      try {
        const started = await insert(file, found);
        if (isCopy) await removeUploads(deps, [uploaded]);
        return started;
      } catch (error) {
        if (isCopy) await removeUploads(deps, [file]);
        throw error;
      }
    },
  };
}
