import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { at, car, parkingDay, read } from '../testing/parking-day.ts';
import { recording } from '../testing/rentals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { mendCars, mendProperty, resetClocks } from './mend-reads.ts';

const { money, parkedBefore, pays, sees, settleAt, sql, violations, visits } = await parkingDay();

test('after wrong times are repaired, visits move and what was charged for them is given back', async () => {
  const spot = await makeSpot(sql);
  // As releases charged that held no long stays.
  await sql`update spots set hold_above_hours = null where pk = ${spot.pk}`;
  const known = { plate: 'KNOWN1' };
  await parkedBefore(spot);
  const [camera] = await sql<[{ pk: number }]>`
    insert into cameras (organization_id, camera_ref, name, spot_pk, first_seen_at, clock_offset_ms)
    values (${spot.organization}, 'in', 'In', ${spot.pk}, ${0}, ${25 * 3_600_000}) returning pk`;
  const byCamera = { camera_pk: camera.pk };
  // As releases before this rule recorded it: a camera whose first read was dated 25 hours later.
  await sees(
    spot,
    read(spot, '19:00', 'Entrance', byCamera),
    read(spot, '19:01', 'Exit'),
    read(spot, '19:00', 'Entrance', { ...known, captured_at: fromIso('1970-01-01T00:00:00Z') }),
    read(spot, '19:01', 'Exit', known),
  );
  await sql`update plate_reads set seen_at = '2026-06-14T18:00:00Z' where camera_pk = ${camera.pk}`;
  await settleAt(spot, '19:30');
  expect(await money(spot)).not.toEqual([]);
  const mended = await recording(sql, spot.organization, async (recorder) => ({
    cameras: await resetClocks(recorder),
    ...(await mendProperty(recorder, spot.pk)),
  }));
  expect(mended).toMatchObject({ cameras: 1, reads: 2 });
  await settleAt(spot, '19:40');
  const paired = (await visits(spot)).toSorted((a, b) => a.plate.localeCompare(b.plate));
  expect(paired).toMatchObject([
    { plate: 'ABC123', status: 'grace period', entrance_at: '19:00', exit_at: '19:01' },
    { plate: 'KNOWN1', status: 'grace period', entrance_at: '19:00', exit_at: '19:01' },
  ]);
  const total = (await money(spot)).reduce(
    (sum, [, gross, refund]) => sum + Number(gross) - Number(refund),
    0,
  );
  expect(total).toBe(0);
  expect((await violations(spot)).filter(({ status }) => status !== 'Waived')).toEqual([]);
});

test('cars with one plate in several scripts are merged, with their rentals, visits, and grants', async () => {
  const spot = await makeSpot(sql);
  const cyrillic = { ...car, plate: 'АВС 123' };
  await pays(spot, '18:50', '22:00', { car: cyrillic });
  await sees(
    spot,
    read(spot, '19:00', 'Entrance', { plate: 'АВС123' }),
    read(spot, '19:01', 'Exit'),
  );
  const old = { plate_key: 'АВС123', plate_fold: 'АВС123' };
  // As releases before this key recorded them.
  await sql`update cars set plate_key = ${old.plate_key} where organization_id = ${spot.organization}`;
  await sql`
    update plate_reads set plate_key = ${old.plate_key}, plate_fold = ${old.plate_fold}
    where spot_pk = ${spot.pk} and plate <> 'ABC123'`;
  await parkedBefore(spot);
  const grant = async (plate: string, key: string, until: string) => {
    const [visitor] = await sql<[{ pk: number }]>`
      insert into visitors (organization_id, spot_pk, car_pk, plate_key, validation_source, created_at, updated_at, valid_until)
      select organization_id, ${spot.pk}, pk, ${key}, 'dashboard', now(), now(), ${until} from cars
      where organization_id = ${spot.organization} and plate = ${plate} returning pk`;
    await sql`
      insert into visitor_sessions (organization_id, visitor_pk, kind, starts_at, ends_at)
      values (${spot.organization}, ${visitor.pk}, 'until', ${at('18:00')}, ${until})`;
  };
  await grant('АВС 123', old.plate_key, at('20:00'));
  await grant('ABC 123', 'ABC123', at('19:30'));
  const merged = await recording(sql, spot.organization, async (recorder) => {
    const cars = await mendCars(recorder);
    await mendProperty(recorder, spot.pk);
    return cars;
  });
  expect(merged).toBe(1);
  await settleAt(spot, '19:40');
  expect(await visits(spot)).toMatchObject([
    { entrance_at: '19:00', exit_at: '19:01', status: 'renter' },
  ]);
  const left = await sql`
    select c.plate_key, (select count(*) from rentals r where r.car_pk = c.pk) as rentals,
      (select count(*) from visitors v where v.car_pk = c.pk) as visitors,
      (select max(v.valid_until) from visitors v where v.car_pk = c.pk) as until,
      (select count(*) from visitor_sessions s join visitors v on v.pk = s.visitor_pk where v.car_pk = c.pk) as grants
    from cars c where c.organization_id = ${spot.organization} and c.plate <> 'Deleted'`;
  expect(left).toEqual([
    { plate_key: 'ABC123', rentals: 2, visitors: 1, until: fromIso(at('20:00')), grants: 2 },
  ]);
});

test('merged cars keep the name of a visitor whose time isn’t over', async () => {
  const spot = await makeSpot(sql);
  const names = async (mine: [string, string], latin: [string, string]) => {
    const plates = [
      ['АВС 123', 'АВС123', ...mine],
      ['ABC 123', 'ABC123', ...latin],
    ] as const;
    for (const [plate, key, name, until] of plates)
      await sql`
        with c as (
          insert into cars (organization_id, plate, plate_key, state, country)
          values (${spot.organization}, ${plate}, ${key}, 'AZ', 'US') returning pk)
        insert into visitors (organization_id, spot_pk, car_pk, plate_key, validation_source, created_at, updated_at, valid_until, name)
        select ${spot.organization}, ${spot.pk}, pk, ${key}, 'dashboard', now(), now(), ${until}, ${name} from c`;
    await recording(sql, spot.organization, (recorder) => mendCars(recorder));
    const left = await sql<{ name: string | null }[]>`
      delete from visitors where spot_pk = ${spot.pk} returning name`;
    await sql`delete from cars where organization_id = ${spot.organization}`;
    return left.map(({ name }) => name);
  };
  const [past, future] = ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];
  expect(await names(['Old', past], ['New', future])).toEqual(['New']);
  expect(await names(['New', future], ['Old', past])).toEqual(['New']);
});
