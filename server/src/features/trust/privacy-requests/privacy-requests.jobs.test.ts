import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { foundClasses, keepReasons } from '@lotkeeper/contract/trust/privacy-classes';
import {
  createPrivacyRequest,
  erasePrivacyRequest,
  getPrivacyRequest,
} from '@lotkeeper/contract/trust/privacy-requests';
import { readDeletionStatement } from '@lotkeeper/evidence/deletion-statements';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../../kernel/access/secrets.ts';
import { recordVisits } from '../../../records/cars/visits/visits.ts';
import { compareRollups } from '../../../records/money/ledger.ts';
import { verifyImages } from '../../../records/trust/verify-images.ts';
import { verifySeals } from '../../../records/trust/verify-seals.ts';
import { makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { makeDispute, makeViolationPayment } from '../../../testing/charges.factory.ts';
import { inventory } from '../../../testing/driver-inventory.ts';
import { makePerson, signedInMember } from '../../../testing/people.factory.ts';
import {
  driver,
  eraseDriver,
  longAfter,
  makeDriver,
  scanDatabase,
} from '../../../testing/privacy-requests.factory.ts';
import { makePromoCode } from '../../../testing/promo-codes.factory.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import { sealAt } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { clockAt, testApp } from '../../../testing/test-app.ts';
import { makeUnconfirmedPayment, makeValetSession } from '../../../testing/valet.factory.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { makeVisitor } from '../../../testing/visitors.factory.ts';
import { makeVisit, plateRead, recordReads, visitTo } from '../../../testing/visits.factory.ts';
import { makeRequestSweeper } from './privacy-requests.jobs.ts';

const longAgo = '2026-06-15T19:00:00Z';
// The plans of these long statements cost more than all else: one database, so each is planned once.
const at = await testApp({ now: longAgo });
const sql = at.database.system;
let spot: TestSpot;
let by: { token: string };
let params: { id: string };

beforeEach(async () => {
  at.clock.set(longAgo);
  spot = await makeSpot(sql);
  params = { id: String(spot.organization) };
});

/** As the scan compares them: lowercase, without spaces and punctuation. */
const plate = 'qrz7781';
const contact = ['quackenbush', 'wilhelmina', '6025559911'];

/** Opens a request and confirms it, like an Admin. */
async function ask(
  kind: 'plate' | 'email' | 'phone',
  value: string,
  plate_state?: string,
): Promise<number> {
  at.clock.set(longAfter);
  by = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
  const { body } = await at.call(
    createPrivacyRequest,
    { params, body: { kind, value, ...(plate_state ? { plate_state } : {}) } },
    by,
  );
  const call = { params: { ...params, request: body.pk }, body: { confirm: value } };
  expect((await at.call(erasePrivacyRequest, call, by)).body.state).toBe('waiting');
  return body.pk;
}

/** The reasons and classes of data in the answers of this file. */
const seen = { reasons: new Set<string>(), classes: new Set<string>() };

async function readRequest(request: number) {
  const { body } = await at.call(getPrivacyRequest, { params: { ...params, request } }, by);
  const { erased, remaining } = body.request;
  for (const { reason } of remaining) seen.reasons.add(reason);
  for (const row of [...erased, ...remaining, ...(body.findings ?? [])])
    seen.classes.add(row.class);
  return body;
}

const erase = (request: number, limits: { maxMs?: number } = {}) =>
  eraseDriver(at, spot, request, { now: longAfter, ...limits });

async function readMoney() {
  const entries = await sql`select * from ledger_entries order by pk`;
  const days = await sql`select * from revenue_days order by organization_id, spot_pk, local_date`;
  const stays = await sql`select * from rental_stays order by organization_id, spot_pk, local_date`;
  const rentals = await sql`
    select pk, uuid, start_date, end_date, source, external_id, paid from rentals order by pk`;
  return { entries, days, stays, rentals };
}

async function verify() {
  const { differences, deleted } = await verifySeals(sql);
  const images = await verifyImages(sql, at.files);
  const rollups = (await compareRollups(sql)).flatMap(({ disagreements }) => disagreements);
  return {
    seals: differences,
    images: images.differences,
    rollups,
    deleted,
  };
}

const toCounts = (rows: readonly { class: string; count: number }[]) =>
  Object.fromEntries(rows.map((row) => [row.class, row.count]));

/** Tables where a request erases something, and those whose rows have no plate or contact to be found by. */
const erasable = Object.keys(inventory).filter((table) => inventory[table]?.erased);
const unnamed = ['desk_decisions', 'holds', 'images', 'privacy_requests', 'webhook_deliveries'];

const otherCar = { plate: 'QRZ 7782', state: 'AZ', country: 'US' as const };

const sound = { seals: [], images: [], rollups: [] };

describe('erasing a plate', () => {
  test('a plate leaves no trace in any table, and money, figures, and seals do not change', async () => {
    await makeDriver(at, spot);
    await makeDriver(at, await makeSpot(sql, { organization: { pk: spot.organization } }));
    await sealAt(sql, '2026-06-16T19:00:00Z');
    const before = await readMoney();
    const planted = (await scanDatabase(sql, spot, [plate, ...contact])).map((column) =>
      column.replace(/\..*/, ''),
    );
    expect(erasable.filter((table) => !planted.includes(table)).toSorted()).toEqual(unnamed);
    const request = await ask('plate', 'qrz-7781');
    await erase(request);
    expect(await scanDatabase(sql, spot, [plate])).toEqual([]);
    // A note, a waiting mail and a tenant have the email or phone: nothing there shows whose they are.
    expect(await scanDatabase(sql, spot, contact)).toEqual([
      'bulk_rentals.owner_email',
      'member_messages.content',
      'timeline_notes.description',
    ]);
    expect(await readMoney()).toEqual(before);
    expect(await verify()).toMatchObject(sound);
    const { request: done, findings } = await readRequest(request);
    expect(findings).toBeNull();
    expect(done).toMatchObject({ state: 'done', hint: 'QR•••81', remaining: [] });
    // Two properties, each with a stay of two reads, a violation's visit, and a read without one.
    expect(toCounts(done.erased)).toEqual({
      rentals: 2,
      visits: 4,
      plate_reads: 6,
      // With the image of each appeal.
      images: 8,
      camera_messages: 2,
      visitors: 2,
      service_cars: 2,
      // With the alert of each.
      watched_plates: 4,
      uploads: 6,
      violations: 2,
      appeals: 2,
      valet_sessions: 2,
      // Of both violations, codes and tenants, and a note and a review that are recorded once.
      texts: 10,
    });
  });

  test('an erasure that is killed in any of its transactions continues where it stopped', async () => {
    await makeDriver(at, spot);
    await sealAt(sql, '2026-06-16T19:00:00Z');
    const before = await readMoney();
    const request = await ask('plate', driver.plate);
    const killAt = (last: number) => {
      let transactions = 0;
      const begin: typeof sql.begin = (work) =>
        sql.begin(async (tx) => {
          const result = await work(tx);
          if (transactions++ === last) throw new Error('killed');
          return result;
        });
      const system = Object.assign(sql.bind(null), sql, { begin });
      const killed = { ...at, database: { ...at.database, system } };
      return eraseDriver(killed, spot, request, { now: longAfter });
    };
    for (let last = 0; (await readRequest(request)).request.state !== 'done'; last += 1) {
      await killAt(last).catch((error: Error) => expect(error.message).toBe('killed'));
      expect(await verify()).toMatchObject(sound);
    }
    expect(await scanDatabase(sql, spot, [plate])).toEqual([]);
    expect(await readMoney()).toEqual(before);
    expect((await readRequest(request)).request.state).toBe('done');
  });

  test('another organization and other plates are not touched', async () => {
    await makeDriver(at, spot);
    const other = await makeSpot(sql);
    await makeDriver(at, other);
    await record(sql, spot, [rental(spot, longAgo, 500, { car: { ...otherCar } })]);
    const readOther = () => sql`
      select (select json_agg(v) from visits v where organization_id = ${other.organization}) as visits,
        (select json_agg(v) from rentals v where organization_id = ${other.organization}) as rentals,
        (select json_agg(v) from images v where organization_id = ${other.organization}) as images,
        (select json_agg(v) from cars v where plate_key = 'QRZ7782') as cars`;
    const before = await readOther();
    await erase(await ask('plate', driver.plate));
    expect(await readOther()).toEqual(before);
  });

  test('a waiting mail about a watched plate stays, without the plate', async () => {
    await makeDriver(at, spot);
    await erase(await ask('plate', driver.plate));
    const [message] = await sql<
      [{ content: unknown }]
    >`select content from member_messages where organization_id = ${spot.organization}`;
    expect(message.content).toEqual({
      subject: '[erased] arrived',
      text: `Two alerts\n[erased] arrived\nWhat for: Call ${driver.phone}`,
      html: '<p>[erased] arrived</p><p>The camera Entrance is silent</p>',
    });
    const mutes = await sql`select from alert_mutes where organization_id = ${spot.organization}`;
    expect(mutes).toHaveLength(0);
  });

  test('watches for the plate of another state stay, and so do alerts of other plates', async () => {
    await makeDriver(at, spot);
    await sql`update watched_plates set plate_state = 'NM' where organization_id = ${spot.organization}`;
    const other = sql.json({ plate: 'QRZ 7782' });
    await sql`
      insert into alerts (organization_id, kind, subject, since, opened_at, changed_at, facts)
      values (${spot.organization}, 'watched_plate', 'plate 99 99', now(), now(), now(), ${other})`;
    await erase(await ask('plate', driver.plate, 'AZ'));
    const readPlates = () => sql<{ plate: string }[]>`
      select plate from watched_plates where organization_id = ${spot.organization}
      union all select facts ->> 'plate' from alerts where organization_id = ${spot.organization} order by plate`;
    expect((await readPlates()).map(({ plate }) => plate)).toEqual([
      driver.plate,
      driver.plate,
      'QRZ 7782',
    ]);
    await erase(await ask('plate', driver.plate, 'NM'));
    expect((await readPlates()).map(({ plate }) => plate)).toEqual(['QRZ 7782']);
  });

  test('only the requested state is erased', async () => {
    await makeDriver(at, spot);
    await record(sql, spot, [
      rental(spot, longAgo, 500, { car: { ...otherCar, plate: driver.plate, state: 'NM' } }),
    ]);
    await erase(await ask('plate', driver.plate, 'NM'));
    const cars = await sql<{ state: string; plate: string }[]>`
      select c.state, c.plate from rentals r join cars c on c.pk = r.car_pk
      where r.organization_id = ${spot.organization} order by r.pk`;
    expect(cars).toEqual([
      { state: 'AZ', plate: driver.plate },
      { state: 'NM', plate: 'Deleted' },
    ]);
  });

  test('what no camera read a state of is erased with any state', async () => {
    await makeDriver(at, spot);
    const mine = { plate: driver.plate, state: null };
    await recordReads(sql, spot, [plateRead(spot, longAgo, 'Entrance', mine)]);
    await sql`update plate_reads set paired = true`;
    await makeVisit(sql, spot, '2025-06-15T19:00:00Z', mine);
    await erase(await ask('plate', driver.plate, 'NM'));
    const count = async (table: 'visits' | 'plate_reads') =>
      sql`select state from ${sql.unsafe(table)} where organization_id = ${spot.organization}
        and plate_key = ${plateKey(driver.plate)} and state is null`;
    expect([await count('visits'), await count('plate_reads')]).toEqual([[], []]);
  });

  test('a read whose image also shows another car keeps that image', async () => {
    await makeDriver(at, spot);
    const [read] = await sql<{ image: string; camera_pk: number }[]>`
      select image, camera_pk from plate_reads where image is not null and organization_id = ${spot.organization}`;
    await recordReads(sql, spot, [
      plateRead(spot, longAgo, 'Entrance', { plate: 'OTHER1', ...read }),
    ]);
    await erase(await ask('plate', driver.plate));
    const [image] = await sql<
      { kind: string }[]
    >`select kind from images where uuid = ${read?.image ?? ''}`;
    expect(image?.kind).toBe('overview');
  });

  test('messages whose reads were deleted before are emptied, and those of other plates stay', async () => {
    const feed = await makeCameraFeed(sql, { pk: spot.organization }, 'axis');
    const bodies = [`{"plate":"${driver.key}"}`, '{"plate":"QRZ77810"}', `{"plate":"QRZ-7781"}`];
    for (const [index, body] of bodies.entries()) {
      const row = {
        organization_id: spot.organization,
        feed_pk: feed.pk,
        received_at: fromIso(longAgo),
        content_type: 'application/json',
        body: Buffer.from(body),
        outcome: index === 2 ? 'unknown' : 'read',
        sameness: Buffer.from(String(index)),
      };
      await sql`insert into camera_messages ${sql.values(row)}`;
    }
    const request = await ask('plate', driver.plate);
    await erase(request);
    expect(toCounts((await readRequest(request)).request.erased)).toEqual({ camera_messages: 2 });
    const rows = await sql<{ text: string }[]>`
      select convert_from(body, 'UTF8') as text from camera_messages where organization_id = ${spot.organization} order by pk`;
    expect(rows.map(({ text }) => text)).toEqual(['', bodies[1], '']);
  });

  test('thousands of visits are erased in batches, each with a signed record', async () => {
    const visits = Array.from({ length: 5000 }, (_, index) =>
      visitTo(spot, longAgo, {
        plate: driver.plate,
        exit_at: instant(fromIso(longAgo) + index + 1),
      }),
    );
    await recording(sql, spot.organization, (recorder) => recordVisits(recorder, visits));
    await sealAt(sql, '2026-06-16T19:00:00Z');
    const { deleted } = await verify();
    const request = await ask('plate', driver.plate);
    await erase(request);
    expect((await readRequest(request)).request.erased).toEqual([{ class: 'visits', count: 5000 }]);
    const statements = await sql<
      { statement: string }[]
    >`select statement from deletions where organization_id = ${spot.organization}`;
    expect(statements).toHaveLength(10);
    expect(readDeletionStatement(statements[0]?.statement ?? '')).toMatchObject({
      rule: null,
      request,
    });
    expect(await verify()).toEqual({ ...sound, deleted: deleted + 5000 });
  });
});

describe('data that stays', () => {
  const listKept = async (request: number) =>
    (await readRequest(request)).request.remaining.map(
      (row) => `${row.class} ${row.reason} ${row.count}`,
    );

  test('a hold keeps the rental with its visit, reads, image, and message, and everything else is erased', async () => {
    const { rental: held } = await makeDriver(at, spot);
    const { pk } = await makePerson(sql);
    const by = { reason: 'A lawsuit', placed_by: pk, placed_at: at.clock() };
    const hold = { organization_id: spot.organization, rental_pk: held, ...by };
    await sql`insert into holds ${sql.values(hold)}`;
    const request = await ask('plate', driver.plate);
    await erase(request);
    expect(await listKept(request)).toEqual([
      'rentals hold 1',
      'ledger_entries money 1',
      'visits hold 1',
      'plate_reads hold 2',
      'images story 1',
      'camera_messages story 1',
    ]);
    const [row] = await sql<{ renter_email: string; plate: string }[]>`
      select r.renter_email, c.plate from rentals r join cars c on c.pk = r.car_pk where r.pk = ${held}`;
    expect(row).toEqual({ renter_email: driver.email, plate: driver.plate });
  });

  test('an open dispute keeps its rental, and once it is over the next request erases it', async () => {
    const { rental: disputed } = await makeDriver(at, spot);
    const times = { opened_at: at.clock(), respond_by: at.clock() };
    await makeDispute(sql, spot, disputed, times);
    const request = await ask('plate', driver.plate);
    await erase(request);
    expect(await listKept(request)).toContain('rentals dispute 1');
    await sql`update disputes set closed_at = now(), state = 'lost' where organization_id = ${spot.organization}`;
    await erase(await ask('plate', driver.plate));
    expect(await scanDatabase(sql, spot, [plate])).toEqual([]);
  });

  test('open and recent violations, current stays, and current rights to park stay', async () => {
    const open = await makeViolation(sql, spot, { plate: driver.plate });
    await makeViolation(sql, spot, {
      plate: driver.plate,
      status: 'Waived',
      created_at: fromIso('2027-01-10T19:00:00Z'),
    });
    await makeVisitor(sql, spot, { plate: driver.plate });
    await record(sql, spot, [
      rental(spot, longAgo, 500, { car: { ...otherCar, plate: driver.plate }, end_date: null }),
    ]);
    await makeVisit(sql, spot, '2027-01-20T18:00:00Z', { plate: driver.plate });
    const request = await ask('plate', driver.plate);
    await erase(request);
    expect(await listKept(request)).toEqual([
      'rentals current 1',
      'ledger_entries money 1',
      'visits current 1',
      'visitors current 1',
      'violations open_violation 1',
      'violations recent_violation 1',
    ]);
    const [row] = await sql<
      { plate: string }[]
    >`select plate from violations where pk = ${open.pk}`;
    expect(row?.plate).toBe(driver.plate);
  });

  test('money, uses of a code, payments on their way, searches and the audit log stay, and an old hold’s text goes', async () => {
    const { rental: used } = await makeDriver(at, spot);
    const organization_id = spot.organization;
    const person = await makePerson(sql);
    const session = await makeValetSession(at, spot);
    await makeUnconfirmedPayment(at, spot, { session, person });
    const { pk: paid } = await makeViolationPayment(at, spot);
    await sql`
      update valet_sessions set plate = ${driver.plate}, state = 'AZ', status = 'ended',
        checked_in_at = ${at.clock()}, checked_out_at = ${at.clock()} where pk = ${session.pk}`;
    await sql`update violations set plate = ${driver.plate}, plate_key = ${driver.key} where pk = ${paid}`;
    const { pk: code } = await makePromoCode(sql, spot, { code: 'USED' });
    const times = { searched_at: at.clock(), last_searched_at: at.clock() };
    const before = { note: `Of ${driver.plate}` };
    for (const [table, row] of Object.entries({
      promo_uses: {
        spot_pk: spot.pk,
        promo_code_pk: code,
        rental_pk: used,
        used_at: at.clock(),
        local_date: '2026-06-15',
        source: 'test',
        external_id: 'use',
      },
      plate_searches: {
        person_pk: person.pk,
        page: 'visitors',
        term: driver.plate,
        term_key: driver.key,
        first_key: 'QRZ',
        ...times,
      },
      audit_entries: {
        person_pk: person.pk,
        act: 'change',
        subject_type: 'visitor',
        before: sql.json(before),
        happened_at: at.clock(),
      },
      holds: {
        violation_pk: paid,
        reason: `About ${driver.plate}`,
        placed_by: person.pk,
        placed_at: at.clock(),
        released_by: person.pk,
        released_at: at.clock(),
      },
    }))
      await sql`insert into ${sql.identifier(table)} ${sql.values({ organization_id, ...row })}`;
    const body = { kind: 'plate' as const, value: driver.plate };
    by = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
    const { body: opened } = await at.call(createPrivacyRequest, { params, body }, by);
    await readRequest(opened.pk);
    const request = await ask('plate', driver.plate);
    await erase(request);
    expect(await listKept(request)).toEqual([
      'valet_sessions payment 1',
      'valet_payments money 1',
      'plate_searches access 1',
      'audit_entries audit 1',
    ]);
  });
});

test('a person leaves no trace by phone and email, and the car stays', async () => {
  await makeDriver(at, spot);
  const before = await readMoney();
  await erase(await ask('phone', '602-555-9911'));
  const byEmail = await ask('email', driver.email.toUpperCase());
  await erase(byEmail);
  await readRequest(byEmail);
  expect(await scanDatabase(sql, spot, [...contact, 'mina.quackenbush'])).toEqual([]);
  expect(await scanDatabase(sql, spot, [plate])).toContain('visits.plate');
  expect(await readMoney()).toEqual(before);
});

test('a request that was encrypted with another secret key fails, and erases nothing', async () => {
  await makeDriver(at, spot);
  const request = await ask('plate', driver.plate);
  const secretBox = createSecretBox('another secret key of 32 characters or more');
  await eraseDriver({ ...at, secretBox }, spot, request, { now: longAfter });
  expect((await readRequest(request)).request.state).toBe('failed');
  expect(await scanDatabase(sql, spot, [plate])).toContain('visits.plate');
});

test('an open request forgets its subject after a week, and one that is being erased does not', async () => {
  const erased = await ask('plate', driver.plate);
  const { body: open } = await at.call(
    createPrivacyRequest,
    { params, body: { kind: 'plate', value: 'ABC123' } },
    by,
  );
  const sweep = makeRequestSweeper({ sql, clock: clockAt('2027-01-28T19:00:00Z') });
  await sweep();
  expect((await readRequest(open.pk)).request.state).toBe('expired');
  expect((await readRequest(erased)).request.state).toBe('waiting');
  const [row] = await sql<{ subject_sealed: Buffer | null }[]>`
    select subject_sealed from privacy_requests where pk = ${open.pk}`;
  expect(row?.subject_sealed).toBeNull();
});

test('each reason to keep data, and each class of it, was in an answer above', () => {
  expect([...seen.reasons].toSorted()).toEqual([...keepReasons].toSorted());
  expect([...seen.classes].toSorted()).toEqual([...foundClasses].toSorted());
});
