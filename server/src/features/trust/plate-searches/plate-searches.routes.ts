import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import type { SearchPage, SearchPurpose } from '@lotkeeper/contract/kernel/searches';
import { searchPages, searchPurposes } from '@lotkeeper/contract/kernel/searches';
import type { PlateSearch } from '@lotkeeper/contract/trust/plate-searches';
import {
  downloadPlateSearches,
  getSearchSettings,
  listPlateSearchers,
  listPlateSearches,
  plateSearchPageSize,
  setSearchSettings,
} from '@lotkeeper/contract/trust/plate-searches';
import { eachPage } from '../../../kernel/data/each-page.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { CsvColumns } from '../../../kernel/http/csv.ts';
import { toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import {
  listSearcherRows,
  listSearchRows,
  readAsksPurpose,
  saveAsksPurpose,
} from './plate-searches.queries.ts';

/** Searches per batch of the file. */
const batchSize = 1000;

const columns: CsvColumns<PlateSearch> = [
  ['time', (row) => toIso(instant(row.searched_at))],
  ['last time', (row) => toIso(instant(row.last_searched_at))],
  ['person', (row) => row.person.name],
  ['superuser', (row) => (row.person.superuser ? 'yes' : 'no')],
  ['page', (row) => searchPages[row.page as SearchPage] ?? row.page],
  ['property', (row) => row.spot?.name ?? ''],
  ['searched for', (row) => row.term],
  ['typed from', (row) => row.typed_from ?? ''],
  ['purpose', ({ purpose }) => searchPurposes[purpose as SearchPurpose] ?? purpose ?? ''],
  ['note', (row) => row.note ?? ''],
];

/** Searches for plates and people, and whether a purpose is required. */
export function plateSearchesRoutes(serve: Serve): void {
  serve(listPlateSearches, async ({ scope, query: { cursor, ...filter } }) => {
    const limit = plateSearchPageSize + 1;
    const rows = await listSearchRows(scope, filter, { before: cursor, limit });
    const results = rows.slice(0, plateSearchPageSize);
    const last = rows.length === limit ? results.at(-1) : undefined;
    return { results, next: last ? String(last.pk) : null };
  });

  serve(downloadPlateSearches, async ({ scope, query }) => {
    const name = `plate-searches ${inFileName((await readOrganization(scope)).name)}`;
    const pages = eachPage<PlateSearch>(batchSize, (last) =>
      listSearchRows(scope, query, { before: last?.pk, limit: batchSize }),
    );
    return toCsvFile(name, columns, pages);
  });

  serve(listPlateSearchers, async ({ scope }) => listSearcherRows(scope));

  serve(getSearchSettings, async ({ scope }) => ({ asks_purpose: await readAsksPurpose(scope) }));

  serve(setSearchSettings, async ({ scope, body, now }) => {
    await saveAsksPurpose(scope, body.asks_purpose, now);
    return body;
  });
}
