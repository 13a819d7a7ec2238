import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { rentalTypes } from '@lotkeeper/contract/people/rentals';
import { expect, test } from 'vitest';
import { type Database, noLimits } from '../kernel/data/database.ts';
import { type FileStore, folderFiles } from '../kernel/data/files.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { atEnd } from '../testing/at-end.ts';
import { testDatabase } from '../testing/test-database.ts';
import { clearDemo, demoState, loadDemo } from './load-demo.ts';
import { demoPeople } from './people.ts';
import { prepareDemo } from './prepare-demo.ts';

const now = fromIso('2026-11-21T19:05:00Z');
const days = 24;

const openEmpty = () => testDatabase(undefined, 8, noLimits);

const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-demo-'));
atEnd(() => rm(folder, { recursive: true, force: true }));
const database = await openEmpty();
const files = folderFiles(folder);
await loadDemo(database, { now, days, files });

const distinct = async (column: string, table: string) =>
  (await database.system.unsafe(`select distinct ${column} as it from ${table} order by 1`)).map(
    ({ it }) => it,
  );

/** What must be equal in two loads: money and cars, without pks and random UUIDs. */
async function sumsOf({ system }: Database) {
  const ledger = await system`
    select kind, rental_type, count(*), sum(gross) as gross, sum(refund) as refund, sum(tax) as tax,
      sum(commission) as commission, sum(dynamic_pricing) as dynamic_pricing, sum(payout) as payout,
      md5(string_agg(external_id || occurred_at, ',' order by organization_id, source, external_id)) as all_of_it
    from ledger_entries group by 1, 2 order by 1, 2`;
  const visits = await system`
    select status, count(*), md5(string_agg(plate || coalesce(exit_at::text, '') || coalesce(entrance_image::text, ''),
      ',' order by organization_id, external_id)) as all_of_it
    from visits group by 1 order by 1`;
  return { ledger: [...ledger], visits: [...visits] };
}

test('one camera read nothing for more than a day, though it did at these hours of the weeks before', async () => {
  const [row] = await database.system`
    select c.name, s.name as spot, ${now} - extract(epoch from c.last_read_at)::bigint * 1000 > ${dayMs} as is_silent,
      max(h.local_date)::text as last_day, count(distinct h.local_date)::int as days, min(h.reads)::int as fewest
    from cameras c
    join spots s on s.organization_id = c.organization_id and s.pk = c.spot_pk
    join camera_hours h on h.organization_id = c.organization_id and h.camera_pk = c.pk
    group by c.name, s.name, c.last_read_at`;
  expect(row).toEqual({
    name: 'Alley gate',
    spot: 'Copper Square Garage',
    is_silent: true,
    last_day: '2026-11-20',
    days: 24,
    fewest: 2,
  });
});

test('every young visit that nobody explained is settled as the server would', async () => {
  const young = await database.system`
    select v.plate from visits v
    where status = 'violator' and outcome = 'unexplained' and not doubtful and held is null
      and entrance_at is not null and coalesce(exit_at, entrance_at) > ${now - 2 * dayMs}
      and ${now} - coalesce(extract(epoch from entrance_at) * 1000, 0) > ${16 * minuteMs}`;
  expect([...young]).toEqual([]);
});

test('a car has one color: at a time of day and an end of a property, its image is always the same', async () => {
  const rows = await database.system<{ plate: string; visits: number; files: number }[]>`
    select v.plate, count(*)::int as visits, count(distinct i.file)::int as files
    from visits v
    join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
    join images i on i.organization_id = v.organization_id and i.uuid in (v.entrance_image, v.exit_image)
    where v.car_pk is not null
    group by v.plate, v.spot_pk, i.orientation, floor(extract(hour from i.taken_at at time zone s.timezone) / 4)
    having count(*) > 1`;
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ files }) => files > 1)).toEqual([]);
});

test('every rollup of the demo agrees with the ledger', async () => {
  expect(await listDisagreements(database.system)).toEqual([]);
});

