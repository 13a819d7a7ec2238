import {
  createBookCorrections,
  createBookExport,
  downloadBookExport,
  getBookAccounts,
  listBookExports,
  setBookAccounts,
} from '@lotkeeper/contract/money/books';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import { readAccounts, saveAccounts } from './book-accounts.queries.ts';
import { listExports, readStored } from './book-exports.queries.ts';
import { exportCorrections, exportMonths, toContent, writeExport } from './book-exports.ts';

/** Exports and their files that a person can ask for per hour: 90 properties by day of a year take two or three seconds. */
const maxExports = 60;

/** Journals for the organization's books. */
export function booksRoutes(serve: Serve, { limiter }: { limiter: Limiter }): void {
  serve(getBookAccounts, ({ scope }) => readAccounts(scope));

  serve(setBookAccounts, ({ scope, body, now }) => saveAccounts(scope, body, now));

  serve(listBookExports, ({ scope, query }) => listExports(scope, query.page));

  serve(createBookExport, async ({ scope, body, now }) => {
    await limiter.enforce(`books ${scope.person.pk}`, maxExports, now, 'downloads');
    return exportMonths(scope, body, now);
  });

  serve(createBookCorrections, async ({ scope, params, now }) => {
    await limiter.enforce(`books ${scope.person.pk}`, maxExports, now, 'downloads');
    return exportCorrections(scope, params.export, now);
  });

  serve(downloadBookExport, async ({ scope, query, now }) => {
    await limiter.enforce(`books ${scope.person.pk}`, maxExports, now, 'downloads');
    const [stored] = await readStored(scope, query.export);
    const found = requireFound(stored, 'export');
    return requireFound(writeExport(found, toContent(found))[query.file - 1], 'file');
  });
}
