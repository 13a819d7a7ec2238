/**
 * Rows page by page, until one isn't full. Each page is a read of its own, after the last row of the one before:
 * anyone who takes the rows slowly holds no connection.
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