test('transient, monthly and enterprise revenue add up to all revenue of the demo', async () => {
  const [row] = await database.system<{ parts: number; whole: number; least: number }[]>`
    with kinds as (
      select sum(gross) filter (where rental_type in ('hourly', 'daily', 'flat_rate', 'free_until_hourly')) as a,
        sum(gross) filter (where rental_type = 'monthly') as b,
        sum(gross) filter (where rental_type in ('enterprise', 'bulk_rental')) as c, sum(gross) as whole
      from revenue_months)
    select (a + b + c)::bigint as parts, whole::bigint, least(a, b, c)::bigint as least from kinds`;
  expect(row?.parts).toBe(row?.whole);
  expect(row?.least).toBeGreaterThan(0);
});

test('the demo has no ledger entries, visits, reviews, violations, prices or images after now', async () => {
  const [late] = await database.system`
    select (select count(*) from ledger_entries where occurred_at > ${now}) as movements,
      (select count(*) from visits where greatest(entrance_at, exit_at) > ${now}) as visits,
      (select count(*) from reviews where created_at > ${now}) as reviews,
      (select count(*) from violations where created_at > ${now}) as violations,
      (select count(*) from price_points where starts_at > ${now}) as prices,
      (select count(*) from images where taken_at > ${now}) as images`;
  expect(late).toEqual({
    movements: 0,
    visits: 0,
    reviews: 0,
    violations: 0,
    prices: 0,
    images: 0,
  });
});

test('the demo has every rental type, visit status and violation status, and six time zones', async () => {
  expect(await distinct('rental_type', 'rentals')).toEqual([...rentalTypes].sort());
  expect(await distinct('status', 'visits')).toEqual([
    'enforced',
    'grace period',
    'renter',
    'violator',
    'visitor',
  ]);
  expect(await distinct('status', 'violations')).toEqual(['Created', 'Paid', 'Waived']);
  expect(await distinct('timezone', 'spots')).toHaveLength(6);
  expect(await distinct('invoice_status', 'bulk_rentals')).toHaveLength(6);
});

test('every rental that counts as marketing has a discount code or a booking site', async () => {
  const unexplained = await database.system`
    select r.external_id from rentals r
    where r.marketed and r.source = 'lotkeeper' and not exists (
      select from promo_uses u where u.organization_id = r.organization_id and u.rental_pk = r.pk)`;
  expect(unexplained).toEqual([]);
  const [monthly] = await database.system<{ uses: number }[]>`
    select count(*) as uses from promo_uses u
    join rentals r on r.organization_id = u.organization_id and r.pk = u.rental_pk
    where r.rental_type = 'monthly'`;
  expect(monthly?.uses).toBeGreaterThan(0);
});

test('every violation is linked to the visit of its car', async () => {
  const others = await database.system`
    select n.code, n.plate, v.plate as seen, v.status from violations n
    join visits v on v.organization_id = n.organization_id and v.pk = n.visit_pk
    where v.plate <> n.plate or v.status <> 'violator'`;
  expect(others).toEqual([]);
  const [told] = await database.system<{ violations: number; linked: number }[]>`
    select count(*) as violations, count(visit_pk) as linked from violations where source = 'enforcement'`;
  expect(told?.linked).toBe(told?.violations);
});

test('every rental is counted once in the ledger', async () => {
  const [row] = await database.system`
    select (select sum(rentals) from ledger_entries)::bigint as counted, (select count(*) from rentals) as rentals`;
  expect(row?.counted).toBe(row?.rentals);
});

test('a payout is the net of its month, and the current month is not paid', async () => {
  const rows = await database.system<{ paid: number; net: number; month: string }[]>`
    select l.payout as paid, to_char(l.local_date - interval '1 month', 'YYYY-MM') as month, (
      select sum(gross - refunds - tax - processing_fee - commission)::bigint from revenue_months m
      where m.organization_id = l.organization_id
        and m.local_date = date_trunc('month', l.local_date - interval '1 month')::date) as net
    from ledger_entries l where kind = 'payout'`;
  expect(rows.map(({ month }) => month)).toEqual(['2026-10', '2026-10']);
  for (const { paid, net } of rows) expect(paid).toBe(net);
});

