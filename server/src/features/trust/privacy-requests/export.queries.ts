import type { FoundClass } from '@lotkeeper/contract/trust/privacy-classes';
import { eachPage } from '../../../kernel/data/each-page.ts';
import { driverRows } from './driver-rows.ts';
import type { Read } from './findings.queries.ts';
import type { Search } from './keep-reasons.ts';

const batchRows = 500;

interface ExportedRow {
  key: string;
  content: object;
}

/** What an image's row contains about its file. */
export interface ImageContent {
  uuid: string;
  file: string;
  media_type: string;
}

/** The rows of a class about a driver, in batches. */
export const eachRow = (read: Read, search: Search, name: FoundClass) =>
  eachPage<ExportedRow>(batchRows, (last) =>
    read(
      (sql) => sql<ExportedRow[]>`
        select f.key, f.content from (${driverRows[name](sql, search)}) f
        where f.key > ${last?.key ?? ''} order by f.key limit ${sql.literal(batchRows)}`,
    ),
  );
