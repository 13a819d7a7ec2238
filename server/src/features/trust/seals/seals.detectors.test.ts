import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { noon, openWatchedLot } from '../../../testing/find-problems.ts';
import { makePerson } from '../../../testing/people.factory.ts';
import { sealAt } from '../../../testing/seals.factory.ts';
import { sealsDetectors } from './seals.detectors.ts';

const lot = await openWatchedLot();
const { sql } = lot;

const openDetectors = () => sealsDetectors({ backupDir: undefined });

test('a day that isn’t sealed for six hours is a problem, a quiet organization isn’t', async () => {
  let detectors = openDetectors();
  await sql`update organizations set created_at = ${noon - 100 * hourMs}`;
  // Phoenix's June 16 begins at 07:00 UTC, its June 15 is sealed at 08:00 and late at 13:00, and the job has an hour.
  const late = fromIso('2026-06-16T14:00:00Z');
  expect(await lot.find(detectors, late)).toEqual([]);
  detectors = openDetectors();
  const person = await makePerson(sql);
  await sql.begin((tx) =>
    recordAuditEntry(tx, { organizationId: lot.organization.pk, person }, noon, {
      act: 'change',
      subject: 'property',
      pk: lot.spot.pk,
      before: { name: 'A' },
      after: { name: 'B' },
    }),
  );
  expect(await lot.find(detectors, instant(late - hourMs - 1))).toEqual([]);
  expect(await lot.find(detectors, instant(late - hourMs + 10 * minuteMs))).toEqual([]);
  expect(await lot.find(detectors, instant(late + 10 * minuteMs))).toMatchObject([
    { kind: 'seal_late', since: fromIso('2026-06-16T07:00:00Z'), facts: { day: null } },
  ]);
  await sealAt(sql, '2026-06-16T14:00:00Z');
  expect(await lot.find(detectors, instant(late + 20 * minuteMs))).toEqual([]);
});
