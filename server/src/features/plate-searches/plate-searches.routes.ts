import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import type { SearchPage, SearchPurpose } from '@lotkeeper/contract/kernel/searches';
import { searchPages, searchPurposes } from '@lotkeeper/contract/kernel/searches';
import type { PlateSearch, PlateSearchFilter } from '@lotkeeper/contract/plate-searches';
import {
  downloadPlateSearches,
  getSearchSettings,
  listPlateSearchers,
  listPlateSearches,
  plateSearchPageSize,
  setSearchSettings,
} from '@lotkeeper/contract/plate-searches';
import type { OrganizationScope } from '../../kernel/access/scope.ts';
import type { Serve } from '../../kernel/http/call.ts';
import { CsvFile } from '../../kernel/http/csv.ts';
import { inFileName } from '../../kernel/http/downloads.ts';
import { readOrganization } from '../../records/organization-name.ts';
import {
  listSearcherRows,
  listSearchRows,
  readAsksPurpose,
  saveAsksPurpose,
} from './plate-searches.queries.ts';

/** Searches per batch of the file. */
const batchSize = 1000;

/** The whole log, the newest first, in batches; no connection is held between. */
async function* eachBatch(scope: OrganizationScope, filter: PlateSearchFilter) {
  for (let before: number | undefined; ; ) {
    const rows: PlateSearch[] = await listSearchRows(scope, filter, { before, limit: batchSize });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    before = last.pk;
  }
}

const line = (row: PlateSearch) => [
  toIso(instant(row.searched_at)),
  toIso(instant(row.last_searched_at)),
  row.person.name,
  row.person.superuser ? 'yes' : 'no',
  searchPages[row.page as SearchPage] ?? row.page,
  row.spot?.name ?? '',
  row.term,
  row.typed_from ?? '',
  row.purpose === null ? '' : (searchPurposes[row.purpose as SearchPurpose] ?? row.purpose),
  row.note ?? '',
];

const columns = [
  'time',
  'last time',
  'person',
  'superuser',
  'page',
  'property',
  'searched for',
  'typed from',
  'purpose',
  'note',
];

/** Who searched for which plate or person, and whether a purpose is asked for. */
export function plateSearchesRoutes(serve: Serve): void {
  serve(listPlateSearches, async ({ scope, query: { before, ...filter } }) => {
    const limit = plateSearchPageSize + 1;
    const rows = await listSearchRows(scope, filter, { before, limit });
    const results = rows.slice(0, plateSearchPageSize);
    const next = rows.length === limit ? (results.at(-1)?.pk ?? null) : null;
    return { results, next };
  });

  serve(downloadPlateSearches, async ({ scope, query }) => {
    async function* lines() {
      for await (const rows of eachBatch(scope, query)) yield rows.map(line);
    }
    const name = `plate-searches ${inFileName((await readOrganization(scope)).name)}`;
    return new CsvFile(name, columns, lines());
  });

  serve(listPlateSearchers, async ({ scope }) => listSearcherRows(scope));

  serve(getSearchSettings, async ({ scope }) => ({ asks_purpose: await readAsksPurpose(scope) }));

  serve(setSearchSettings, async ({ scope, body, now }) => {
    await saveAsksPurpose(scope, body.asks_purpose, now);
    return body;
  });
}
