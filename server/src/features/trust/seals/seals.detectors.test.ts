import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { beforeEach, expect, test } from 'vitest';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { findProblems } from '../../../testing/find-problems.ts';
import { makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import { sealAt } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import type { Detector } from '../../platform/alerts/public.ts';
import { sealsDetectors } from './seals.detectors.ts';

const noon = fromIso('2026-06-15T19:00:00Z');

const app = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = app.database.system;

let organization: { pk: number; uuid: string };
let spot: TestSpot;
beforeEach(async () => {
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization });
});

const find = (detectors: readonly Detector[], now = noon) =>
  findProblems(sql, detectors, { organization, now });

const openDetectors = () => sealsDetectors({ backupDir: undefined });

test('a day that isn’t sealed for six hours is a problem, a quiet organization isn’t', async () => {
  let detectors = openDetectors();
  await sql`update organizations set created_at = ${noon - 100 * hourMs}`;
  // Phoenix's June 16 begins at 07:00 UTC, its June 15 is sealed at 08:00 and late at 13:00, and the job has an hour.
  const late = fromIso('2026-06-16T14:00:00Z');
  expect(await find(detectors, late)).toEqual([]);
  detectors = openDetectors();
  const person = await makePerson(sql);
  await sql.begin((tx) =>
    recordAuditEntry(tx, { organizationId: organization.pk, person }, noon, {
      act: 'change',
      subject: 'property',
      pk: spot.pk,
      before: { name: 'A' },
      after: { name: 'B' },
    }),
  );
  expect(await find(detectors, instant(late - hourMs - 1))).toEqual([]);
  expect(await find(detectors, instant(late - hourMs + 10 * minuteMs))).toEqual([]);
  expect(await find(detectors, instant(late + 10 * minuteMs))).toMatchObject([
    { kind: 'seal_late', since: fromIso('2026-06-16T07:00:00Z'), facts: { day: null } },
  ]);
  await sealAt(sql, '2026-06-16T14:00:00Z');
  expect(await find(detectors, instant(late + 20 * minuteMs))).toEqual([]);
});
