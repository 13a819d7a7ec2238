import pg from 'pg';

/** Runs one statement, or several in one text, on its own connection; returns the rows of a single one. */
export async function queryOnce<T extends object = object>(
  url: string,
  text: string,
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  // The error also rejects the query; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<T>(text);
    return rows;
  } finally {
    await client.end();
  }
}
