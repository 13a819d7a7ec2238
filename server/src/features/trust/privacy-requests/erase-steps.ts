import type { FoundClass } from '@lotkeeper/contract/trust/privacy-classes';
import type { Tx } from '../../../kernel/data/database.ts';
import type { Deleter } from '../../../records/trust/deletions.ts';
import { driverRows } from './driver-rows.ts';
import type { Search } from './keep-reasons.ts';

/** Rows erased per transaction. */
const batchRows = 500;

export interface Erasing {
  search: Search;
  deleter: Deleter;
  request: number;
}

/** How many of each class were erased. */
export type Erased = Partial<Record<FoundClass, number>>;

/** Erases a batch; null when nothing is left to erase. The caller holds the lock on deletions. */
export type EraseBatch = (tx: Tx, erasing: Erasing) => Promise<Erased | null>;

/** The keys of the next rows of a class that needn't stay. */
export async function listDueKeys(tx: Tx, search: Search, name: FoundClass): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    select f.key from (${driverRows[name](tx, search)}) f
    where f.reason is null order by f.key limit ${batchRows}`;
  return rows.map(({ key }) => key);
}

/** Like `listDueKeys`, for a class whose keys are numbers. */
export const listDuePks = async (tx: Tx, search: Search, name: FoundClass): Promise<string[]> =>
  (await listDueKeys(tx, search, name)).map((key) => key.replace(/^0+/, ''));
