import { getPicture } from '@lotkeeper/contract/cars/images';
import { fromIso, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { pictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import { recordAppealImage } from '../../../records/cars/appeals.ts';
import type { VisitInput } from '../../../records/cars/visits/visits.ts';
import { keepDispute } from '../../../records/money/disputes.ts';
import { compareRollups } from '../../../records/money/ledger.ts';
import { verifyImages } from '../../../records/trust/verify-images.ts';
import { verifySeals } from '../../../records/trust/verify-seals.ts';
import { makeAppeal } from '../../../testing/appeals.factory.ts';
import { makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { makePerson } from '../../../testing/people.factory.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import { applyRetention, keepFor } from '../../../testing/retention.factory.ts';
import { makeImage, sealAt } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { makeVisitor, until } from '../../../testing/visitors.factory.ts';
import { makeVisit, plateRead, recordReads } from '../../../testing/visits.factory.ts';

const start = '2026-06-15T19:00:00Z';
const end = '2026-06-15T20:00:00Z';
/** A night more than 200 days later, so that violations of that day aren't evidence just for their age. */
const night = '2027-01-20T09:00:00Z';
const nextNight = '2027-01-21T09:00:00Z';

let app: TestApp;
let sql: TestApp['database']['system'];
let spot: TestSpot;

beforeEach(async () => {
  app = await testApp({ now: start });
  sql = app.database.system;
  spot = await makeSpot(sql);
});

const makeStay = (overrides: Partial<VisitInput> = {}) =>
  makeVisit(sql, spot, start, { exit_at: fromIso(end), ...overrides });

/** A paired read, of a visit or of none. */
async function makeRead(visit: number | null = null, image: string | null = null, at = start) {
  const [read] = await recordReads(sql, spot, [plateRead(spot, at, 'Entrance', { image })]);
  const pk = read?.pk ?? 0;
  await sql`update plate_reads set paired = true, visit_pk = ${visit} where pk = ${pk}`;
  return pk;
}

/** Sets a rule, and runs the nightly deletion. */
async function deleteAtNight(name: Parameters<typeof keepFor>[2], days: number) {
  await keepFor(app, spot.organization, name, days);
  await applyRetention(app, night);
}

const listPks = async (table: 'visits' | 'plate_reads' | 'visitors') =>
  (await sql<{ pk: number }[]>`select pk from ${sql.identifier(table)} order by pk`).map(
    ({ pk }) => pk,
  );

const listRuns = () =>
  sql<{ class: string; deleted: number; is_finished: boolean }[]>`
    select class, deleted, finished_at is not null as is_finished from retention_runs
    order by local_date, class`;

const verify = async () => {
  const { differences, deleted } = await verifySeals(sql);
  const images = await verifyImages(sql, app.files);
  return { seals: differences, images: images.differences, deleted };
};

const isFileThere = async (name: string) => {
  const found = await app.files.open(name);
  found?.stream.destroy();
  return found !== null;
};

const sound = { seals: [], images: [] };

test('without a rule, nothing is deleted', async () => {
  const image = await makeImage(app, spot, 'a car');
  await makeRead(await makeStay(), image.uuid);
  await applyRetention(app, night);
  expect([await listPks('visits'), await listPks('plate_reads')]).toEqual([[1], [1]]);
  expect(await isFileThere(image.sha256)).toBe(true);
  expect(await listRuns()).toEqual([]);
});

describe('images', () => {
  test('old images are deleted, and their sealed visits and reads still match their seals', async () => {
    const image = await makeImage(app, spot, 'a car');
    await makeRead(await makeStay({ entrance_image: image.uuid }), image.uuid);
    await sealAt(sql, '2026-06-16T09:00:00Z');
    const name = { organization: spot.organization, uuid: image.uuid };
    const url = pictureAddresses(app.secretBox).addressOf(name, app.clock());
    const address = url.split('/')[3] ?? '';
    expect((await app.call(getPicture, { params: { address } })).status).toBe(200);
    await deleteAtNight('images', 30);
    expect(await isFileThere(image.sha256)).toBe(false);
    expect(await verify()).toEqual({ ...sound, deleted: 1 });
    expect(await listRuns()).toEqual([{ class: 'images', deleted: 1, is_finished: true }]);
    expect((await app.call(getPicture, { params: { address } })).status).toBe(404);
  });

  test('younger images stay', async () => {
    const image = await makeImage(app, spot, 'a car');
    await deleteAtNight('images', 365);
    expect(await isFileThere(image.sha256)).toBe(true);
    expect(await verify()).toEqual({ ...sound, deleted: 0 });
  });

  test('a file stays while another image or an unread message names it, in any organization', async () => {
    const image = await makeImage(app, spot, 'the same car');
    const other = await makeSpot(sql);
    await makeImage(app, other, 'the same car');
    const unread = await makeImage(app, spot, 'an unread car');
    const feed = await makeCameraFeed(sql, { pk: other.organization }, 'axis');
    await sql`
      insert into camera_messages (organization_id, feed_pk, received_at, content_type, body, files, outcome, sameness)
      values (${other.organization}, ${feed.pk}, now(), 'text/plain', 'x', ${[unread.sha256]}, 'unknown', '1')`;
    await deleteAtNight('images', 30);
    expect(await isFileThere(image.sha256)).toBe(true);
    expect(await isFileThere(unread.sha256)).toBe(true);
    await keepFor(app, other.organization, 'images', 30);
    await applyRetention(app, nextNight);
    expect(await isFileThere(image.sha256)).toBe(false);
    expect(await isFileThere(unread.sha256)).toBe(true);
    expect((await verify()).images).toEqual([]);
  });

  test('files are removed a day after their rows, and an interrupted run leaves no row without its file', async () => {
    const image = await makeImage(app, spot, 'a car');
    await keepFor(app, spot.organization, 'images', 30);
    await applyRetention(app, night, { fileAgeMs: 24 * 3_600_000 });
    expect(await isFileThere(image.sha256)).toBe(true);
    expect((await verify()).images).toEqual([]);
    await applyRetention(app, nextNight);
    expect(await isFileThere(image.sha256)).toBe(false);
    expect(await sql`select from unused_files`).toHaveLength(0);
  });

  test('an image that somebody marked as deleted is found', async () => {
    const [image, marked] = [
      await makeImage(app, spot, 'a car'),
      await makeImage(app, spot, 'bus'),
    ];
    await sql`update images set taken_at = ${fromIso(night)} where uuid = ${marked.uuid}`;
    await deleteAtNight('images', 30);
    expect((await verify()).images).toEqual([]);
    await sql`update images set kind = 'deleted', deletion = 1 where uuid = ${marked.uuid}`;
    const expected = { organization_id: spot.organization, problem: 'unsigned deletion' };
    expect((await verify()).images).toEqual([{ ...expected, uuid: marked.uuid }]);
    await sql`update images set deletion = 7 where uuid = ${image.uuid}`;
    expect((await verify()).images).toHaveLength(2);
  });
});

describe('plate reads', () => {
  test('old reads are deleted with a signed record, while their visits stay', async () => {
    const visit = await makeStay();
    const reads = [await makeRead(visit), await makeRead(visit), await makeRead()];
    await sealAt(sql, '2026-06-16T09:00:00Z');
    const young = await makeRead(null, null, '2027-01-10T19:00:00Z');
    await deleteAtNight('reads', 90);
    expect(await listPks('plate_reads')).toEqual([young]);
    expect(await listPks('visits')).toEqual([visit]);
    expect(await verify()).toEqual({ ...sound, deleted: reads.length });
  });

  test.each([
    ['removed by hand', 'delete from plate_reads where pk = 1'],
    ['changed', `update plate_reads set plate = 'OTHER1' where pk = 1`],
  ])(
    'a read that somebody %s is still found among those that were deleted',
    async (_, tampering) => {
      await makeRead();
      await makeRead();
      await sealAt(sql, '2026-06-16T09:00:00Z');
      await sql.unsafe(tampering);
      await deleteAtNight('reads', 90);
      expect(await listPks('plate_reads')).toEqual([]);
      expect((await verify()).seals).toMatchObject([
        { problem: 'removed row', row: { table: 'plate_reads', pk: 1 } },
      ]);
    },
  );

  test('a changed record of a deletion explains nothing, and none can be added without the key', async () => {
    await makeRead();
    await makeRead();
    await sealAt(sql, '2026-06-16T09:00:00Z');
    await deleteAtNight('reads', 90);
    await expect(sql`update deletions set number = 2`).rejects.toThrow('append only');
    const tamper = (statement: string) =>
      sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx.unsafe(statement);
      });
    await tamper('update deletions set entries = substring(entries for 40)');
    expect((await verify()).seals).toMatchObject([
      { number: 1, problem: 'changed deletion', row: null },
      { problem: 'removed row' },
      { problem: 'removed row' },
    ]);
    await tamper('delete from deletions');
    expect((await verify()).seals).toMatchObject([
      { problem: 'removed row' },
      { problem: 'removed row' },
    ]);
  });

  test('the reads of a visit are deleted together, when all are old and paired', async () => {
    const visit = await makeStay();
    const reads = [await makeRead(visit), await makeRead(visit, null, '2027-01-10T19:00:00Z')];
    const unpaired = await makeRead();
    await sql`update plate_reads set paired = false where pk = ${unpaired}`;
    await deleteAtNight('reads', 30);
    expect(await listPks('plate_reads')).toEqual([...reads, unpaired]);
    await applyRetention(app, '2027-02-20T09:00:00Z');
    expect(await listPks('plate_reads')).toEqual([unpaired]);
  });
});

describe('data that is needed', () => {
  /** A visit with a read and an image, and whether all of it is still there. */
  async function makeEvidence(overrides: Partial<VisitInput> = {}) {
    const image = await makeImage(app, spot, crypto.randomUUID());
    const visit = await makeStay(overrides);
    const read = await makeRead(visit, image.uuid);
    const isKept = async () =>
      [
        (await listPks('visits')).includes(visit),
        (await listPks('plate_reads')).includes(read),
        await isFileThere(image.sha256),
      ].every(Boolean);
    return { visit, isKept };
  }

  beforeEach(async () => {
    for (const name of ['visits', 'reads', 'images'] as const)
      await keepFor(app, spot.organization, name, 90);
  });

  test('an open violation keeps its evidence, and a closed one for half a year', async () => {
    const [open, closed, recent] = [
      await makeEvidence(),
      await makeEvidence(),
      await makeEvidence(),
    ];
    await makeViolation(sql, spot, { visit_pk: open.visit });
    await makeViolation(sql, spot, { visit_pk: closed.visit, status: 'Paid' });
    const created_at = fromIso('2026-12-01T00:00:00Z');
    await makeViolation(sql, spot, { visit_pk: recent.visit, status: 'Waived', created_at });
    await applyRetention(app, night);
    expect([await open.isKept(), await closed.isKept(), await recent.isKept()]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await listPks('visits')).toEqual([open.visit, closed.visit, recent.visit]);
  });

  test('the images of an appeal stay as long as its violation is evidence', async () => {
    const appeal = async () => {
      const { pk, violation } = await makeAppeal(app, spot);
      const { uuid, sha256 } = await makeImage(app, spot, crypto.randomUUID());
      await sql`update images set kind = 'appeal' where uuid = ${uuid}`;
      await recording(sql, spot.organization, (recorder) =>
        recordAppealImage(recorder, { appeal_pk: pk, image: uuid }, app.clock()),
      );
      return { violation, sha256 };
    };
    const [open, paid] = [await appeal(), await appeal()];
    await sql`update violations set status = 'Paid' where pk = ${paid.violation.pk}`;
    await applyRetention(app, night);
    expect([await isFileThere(open.sha256), await isFileThere(paid.sha256)]).toEqual([true, false]);
  });

  test('a dispute keeps the evidence of its rental until it ends', async () => {
    const [booked] = await record(sql, spot, [rental(spot, start, 1000)]);
    const rental_pk = booked?.pk ?? 0;
    const evidence = await makeEvidence({ rental_pk });
    const dispute = {
      ref: 'dp_1',
      charge_ref: 'ch_1',
      amount: cents(1000),
      reason: 'fraudulent',
      state: 'needs_response',
      opened_at: fromIso(start),
      respond_by: null,
      isLost: false,
    } as const;
    const keep = (state: 'needs_response' | 'won') =>
      keepDispute(
        sql,
        { organization_id: spot.organization, rental_pk, violation_pk: null },
        { processor: 'stripe', dispute: { ...dispute, state }, now: fromIso(night) },
      );
    await keep('needs_response');
    await applyRetention(app, night);
    expect(await evidence.isKept()).toBe(true);
    await keep('won');
    await applyRetention(app, nextNight);
    expect(await evidence.isKept()).toBe(false);
    expect(await listPks('visits')).toEqual([evidence.visit]);
  });

  test('a hold on a visit, a rental, or a violation keeps the evidence until it is released', async () => {
    const [booked] = await record(sql, spot, [rental(spot, start, 1000)]);
    const rental_pk = booked?.pk ?? 0;
    const [held, ofRental] = [await makeEvidence(), await makeEvidence({ rental_pk })];
    const [ofViolation, free] = [await makeEvidence(), await makeEvidence()];
    const violation = await makeViolation(sql, spot, {
      visit_pk: ofViolation.visit,
      status: 'Paid',
    });
    const { pk: person } = await makePerson(sql);
    const hold = async (on: object) => {
      const by = { reason: 'A lawsuit', placed_by: person, placed_at: fromIso(night) };
      const row = { organization_id: spot.organization, ...on, ...by };
      await sql`insert into holds ${sql.values(row)}`;
    };
    await hold({ visit_pk: held.visit });
    await hold({ rental_pk });
    await hold({ violation_pk: violation.pk });
    await applyRetention(app, night);
    const list = async () => [
      await held.isKept(),
      await ofRental.isKept(),
      await ofViolation.isKept(),
      await free.isKept(),
    ];
    expect(await list()).toEqual([true, true, true, false]);
    await sql`update holds set released_by = ${person}, released_at = ${fromIso(night)}`;
    // January 24 is a Sunday, when everything that was kept is checked again.
    await applyRetention(app, '2027-01-25T09:00:00Z');
    expect(await list()).toEqual([false, false, false, false]);
    expect(await listPks('visits')).toEqual([ofRental.visit, ofViolation.visit]);
  });

  test('a visit that may still change keeps its evidence', async () => {
    const evidence = await makeEvidence({ decided: false, due_at: fromIso(night) });
    await applyRetention(app, night);
    expect(await evidence.isKept()).toBe(true);
  });
});

test('old visits without money are deleted with their reads and images, and seals and figures still match', async () => {
  const image = await makeImage(app, spot, 'a car');
  const [booked] = await record(sql, spot, [rental(spot, start, 1000)]);
  const paid = await makeStay({ rental_pk: booked?.pk ?? 0 });
  const counted = { outcome: 'grace', local_date: toLocalDate(fromIso(start), 'UTC') } as const;
  const free = await makeStay({ ...counted, entrance_image: image.uuid });
  const fined = await makeStay();
  await makeViolation(sql, spot, { visit_pk: fined, status: 'Waived' });
  await makeRead(free, image.uuid);
  const read = await makeRead(paid);
  await sealAt(sql, '2026-06-16T09:00:00Z');
  await deleteAtNight('visits', 90);
  expect(await listPks('visits')).toEqual([paid, fined]);
  expect(await listPks('plate_reads')).toEqual([read]);
  expect(await isFileThere(image.sha256)).toBe(false);
  expect(await verify()).toEqual({ ...sound, deleted: 3 });
  expect(await sql`select outcome, visits from forgotten_visit_days`).toEqual([
    { outcome: 'grace', visits: 1 },
  ]);
  expect((await compareRollups(sql)).flatMap(({ disagreements }) => disagreements)).toEqual([]);
});

test('what bills need of validated visits stays when they are deleted', async () => {
  const local_date = toLocalDate(fromIso(start), 'UTC');
  const visit = await makeStay({
    outcome: 'validated',
    local_date,
    validation_code_pk: 7,
    validation_value: cents(500),
  });
  await deleteAtNight('visits', 90);
  expect(await listPks('visits')).toEqual([]);
  expect(await sql`select visit_pk, local_date, code_pk, value from forgotten_validations`).toEqual(
    [{ visit_pk: visit, local_date, code_pk: 7, value: 500 }],
  );
});

test('texts of camera messages are emptied, and the messages stay', async () => {
  const feed = await makeCameraFeed(sql, { pk: spot.organization }, 'axis');
  const file = await app.files.put(Buffer.from('a car nobody read'));
  const add = (at: string, name: string) => sql`
    insert into camera_messages (organization_id, feed_pk, received_at, content_type, body, files, outcome, sameness)
    values (${spot.organization}, ${feed.pk}, ${fromIso(at)}, 'text/plain', 'some text', ${[file]}, 'unknown', ${Buffer.from(name)})`;
  await add(start, 'old');
  await keepFor(app, spot.organization, 'camera_messages', 30);
  await add('2027-01-19T00:00:00Z', 'young');
  await applyRetention(app, night);
  const list = () => sql`
    select octet_length(body) as bytes, cardinality(files) as files from camera_messages order by pk`;
  expect(await list()).toEqual([
    { bytes: 0, files: 0 },
    { bytes: 9, files: 1 },
  ]);
  expect(await isFileThere(file)).toBe(true);
  await applyRetention(app, '2027-03-01T09:00:00Z');
  expect((await list()).map(({ bytes }) => bytes)).toEqual([0, 0]);
  expect(await isFileThere(file)).toBe(false);
});

test('visitors are deleted when their right ended long ago, with their plates unless something else has them', async () => {
  const ended = { grants: [until('2026-06-20T00:00:00Z')] };
  const gone = await makeVisitor(sql, spot, { plate: 'GONE 1', name: 'Pat', ...ended });
  const renter = await makeVisitor(sql, spot, { plate: 'RENT 1', ...ended });
  const always = await makeVisitor(sql, spot, { plate: 'STAY 1' });
  await record(sql, spot, [
    rental(spot, start, 1000, { car: { plate: 'RENT 1', state: 'AZ', country: 'US' } }),
  ]);
  const removed = await makeVisitor(sql, spot, { plate: 'LEFT 1' });
  await sql`update visitors set deleted_at = '2026-06-20T00:00:00Z' where pk = ${removed.pk}`;
  await deleteAtNight('visitors', 90);
  expect(await listPks('visitors')).toEqual([always.pk]);
  expect(gone.pk).not.toBe(renter.pk);
  const cars = await sql<{ plate: string }[]>`select plate from cars order by plate`;
  expect(cars.map(({ plate }) => plate)).toEqual(['Deleted', 'Deleted', 'RENT 1', 'STAY 1']);
  expect(await sql`select from visitor_sessions`).toHaveLength(1);
  const [counted] = await sql<[{ visitors: number }]>`
    select coalesce(sum(visitors), 0) as visitors from visitor_hours`;
  expect(counted.visitors).toBe(1);
});

describe('nightly runs', () => {
  test('a night deletes once, and what it deleted is counted even if it was interrupted', async () => {
    await makeRead();
    await makeImage(app, spot, 'a car');
    await keepFor(app, spot.organization, 'reads', 30);
    await keepFor(app, spot.organization, 'images', 30);
    await applyRetention(app, night, { maxMs: -1 });
    expect(await listRuns()).toEqual([]);
    await applyRetention(app, night);
    const finished = [
      { class: 'images', deleted: 1, is_finished: true },
      { class: 'reads', deleted: 1, is_finished: true },
    ];
    expect(await listRuns()).toEqual(finished);
    await makeRead();
    await applyRetention(app, '2027-01-20T10:00:00Z');
    expect(await listRuns()).toEqual(finished);
    expect(await listPks('plate_reads')).toHaveLength(1);
  });

  test('an organization whose data cannot be deleted does not hold up the others', async () => {
    const other = await makeSpot(sql);
    await keepFor(app, spot.organization, 'reads', 30);
    await keepFor(app, other.organization, 'images', 30);
    const image = await makeImage(app, other, 'a car');
    await makeRead();
    await sql`
      insert into deletions (organization_id, number, subject, deleted_at, statement, signature, entries)
      values (${spot.organization}, ${Number.MAX_SAFE_INTEGER}, 'images', now(), '', decode(repeat('00', 64), 'hex'), '')`;
    await expect(applyRetention(app, night)).rejects.toThrow('wasn’t deleted');
    expect(await isFileThere(image.sha256)).toBe(false);
    expect(await listPks('plate_reads')).toHaveLength(1);
  });

  test('more rows than fit a batch are all deleted, in several deletions', async () => {
    const reads = Array.from({ length: 1100 }, () => plateRead(spot, start, 'Entrance'));
    await recordReads(sql, spot, reads);
    await sql`update plate_reads set paired = true`;
    await sealAt(sql, '2026-06-16T09:00:00Z');
    await deleteAtNight('reads', 30);
    expect(await listRuns()).toEqual([{ class: 'reads', deleted: 1100, is_finished: true }]);
    expect(await sql`select from deletions`).toHaveLength(3);
    expect(await verify()).toEqual({ ...sound, deleted: 1100 });
  });
});
