import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { systemClock } from '../../../server/src/kernel/clock.ts';
import { recordVisitors } from '../../../server/src/records/operations/visitors.ts';
import { openRecorder } from '../../../server/src/records/recorder.ts';
import type { Statement } from '../app.ts';
import { startApp } from '../app.ts';
import { makeProperties } from '../dataset/properties.ts';
import { emptyDatabase } from '../ingest/prepare-database.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect, openApp } from '../place.ts';
import { databaseTime } from '../reads/database-time.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { fillVisitors } from './many-visitors.ts';

const database = 'bench_visitors';
const lot = { organization: 1, pk: 1 };
const other = { organization: 1, pk: 2 };
const count = 1_000_000;
/** Searches of each kind. */
const searches = 25;
const maxMs = 5;

/** What people type to find random visitors: the beginning of a plate, a name, the end of a phone number. */
async function listSearches(sql: Connection): Promise<Record<string, string[]>> {
  const rows = await sql<{ plate: string; name: string; phone: string }[]>`
    select plate_key as plate, name, right(phone, 7) as phone from visitors
    where name is not null and phone is not null order by md5(pk::text) limit ${searches}`;
  return {
    'a plate': rows.map(({ plate }) => plate),
    'part of a plate': rows.map(({ plate }) => plate.slice(0, 5)),
    'three signs of a plate': rows.map(({ plate }) => plate.slice(1, 4)),
    'a name': rows.map(({ name }) => name),
    'a last name': rows.map(({ name }) => name.split(' ')[1] ?? name),
    'the end of a phone': rows.map(({ phone }) => phone),
    'nobody there': rows.map(({ plate }) => `ZZ${plate}`),
  };
}

const address = (more: string) => `/api/visitors?spot=${lot.pk}${more}`;

/** The statements of each request, without those that set its scope. */
async function captureStatements(url: string, paths: readonly string[]): Promise<Statement[][]> {
  const app = await startApp(url, systemClock(), true);
  const all: Statement[][] = [];
  for (const path of paths) {
    const statements = await app.statementsOf(path);
    all.push(statements.filter(({ text }) => !text.startsWith('set ')));
  }
  await app.stop();
  return all;
}

async function* readFigures(url: string, owner: Connection): AsyncGenerator<Figure> {
  const kinds = Object.entries(await listSearches(owner)).map(
    ([name, terms]): [string, string[]] => [
      `a search for ${name}`,
      terms.map((text) => address(`&search=${encodeURIComponent(text)}`)),
    ],
  );
  kinds.push(['the first page with its count', [address('')]]);
  kinds.push(['page 1,000 with its count', [address('&page=1000')]]);
  kinds.push(['who expires soon, with the count', [address('&expiring=true')]]);
  const role = connect(url, 1, {
    role: 'lotkeeper_app',
    search_path: 'public',
    'lotkeeper.scope': String(lot.organization),
  });
  for (const [name, paths] of kinds) {
    const time = await databaseTime(role, await captureStatements(url, paths));
    yield judged(`${name}, median time in the database`, time, { most: maxMs, unit: ' ms' });
  }
  await role.end();
}

/** Visitors recorded per second in batches of 1,000, one transaction each, as an import does it. */
async function recordFigure(url: string): Promise<Figure> {
  const app = openApp(url);
  const batch = 1000;
  const rounds = 30;
  const startedAt = systemClock();
  for (let round = 0; round < rounds; round++) {
    const visitors = Array.from({ length: batch }, (_, n) => ({
      spot_pk: other.pk,
      car: { plate: `IMP${round}X${n}`, state: 'AZ', country: 'US' as const },
      name: `Guest ${n}`,
      phone: null,
      validation_source: 'dashboard' as const,
      grants: [{ code_pk: null, kind: 'until' as const, ends_at: instant(startedAt + hourMs) }],
      at: startedAt,
    }));
    await app.system.begin(async (tx) =>
      recordVisitors(await openRecorder(tx, other.organization), visitors),
    );
  }
  const seconds = (systemClock() - startedAt) / 1000;
  await app.close();
  const rate = Math.round((batch * rounds) / seconds);
  const label = 'visitors recorded a second in batches of 1,000 by one writer';
  return { label, figure: String(rate), target: '' };
}

/** The cost of the list of a lot with a million visitors. */
export async function* measureVisitors(cluster: Cluster): AsyncGenerator<Figure> {
  await emptyDatabase(cluster, database);
  const url = cluster.url(database);
  const owner = connect(url);
  await makeProperties(owner);
  await fillVisitors(owner, lot, count);
  yield* readFigures(url, owner);
  yield await recordFigure(url);
  await owner.end();
}
