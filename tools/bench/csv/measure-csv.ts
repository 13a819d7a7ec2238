import { setTimeout as pause } from 'node:timers/promises';
import { maxCsvRows } from '@lotkeeper/contract/intake/visitors-csv';
import { makeProperties } from '../dataset/properties.ts';
import { emptyDatabase } from '../ingest/prepare-database.ts';
import type { Cluster } from '../place.ts';
import { connect } from '../place.ts';
import { readMemory } from '../process-usage.ts';
import { startServer } from '../server.ts';
import { startSessions } from '../session.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';

const database = 'bench_csv';
const spot = 1;

/** A plate of letters and digits, different for each number. */
const makePlate = (number: number) =>
  `${String.fromCharCode(65 + (number % 26), 65 + (number % 23), 65 + (number % 19))}${String(number).padStart(5, '0')}`;

function visitorsFile(): string {
  const rows = Array.from(
    { length: maxCsvRows },
    (_, index) =>
      `${makePlate(index)},Arizona,Visitor Number ${index},(602) 555-${String(index % 10_000).padStart(4, '0')}`,
  );
  return ['License Plate,State,Name,Phone Number', ...rows].join('\r\n');
}

export async function prepareVisitors(url: string): Promise<string> {
  const owner = connect(url);
  await makeProperties(owner);
  await owner`
    insert into visitor_codes (organization_id, spot_pk, code, always_valid, created_at)
    select organization_id, pk, 'BENCH', true, now() from spots where pk = ${spot}`;
  await owner.end();
  const [token = ''] = await startSessions(url, [1]);
  return token;
}

interface Progress {
  progress: { value: number; max: number };
  latest: { pk: number; added: number; updated: number; refused: number };
}

interface Recent {
  results: { undo: { state: string; removed: number; restored: number } | null }[];
}

type Ask = <T>(
  path: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<T>;

/** Calls the server as the person with a token. */
const makeAsk =
  (address: string, token: string): Ask =>
  async <T>(path: string, init: Parameters<Ask>[1] = {}) => {
    const headers = { authorization: `Token ${token}`, ...init.headers };
    const response = await fetch(`${address}/api/${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
    return (await response.json()) as T;
  };

/** Undoes an import; returns how many seconds the preview and the undo took, and the result. */
async function undoImport(ask: Ask, pk: number) {
  const requestedAt = performance.now();
  await ask(`visitors_csv/${pk}/undo/`);
  const startedAt = performance.now();
  await ask(`visitors_csv/${pk}/undo/`, { method: 'POST' });
  for (;;) {
    const { results } = await ask<Recent>(`visitors_csv/recent/?spot=${spot}`);
    const undo = results[0]?.undo;
    if (undo?.state === 'done') {
      const seconds = (performance.now() - startedAt) / 1000;
      return { preview: (startedAt - requestedAt) / 1000, seconds, undo };
    }
    await pause(100);
  }
}

/** Imports a file; returns how many seconds the preview and the import took, and the result. */
async function importFile(ask: Ask, file: string) {
  const { url } = await ask<{ url: string }>('upload', {
    method: 'POST',
    headers: { filename: 'bench.csv' },
    body: Buffer.from(file).toString('base64'),
  });
  const headers = { 'content-type': 'application/json' };
  const uploadedAt = performance.now();
  const question = JSON.stringify({ spot, csv_url: url });
  await ask('visitors_csv/preview/', { method: 'POST', headers, body: question });
  const startedAt = performance.now();
  const body = JSON.stringify({ spot, code: 'bench', file: 'bench.csv', csv_url: url });
  await ask('visitors_csv', { method: 'POST', headers, body });
  for (;;) {
    const { progress, latest } = await ask<Progress>(`visitors_csv?spot=${spot}`);
    if (progress.value === progress.max) {
      const previewed = (startedAt - uploadedAt) / 1000;
      return { previewed, seconds: (performance.now() - startedAt) / 1000, latest };
    }
    await pause(100);
  }
}

/** How long a file with the maximum number of visitors takes, and what the server process needs for it. */
export async function* measureCsv(cluster: Cluster): AsyncGenerator<Figure> {
  await emptyDatabase(cluster, database);
  const url = cluster.url(database);
  const token = await prepareVisitors(url);
  const server = await startServer(url);
  await pause(2000);
  const rest = readMemory(server.pid);
  const file = visitorsFile();
  const ask = makeAsk(server.address, token);
  let newest = 0;
  for (const kind of ['new', 'known'] as const) {
    const { previewed, seconds, latest } = await importFile(ask, file);
    const { pk, added, updated, refused } = latest;
    newest = pk;
    const note = `${added} added, ${updated} updated, ${refused} refused`;
    const name = `${maxCsvRows} ${kind} visitors`;
    yield judged(`how ${name} are read`, previewed, { most: 5, unit: ' s', digits: 1 });
    yield judged(name, seconds, { most: 8, unit: ' s', digits: 1 }, note);
  }
  const { preview, seconds, undo } = await undoImport(ask, newest);
  const undone = `${undo.removed} removed, ${undo.restored} restored`;
  const name = `undo of ${maxCsvRows} visitors`;
  yield judged(`preview of the ${name}`, preview, { most: 2, unit: ' s', digits: 2 });
  yield judged(name, seconds, { most: 20, unit: ' s', digits: 1 }, undone);
  const after = readMemory(server.pid);
  if (!rest || !after) return;
  const atRest = `${rest.now.toFixed(0)} MB at rest`;
  const more = after.peak - rest.now;
  yield judged('memory above rest', more, { most: 150, unit: ' MB', digits: 0 }, atRest);
}
