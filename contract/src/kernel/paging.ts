import * as z from 'zod/mini';

/** A page number in a query string: 1 or more, 1 when absent. */
export const pageQuery = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'Must be a number from 1 to 999999.')),
    z.transform(Number),
  ),
  1,
);

/** A list on the wire: one page of results and the count of all. */
export const pageSchema = <T extends z.ZodMiniType>(item: T) =>
  z.object({ results: z.array(item), count: z.int() });

/** A list without a total, which may be long: one page of results, and the `cursor` of the next one. */
export const cursorPageSchema = <T extends z.ZodMiniType>(item: T) =>
  z.object({ results: z.array(item), next: z.nullable(z.string()) });

/** The number of pages for `count` items at `size` per page; at least 1. */
export function pageCount(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}
