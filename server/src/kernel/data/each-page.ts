/**
 * Reads rows page by page until a page isn't full. Each page is its own read that starts after the
 * last row of the previous one, so a slow consumer holds no connection.
 */
export async function* eachPage<Row>(
  size: number,
  read: (last: Row | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    yield rows;
    last = rows.at(-1);
    if (!last || rows.length < size) return;
  }
}