test('no property has more active rentals than spaces, and some rentals are active or upcoming', async () => {
  const lots = await database.system<{ quantity: number; active: number; upcoming: number }[]>`
    select s.quantity, count(*) filter (where r.start_date <= ${now} and (r.end_date is null or r.end_date > ${now})) as active,
      count(*) filter (where r.start_date > ${now}) as upcoming
    from spots s left join rentals r on r.organization_id = s.organization_id and r.spot_pk = s.pk group by s.pk, s.quantity`;
  for (const { quantity, active } of lots) expect(active).toBeLessThan(quantity);
  expect(lots.filter(({ active }) => active > 0).length).toBeGreaterThan(10);
  expect(lots.filter(({ upcoming }) => upcoming > 0).length).toBeGreaterThan(5);
});

test('the valet stand parks cars on every day of the demo, each with a rental that lasts as long', async () => {
  const [row] = await database.system<{ days: number; ended: number; other: number }[]>`
    select count(distinct r.start_local_date) as days, count(*) filter (where v.status = 'ended') as ended,
      count(*) filter (where (v.checked_in_at, v.checked_out_at) is distinct from (r.start_date, r.end_date)) as other
    from valet_sessions v
    join rentals r on r.organization_id = v.organization_id and r.pk = v.rental_pk
    where r.source = 'valet' and r.external_id = v.uuid::text`;
  expect(row?.days).toBeGreaterThanOrEqual(days);
  expect(row?.ended).toBeGreaterThan(days * 5);
  expect(row?.other).toBe(0);
});

test('every image row has its file with the size it states', async () => {
  const images = await database.system<{ file: string; bytes: number }[]>`
    select distinct file, bytes from images`;
  expect(images.length).toBeGreaterThan(100);
  for (const { file, bytes } of images) {
    const found = await files.open(file);
    found?.stream.destroy();
    expect(found?.size).toBe(bytes);
  }
});

test('every person of the demo exists with all of their roles', async () => {
  const rows = await database.system<{ email: string; roles: number }[]>`
    select p.email, count(a.pk) as roles from people p left join affiliations a on a.person_pk = p.pk group by 1`;
  const roles = new Map(rows.map((row) => [row.email, row.roles]));
  for (const person of demoPeople) expect(roles.get(person.email)).toBe(person.roles.length);
});

test('an interrupted demo load is detected and cleared, and the same seed loads the same data again', async () => {
  const again = await openEmpty();
  expect(await demoState(again)).toBe('none');
  const full: FileStore = { ...files, put: () => Promise.reject(new Error('The disk is full.')) };
  await expect(loadDemo(again, { now, days, files: full })).rejects.toThrow('The disk is full.');
  expect(await demoState(again)).toBe('interrupted');
  await clearDemo(again);
  expect(await demoState(again)).toBe('none');
  await loadDemo(again, { now, days, files });
  expect(await demoState(again)).toBe('loaded');
  expect(await sumsOf(again)).toEqual(await sumsOf(database));
  await expect(clearDemo(again)).rejects.toThrow('no interrupted demo load');
});

test('a database with organizations that no demo load created is reported as foreign', async () => {
  const other = await openEmpty();
  await other.system`insert into organizations (name) values ('Someone Else Parking')`;
  expect(await demoState(other)).toBe('foreign');
  await expect(loadDemo(other, { now, days, files })).rejects.toThrow('empty database');
});

test('of two servers that start at once on an empty database one makes the demo, and the other waits for it', async () => {
  const empty = await openEmpty();
  const lines: string[] = [];
  const options = {
    clock: () => now,
    days: 2,
    files,
    printLine: (line: string) => lines.push(line),
  };
  await Promise.all([prepareDemo(empty, options), prepareDemo(empty, options)]);
  expect(await demoState(empty)).toBe('loaded');
  expect(lines.filter((line) => line.startsWith('Making'))).toHaveLength(1);
});
