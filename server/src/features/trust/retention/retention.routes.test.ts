import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import {
  createHold,
  listHolds,
  listRetentionRules,
  listRetentionRuns,
  previewRetentionRule,
  releaseHold,
  setRetentionRule,
} from '@lotkeeper/contract/trust/retention';
import { retentionClasses } from '@lotkeeper/contract/trust/retention-classes';
import { beforeEach, expect, test } from 'vitest';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { applyRetention } from '../../../testing/retention.factory.ts';
import { makeImage } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';

let spot: TestSpot;
let params: { id: string };
let by: { token: string };

/** Noon in Phoenix. */
const now = '2027-01-20T19:00:00Z';

const at = await testApp({ now });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set(now);
  ({ spot, ...by } = await makeStaffedSpot(at));
  params = { id: String(spot.organization) };
});

const setRule = (name: 'images' | 'reads', keep_days: number | null) =>
  at.call(setRetentionRule, { params: { ...params, class: name }, body: { keep_days } }, by);

const listActs = async () => {
  const { body } = await at.call(listAuditEntries, { params, query: { page: 1 } }, by);
  return body.results.map(({ act, subject, changes }) => ({ act, subject, changes }));
};

test('everything is kept forever until an Admin sets a rule, and each change is in the audit log once', async () => {
  const { body: before } = await at.call(listRetentionRules, { params }, by);
  expect(before.map(({ keep_days }) => keep_days)).toEqual(retentionClasses.map(() => null));
  const { body } = await setRule('images', 90);
  expect(body).toMatchObject({ class: 'images', keep_days: 90, changed_at: at.clock() });
  await setRule('images', 90);
  await setRule('images', null);
  const { body: after } = await at.call(listRetentionRules, { params }, by);
  expect(after).toEqual(before);
  const change = (from: string, to: string) => ({
    act: 'change',
    subject: 'retention rule Images',
    changes: [{ field: 'Kept for', before: from, after: to }],
  });
  expect(await listActs()).toEqual([change('90 days', 'Forever'), change('Forever', '90 days')]);
});

test('a duration that a class does not offer is refused', async () => {
  expect((await setRule('images', 1)).error).toMatchObject({
    code: 'invalid_fields',
    fields: { keep_days: 'Choose one of the durations of this class.' },
  });
  const visits = { params: { ...params, class: 'visits' as const } };
  const tooShort = await at.call(setRetentionRule, { ...visits, body: { keep_days: 30 } }, by);
  expect(tooShort.status).toBe(400);
  const preview = { ...visits, query: { keep_days: 30 } };
  expect((await at.call(previewRetentionRule, preview, by)).status).toBe(400);
});

test('a rule deletes nothing in the coming night, and what the next one deleted is listed', async () => {
  await makeImage(at, spot, 'a car');
  await setRule('images', 90);
  const listRuns = async () =>
    (await at.call(listRetentionRuns, { params, query: { page: 1 } }, by)).body;
  await applyRetention(at, '2027-01-21T09:00:00Z');
  expect(await listRuns()).toEqual({ results: [], count: 0 });
  await applyRetention(at, '2027-01-22T09:00:00Z');
  expect(await listRuns()).toEqual({
    results: [
      {
        local_date: '2027-01-21',
        class: 'images',
        keep_days: 90,
        deleted: 1,
        bytes: 5,
        finished_at: fromIso('2027-01-22T09:00:00Z'),
      },
    ],
    count: 1,
  });
});

test('a preview counts what would be deleted and what stays, and deletes nothing', async () => {
  const image = await makeImage(at, spot, 'a car');
  await makeImage(at, spot, 'a bus');
  await makeViolation(sql, spot, { image: image.uuid });
  const preview = { params: { ...params, class: 'images' as const } };
  const count = async (keep_days: number) =>
    (await at.call(previewRetentionRule, { ...preview, query: { keep_days } }, by)).body;
  expect(await count(90)).toEqual({ due: 1, retained: 1, more: false });
  expect(await count(365)).toEqual({ due: 0, retained: 0, more: false });
  const kinds = await sql<{ kind: string }[]>`
    select kind from images where organization_id = ${spot.organization}`;
  expect(kinds.map(({ kind }) => kind)).toEqual(['overview', 'overview']);
});

test('a hold is placed on a rental, a visit, or a violation, and released once, with entries in the audit log', async () => {
  const [booked] = await record(sql, spot, [rental(spot, '2026-06-15T19:00:00Z', 1000)]);
  const visit = await makeVisit(sql, spot, '2026-06-15T19:00:00Z');
  const violation = await makeViolation(sql, spot);
  const place = (on: object) =>
    at.call(createHold, { params, body: { ...on, reason: 'A lawsuit' } }, by);
  const first = await place({ rental: String(booked?.pk) });
  expect(first.body).toMatchObject({ subject: 'rental', reason: 'A lawsuit', released_at: null });
  expect((await place({ rental: String(booked?.pk) })).body.pk).toBe(first.body.pk);
  await place({ visit });
  expect((await place({ violation: violation.uuid })).body.story).toBe(violation.uuid);
  const release = () => at.call(releaseHold, { params: { ...params, hold: first.body.pk } }, by);
  const released = await release();
  expect(released.body.released_at).toBe(at.clock());
  at.clock.forward(1000);
  expect((await release()).body).toEqual(released.body);
  const { body } = await at.call(listHolds, { params }, by);
  expect(body.map(({ subject, plate }) => [subject, plate])).toEqual([
    ['violation', 'ABC 123'],
    ['visit', 'ABC 123'],
    ['rental', null],
  ]);
  const acts = await listActs();
  expect(acts.map(({ act }) => act)).toEqual(['release', 'place', 'place', 'place']);
  expect(acts[1]).toMatchObject({ subject: `hold on violation ${violation.uuid}` });
});

test('a hold needs a reason and exactly one existing record', async () => {
  const place = (body: object) => at.call(createHold, { params, body: body as never }, by);
  expect((await place({ visit: 1, reason: ' ' })).error.fields).toEqual({
    reason: 'Please enter a reason',
  });
  expect((await place({ reason: 'A lawsuit' })).error.fields).toEqual({
    rental: 'Send exactly one rental, visit, or violation.',
  });
  expect((await place({ visit: 999, reason: 'A lawsuit' })).status).toBe(404);
});
