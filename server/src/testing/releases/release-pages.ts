import type { Sql } from '../../kernel/data/database.ts';
import type { TestApp } from '../test-app.ts';

/** When a release's data ends, and its pages are requested. */
export const recordedAt = '2026-06-15T19:05:00Z';

/** The responses of the pages, by URL. */
export type RecordedPages = Record<string, unknown>;

const range = 'start_date=2026-06-13&end_date=2026-06-15';

/** The pages that owners use most: money, counts and lists, for an organization and each of its properties. */
async function listUrls(sql: Sql): Promise<string[]> {
  const organizations = await sql<{ pk: number }[]>`select pk from organizations order by pk`;
  const spots = await sql<{ pk: number }[]>`select pk from spots order by pk`;
  return [
    ...organizations.flatMap(({ pk }) => [
      `/api/reports/income_statement?organization=${pk}&${range}`,
      `/api/figures/?organization=${pk}&measure=net&${range}`,
      `/api/figures/?organization=${pk}&measure=rentals&${range}`,
    ]),
    ...spots.flatMap(({ pk }) => [
      `/api/transactions/reports/revenue/mom?spot_id=${pk}`,
      `/api/transactions/reports/revenue/mom/rental_types?spot_id=${pk}`,
      `/api/visitors?spot=${pk}&page=1`,
    ]),
  ];
}

/** Requests the pages as a superuser. */
export async function recordPages(
  sql: Sql,
  { app, sessions }: Pick<TestApp, 'app' | 'sessions'>,
): Promise<RecordedPages> {
  const [person] = await sql<{ pk: number }[]>`
    insert into people (first_name, last_name, email, superuser)
    values ('Una', 'Upgrade', 'upgrade@example.com', true) returning pk`;
  const token = await sessions.start(person?.pk ?? 0, null);
  const pages: RecordedPages = {};
  for (const url of await listUrls(sql)) {
    const response = await app.inject({ url, headers: { authorization: `Token ${token}` } });
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
    pages[url] = response.json();
  }
  return pages;
}
