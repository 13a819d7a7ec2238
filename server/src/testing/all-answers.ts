import type { Database } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import type { Location } from './access.examples.ts';
import { examples } from './access.examples.ts';
import { contractEndpoints } from './endpoints.ts';
import type { TestApp } from './test-app.ts';
import { addressOf } from './test-app.ts';

/** What the examples name, as far as an organization has it; anything else doesn't exist. */
export async function locateRecords({ system: sql }: Database, organization: number) {
  const find = async (table: string, column = 'pk') => {
    const [row] = await sql.unsafe<{ name: string }[]>(
      `select ${column}::text as name from ${table} where organization_id = ${organization} order by 1 limit 1`,
    );
    return must(row, table).name;
  };
  const [busiest] = await sql<{ pk: number }[]>`
    select spot_pk as pk from ledger_entries where organization_id = ${organization}
    group by 1 order by count(*) desc limit 1`;
  const known: Partial<Location> = {
    organization: String(organization),
    spot: String(must(busiest, 'property').pk),
    visit: await find('visits'),
    violation: await find('violations', 'uuid'),
    rental: await find('rentals'),
    entry: await find('ledger_entries'),
    rate: await find('rates'),
    event: await find('events'),
    promoCode: await find('promo_codes'),
    visitorCode: await find('visitor_codes'),
    visitor: await find('visitors'),
  };
  return new Proxy(known, {
    get: (found, name) => found[name as keyof Location] ?? '1',
  }) as Location;
}

/** Calls that write though they read by their method. */
const writing: ReadonlySet<string> = new Set(['logOut', 'refreshVisitorCodes']);

/** The answers of all calls that read, to an Admin, by name: status and body. */
export async function readAllAnswers(
  { app, sessions, database }: Pick<TestApp, 'app' | 'sessions' | 'database'>,
  location: Location,
): Promise<Map<string, string>> {
  const [admin] = await database.system<{ pk: number }[]>`
    select person_pk as pk from affiliations
    where organization_id = ${Number(location.organization)} and role = 'ADMIN' order by 1 limit 1`;
  const answers = new Map<string, string>();
  for (const [name, endpoint] of await contractEndpoints()) {
    const example = examples[name];
    if (endpoint.method !== 'GET' || !example || writing.has(name)) continue;
    const token = await sessions.start(must(admin, 'Admin').pk, null);
    const { params, query } = example.input(location) as Partial<
      Record<string, Record<string, unknown>>
    >;
    const { statusCode, body } = await app.inject({
      method: 'GET',
      url: addressOf(endpoint, { ...(params ? { params } : {}), ...(query ? { query } : {}) }),
      headers: { authorization: `Token ${token}` },
    });
    answers.set(name, `${statusCode} ${body}`);
  }
  return answers;
}
