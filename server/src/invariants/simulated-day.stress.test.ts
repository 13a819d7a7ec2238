import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../kernel/data/database.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { eventually } from '../testing/eventually.ts';
import { addressOfServer, dataFolder, runToEnd, start } from '../testing/processes.ts';
import { testDatabase } from '../testing/test-database.ts';

// Simulates ten minutes of a day per second: cars come and go, pay, overstay, are misread; the simulator knows only
// what any API client knows.
const hours = 3;
const speed = 600;
const simulator = join('..', '..', 'simulator', 'src', 'main.ts');

let database: Database;
let report: string;

const count = async (query: string): Promise<number> => {
  const [row] = await database.system.unsafe<{ count: number }[]>(query);
  return Number(row?.count);
};

interface VisitRow {
  pk: number;
  plate: string;
  waived: number;
  status: string;
  decided: boolean;
  doubtful: boolean;
  held: string | null;
  entrance_at: number | null;
  exit_at: number | null;
  grace_minutes: number;
  rented: boolean;
  auto_started: boolean;
  notices: number;
  charges: number;
}

/** The simulator's counts for one endpoint. */
function readCounts(name: string): Record<string, number> {
  const [header = '', ...lines] = report
    .split('\n')
    .slice(report.split('\n').findIndex((line) => /^\s+sent/.test(line)));
  const cells =
    lines
      .find((line) => line.startsWith(`${name} `))
      ?.slice(26)
      .trim()
      .split(/\s+/) ?? [];
  return Object.fromEntries(
    header
      .trim()
      .split(/\s+/)
      .map((column, at) => [column, Number(cells[at])]),
  );
}

const channels = ['rental', 'change', 'end', 'payment', 'refund', 'review'] as const;
const formats = ['plate-recognizer', 'openalpr', 'frigate', 'verkada', 'axis', 'hikvision', 'apds'];

beforeAll(async () => {
  database = await testDatabase();
  const settings = {
    DATA_DIR: dataFolder(),
    DATABASE_URL: database.url,
    DEMO: '1',
    DEMO_DAYS: '2',
  };
  const server = start('main.ts', settings);
  await addressOfServer(server);
  await eventually(() => server.out().includes('The demo lots live'));
  const args = ['--speed', speed, '--hours', hours, '--seed', 11, '--misread', 0.1].map(String);
  const played = await runToEnd(simulator, settings, args);
  expect(played).toMatchObject({ code: 0, error: '' });
  // Its earlier reports are incomplete.
  report = played.out.slice(played.out.indexOf('What was sent, and the responses'));
  const waiting = `select (select count(*) from plate_reads where not paired and spot_pk is not null)
    + (select count(*) from graphile_worker.jobs where run_at <= now()) as count`;
  await eventually(async () => (await count(waiting)) === 0, 120_000);
});

test('everything that was sent was accepted, and the report says so', () => {
  const usedChannels = [...channels, ...formats.map((format) => `camera ${format}`)].flatMap(
    (channel) => {
      const { sent = 0, recorded, changed, unchanged, refused } = readCounts(channel);
      // The day ends at the present, and in its quiet hours some endpoints receive nothing.
      if (Number.isNaN(sent)) return [];
      const taken = (recorded ?? 0) + (changed ?? 0) + (unchanged ?? 0);
      expect({ channel, refused, taken }).toEqual({ channel, refused: 0, taken: sent });
      return sent > 0 ? [channel] : [];
    },
  );
  expect(usedChannels).toEqual(expect.arrayContaining(['rental', 'end']));
  expect(usedChannels.filter((channel) => channel.startsWith('camera ')).length).toBeGreaterThan(3);
});

test('rentals and their amounts are recorded to the cent', async () => {
  const [, charged, refunded] = /charged (\d+), refunded (\d+)/.exec(report) ?? [];
  const [row] = await database.system`
    select sum(gross)::bigint as charged, sum(refund)::bigint as refunded,
      count(distinct rental_pk) as rentals, sum(rentals)::bigint as counted
    from ledger_entries where external_id like '11-%' and source <> 'enforcement'`;
  expect(row).toMatchObject({ charged: Number(charged), refunded: Number(refunded) });
  expect(row?.counted).toBe(readCounts('rental').recorded);
  expect(
    await count(`select count(*) from rentals where external_id like '11-%'
    and source <> 'enforcement'`),
  ).toBe(readCounts('rental').recorded);
  expect(Number(charged)).toBeGreaterThan(10_000);
});

test('the rollups of the simulated day agree with the ledger', async () => {
  expect(await listDisagreements(database.system)).toEqual([]);
});

test('every valid read is part of exactly one visit', async () => {
  // The demo's own simulator keeps sending: its newest read may not be paired yet.
  const without = 'select count(*) from plate_reads where not superseded and visit_pk is null';
  await eventually(async () => (await count(without)) === 0);
  // Those of the demo's history came with their visits.
  const paired = "not r.superseded and r.source <> 'demo'";
  expect(await count(`select count(*) from plate_reads r where ${paired}`)).toBeGreaterThan(100);
  const apart = await count(`
    select count(*) from plate_reads r join visits v on v.organization_id = r.organization_id
      and v.pk = r.visit_pk
    where ${paired} and (v.spot_pk <> r.spot_pk or v.source <> 'cameras')`);
  expect(apart).toBe(0);
});

test('every camera visit ends in exactly one status with the records behind it', async () => {
  const rows = await database.system<VisitRow[]>`
    select v.pk, v.plate, v.status, v.decided, v.doubtful, v.held, v.entrance_at, v.exit_at, s.grace_minutes,
      v.rental_pk is not null as rented, coalesce(r.auto_started, false) as auto_started,
      (select count(*) from violations n where n.organization_id = v.organization_id
        and n.visit_pk = v.pk and n.status = 'Created') as notices,
      (select count(*) from violations n where n.organization_id = v.organization_id
        and n.visit_pk = v.pk and n.status = 'Waived') as waived,
      
      (select count(*) from ledger_entries l where l.organization_id = v.organization_id
        and l.rental_pk = v.rental_pk and l.kind = 'charge') as charges
    from visits v
    join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
    left join rentals r on r.organization_id = v.organization_id and r.pk = v.rental_pk
    where exists (select from plate_reads p where p.organization_id = v.organization_id
      and p.visit_pk = v.pk)`;
  expect(rows.length).toBeGreaterThan(50);
  const proofs: Record<string, (row: VisitRow) => boolean> = {
    renter: (row) => row.rented && !row.auto_started && row.notices === 0,
    visitor: (row) => row.notices === 0,
    enforced: (row) => row.auto_started && row.charges > 0 && row.notices === 0,
    'grace period': (row) => row.notices === 0 && !row.rented,
    // A car that overstays has a rental too. A visit gets one notice, even if it is waived. If it becomes doubtful or is
    // held later, its notice is waived.
    violator: (row) =>
      !row.auto_started &&
      (row.doubtful || row.held ? row.notices === 0 : row.notices + row.waived === 1),
  };
  expect(rows.filter((row) => !proofs[row.status]?.(row))).toEqual([]);
  expect(new Set(rows.map((row) => row.status))).toEqual(
    new Set(rows.map((row) => row.status)).add('renter').add('grace period').add('violator'),
  );
  const overstayed = rows.filter(
    (row) =>
      row.status === 'grace period' &&
      row.entrance_at !== null &&
      row.exit_at !== null &&
      !row.doubtful &&
      row.exit_at - row.entrance_at > row.grace_minutes * 60_000 + 30_000,
  );
  expect(overstayed).toEqual([]);
});
