import type { Lot } from '../reads/read.ts';
import { reads } from '../reads/reads.ts';

/** How a server is asked, and the figures of its answer in a form that both servers share. */
export interface Request {
  path: (lot: Lot, now: number) => string;
  toFigures: (answer: unknown) => unknown;
}

/** A question that a page asks Lotkeeper, and how a team would ask Directus, by the table that it would read. */
export interface Question {
  name: string;
  lotkeeper: Request;
  directus: Record<string, Request>;
}

/** The path of one of the bench's reads. */
export function readPath(name: string): Request['path'] {
  const read = reads.find((candidate) => candidate.name === name);
  if (!read) throw new Error(`There is no read ${name}.`);
  return (lot, now) => read.path(lot, now);
}

/** The path of a table in Directus. The filter names the organization too, because all indexes begin with it. */
export function itemsPath(
  table: string,
  lot: Lot,
  filters: readonly object[],
  parameters: Readonly<Record<string, string>>,
): string {
  const conditions = [
    { organization_id: { _eq: lot.organization } },
    { spot_pk: { _eq: lot.pk } },
    ...filters,
  ];
  const search = new URLSearchParams({
    filter: JSON.stringify({ _and: conditions }),
    ...parameters,
  });
  return `/items/${table}?${search.toString()}`;
}

/** A row of an aggregation; Directus sends the sums of 64-bit columns as text. */
export interface SumRow {
  sum: Record<string, string>;
}
