import { listCameraMistakes } from '@lotkeeper/contract/cars/camera-mistakes';
import type { DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import {
  decideDeskItem,
  getDeskFigures,
  previewDeskFindings,
  takeDeskItem,
  undoDeskDecision,
} from '@lotkeeper/contract/cars/plate-desk';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { addSigns } from '../../../records/cars/camera-signs.ts';
import { weighConfidence } from '../../../records/cars/sureness.ts';
import { makeCamera, makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { car } from '../../../testing/parking-day.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import { applyRetention, keepFor } from '../../../testing/retention.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { plateRead, recordReads, settling } from '../../../testing/visits.factory.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const jobs = settling(at.database, at.clock);

/** A property with two cameras at its exit. */
async function start() {
  const { spot, token } = await makeStaffedSpot(at);
  const organization = { pk: spot.organization };
  const feed = await makeCameraFeed(sql, organization, 'axis');
  const camera = await makeCamera(sql, organization, feed, { ref: 'worn', spot });
  const other = await makeCamera(sql, organization, feed, { ref: 'sharp', spot });
  const params = { id: String(spot.organization) };
  /** A car leaves, read by a camera; nobody saw it come. */
  const leaves = async (
    time: string,
    plate: string,
    more: Parameters<typeof plateRead>[3] = {},
  ) => {
    await recordReads(sql, spot, [
      plateRead(spot, `2026-06-15T${time}Z`, 'Exit', { camera_pk: camera.pk, plate, ...more }),
    ]);
    await jobs.settle(spot);
  };
  const take = async () =>
    (await at.call(takeDeskItem, { params, body: { spot: null, skipped: [] } }, { token })).body;
  const decide = async (finding: {
    verdict: DeskVerdict;
    plate?: string;
    state?: string | null;
  }) => {
    const { item } = await take();
    const visit = item?.visit ?? 0;
    const { status, body } = await at.call(
      decideDeskItem,
      { params: { ...params, visit: String(visit) as never }, body: finding as never },
      { token },
    );
    expect(status).toBe(200);
    await jobs.settle(spot);
    return { visit, decision: body.decision };
  };
  const undo = ({ visit, decision }: { visit: number; decision: number }) =>
    at.call(
      undoDeskDecision,
      { params: { ...params, visit: String(visit) as never }, body: { decision } },
      { token },
    );
  const counts = async () => {
    const rows = await sql<{ pair: string; count: number }[]>`
      select read_sign || ' ' || true_sign as pair, count from camera_signs
      where organization_id = ${spot.organization} and camera_pk = ${camera.pk} and count <> 0
      order by read_sign, true_sign`;
    return Object.fromEntries(rows.map(({ pair, count }) => [pair, count]));
  };
  const figures = async () =>
    (await at.call(getDeskFigures, { params, query: {} }, { token })).body;
  const mistakes = async () => (await at.call(listCameraMistakes, { params }, { token })).body;
  return { spot, token, camera, other, leaves, take, decide, undo, counts, figures, mistakes };
}

const readSureness = async (spot: TestSpot, plate: string) => {
  const [row] = await sql<{ sureness: number | null }[]>`
    select sureness from plate_reads where organization_id = ${spot.organization} and plate = ${plate}`;
  return row?.sureness ?? null;
};

test('a plate that is right counts each of its signs as right, and undoing it takes exactly that back', async () => {
  const { leaves, decide, undo, counts, camera } = await start();
  await leaves('18:10:00', 'ABB123');
  const first = await decide({ verdict: 'confirmed' });
  await leaves('18:20:00', 'A777');
  const second = await decide({ verdict: 'confirmed' });
  expect(await counts()).toEqual({ '1 1': 1, '2 2': 1, '3 3': 1, '7 7': 3, 'A A': 2, 'B B': 2 });
  await undo(first);
  expect(await counts()).toEqual({ '7 7': 3, 'A A': 1 });
  const [row] = await sql<{ sign_counts: unknown }[]>`
    select sign_counts from camera_reliability where camera_pk = ${camera.pk}`;
  expect(row?.sign_counts).toEqual({ 7: [3, 0], A: [1, 0] });
  expect((await undo(first)).status).toBe(409);
  expect(await counts()).toEqual({ '7 7': 3, 'A A': 1 });
  await undo(second);
  expect(await counts()).toEqual({});
});

test('a misread counts no sign, and a car that isn’t a customer’s says nothing about its plate', async () => {
  const { leaves, decide, undo, counts, mistakes } = await start();
  await leaves('18:10:00', 'ABC123');
  const misread = await decide({ verdict: 'misread' });
  await leaves('18:20:00', 'XYZ789');
  await decide({ verdict: 'not_customer' });
  expect(await counts()).toEqual({});
  expect(await mistakes()).toMatchObject([{ name: 'worn', reads: 2, misread: 1, confusions: [] }]);
  await undo(misread);
  expect(await mistakes()).toEqual([]);
});

test('the desk shows how many suggestions were accepted and how many cars were misread', async () => {
  const { leaves, decide, undo, figures } = await start();
  const none = { days: 30, decided: 0, suggested: 0, accepted: 0, misread: 0 };
  expect(await figures()).toEqual(none);
  await leaves('18:10:00', 'ABC123', { confidence: 0.3 });
  await decide({ verdict: 'misread' });
  // Nothing is suggested of one sure read.
  await leaves('18:20:00', 'DEF456');
  const last = await decide({ verdict: 'misread' });
  expect(await figures()).toEqual({ ...none, decided: 2, suggested: 1, accepted: 1, misread: 2 });
  await undo(last);
  expect(await figures()).toEqual({ ...none, decided: 1, suggested: 1, accepted: 1, misread: 1 });
});

test('a read counts as it was weighed when it was paired first, whatever is learned afterward', async () => {
  const { spot, leaves, decide } = await start();
  await leaves('18:10:00', 'EEE123');
  expect(await readSureness(spot, 'EEE123')).toBe(0.9);
  await decide({ verdict: 'confirmed' });
  await leaves('18:40:00', 'EEE124');
  // Each sign was right as often as it is in the plate: three times, once and once; 4 isn’t known.
  const known = { E: [3, 0], 1: [1, 0], 2: [1, 0], 3: [1, 0] } as const;
  expect(await readSureness(spot, 'EEE124')).toBe(weighConfidence(0.9, 'EEE124', known));
  expect(weighConfidence(0.9, 'EEE124', known)).toBeGreaterThan(0.9);
  // Another read of the visit has it paired again.
  await leaves('18:10:20', 'EEE123', { external_id: `again-${spot.pk}` });
  const rows = await sql<{ sureness: number }[]>`
    select sureness from plate_reads where organization_id = ${spot.organization} and plate = 'EEE123' order by pk`;
  expect(rows.map(({ sureness }) => sureness)).toEqual([
    0.9,
    weighConfidence(0.9, 'EEE123', known),
  ]);
});

test('a corrected plate counts what was read beside what was there, and the read as a misread', async () => {
  const { leaves, decide, undo, counts, mistakes, figures } = await start();
  await leaves('18:10:00', '8C123');
  const first = await decide({ verdict: 'corrected', plate: 'ABC-123', state: 'AZ' });
  await leaves('18:30:00', 'ZZ8');
  const second = await decide({ verdict: 'corrected', plate: 'ZZB', state: null });
  expect(await counts()).toEqual({
    ' A': 1,
    '1 1': 1,
    '2 2': 1,
    '3 3': 1,
    '8 B': 2,
    'C C': 1,
    'Z Z': 2,
  });
  expect(await mistakes()).toMatchObject([
    {
      name: 'worn',
      reads: 2,
      misread: 2,
      confusions: [
        { read: '8', real: 'B', count: 2 },
        { read: '', real: 'A', count: 1 },
      ],
    },
  ]);
  expect(await figures()).toMatchObject({ decided: 2, accepted: 0, misread: 2 });
  await undo(first);
  expect(await counts()).toEqual({ '8 B': 1, 'Z Z': 2 });
  await undo(second);
  expect(await counts()).toEqual({});
});

test('a read of something else is a misread, and shows nothing about signs', async () => {
  const { leaves, decide, counts, mistakes } = await start();
  await leaves('18:10:00', 'EXIT0NLY');
  await decide({ verdict: 'corrected', plate: 'ABC123', state: 'AZ' });
  expect(await counts()).toEqual({});
  expect(await mistakes()).toMatchObject([{ misread: 1, confusions: [] }]);
});

test('what is tried beforehand teaches nothing', async () => {
  const { spot, token, leaves, take, counts } = await start();
  await leaves('18:10:00', 'A8C123');
  const { item } = await take();
  const findings = [{ verdict: 'corrected' as const, plate: 'ABC123', state: 'AZ' }];
  const { status } = await at.call(
    previewDeskFindings,
    {
      params: { id: String(spot.organization), visit: String(item?.visit) as never },
      body: { findings },
    },
    { token },
  );
  expect(status).toBe(200);
  expect(await counts()).toEqual({});
});

test('after a camera was corrected 20 times, its 8 loses against a surer B, and the desk suggests the known car', async () => {
  const { spot, other, leaves, take, decide, undo, figures } = await start();
  await record(sql, spot, [
    rental(spot, '2026-05-01T12:00:00Z', 500, {
      end_date: fromIso('2026-05-01T13:00:00Z'),
      car: { ...car, plate: 'XBY777' },
    }),
  ]);
  const readBoth = async (time: string, letters: string) => {
    await leaves(`${time}:00`, `${letters[0]}8${letters[1]}555`, { confidence: 0.95 });
    await leaves(`${time}:10`, `${letters[0]}B${letters[1]}555`, {
      confidence: 0.85,
      camera_pk: other.pk,
    });
    return (await take()).item;
  };
  expect((await readBoth('17:00', 'MN'))?.plate).toBe('M8N555');
  await decide({ verdict: 'not_customer' });
  await leaves('17:05:00', 'X8Y777');
  const before = (await take()).item;
  expect(before).toMatchObject({ plate: 'X8Y777', reasons: ['no_entrance'] });
  expect(before?.suggestion.finding).toBeNull();
  await decide({ verdict: 'not_customer' });

  let last = { visit: 0, decision: 0 };
  for (let count = 0; count < 20; count += 1) {
    const rest = `A${String.fromCharCode(65 + count)}${100 + count * 37}`;
    await leaves(`17:${10 + count}:00`, `8${rest}`);
    last = await decide({ verdict: 'corrected', plate: `B${rest}`, state: 'AZ' });
  }
  expect((await readBoth('18:00', 'PR'))?.plate).toBe('PBR555');
  await decide({ verdict: 'not_customer' });
  await leaves('18:30:00', 'X8Y777');
  const { item } = await take();
  expect(item).toMatchObject({
    plate: 'X8Y777',
    reasons: ['no_entrance', 'unsure_read'],
    readings: [{ confidence: 0.9 }],
    suggestion: {
      finding: { verdict: 'corrected', plate: 'XBY777', state: 'AZ' },
      why: 'The camera read 8 for B 20 times before, and XBY777 is a car that you know.',
    },
  });
  expect(item?.readings[0]?.sureness).toBeLessThan(0.7);
  const { accepted } = await figures();
  const wrong = await decide({ verdict: 'corrected', plate: 'XBY778', state: 'AZ' });
  expect((await figures()).accepted).toBe(accepted);
  await undo(wrong);
  await decide({ verdict: 'corrected', plate: 'XBY 777', state: 'AZ' });
  expect((await figures()).accepted).toBe(accepted + 1);
  expect((await undo(last)).status).toBe(200);
});

test('what people decide at the same time about one camera is counted together', async () => {
  const { spot, camera } = await start();
  const teach = (sign: string) =>
    recording(sql, spot.organization, ({ tx, organizationId }) =>
      addSigns(tx, organizationId, { misreads: {}, signs: [[camera.pk, sign, sign, 1]] }, 1),
    );
  const signs = Array.from('ABCDEFGHJK');
  await Promise.all(signs.map(teach));
  const [row] = await sql<{ sign_counts: object }[]>`
    select sign_counts from camera_reliability where camera_pk = ${camera.pk}`;
  expect(row?.sign_counts).toEqual(Object.fromEntries(signs.map((sign) => [sign, [1, 0]])));
});

test('when a visit is deleted, its decision keeps that a read was wrong, and no sign of the plate', async () => {
  const { spot, leaves, decide, counts } = await start();
  await leaves('18:10:00', 'QRS987');
  await decide({ verdict: 'confirmed' });
  const before = await counts();
  await keepFor(at, spot.organization, 'visits', 200);
  await applyRetention(at, '2027-06-20T09:00:00Z');
  const rows = await sql`
    select learned from desk_decisions where organization_id = ${spot.organization}`;
  expect(rows).toEqual([{ learned: { misreads: {} } }]);
  expect(await counts()).toEqual(before);
});
