import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { beforeEach, expect, test } from 'vitest';
import { findProblems } from '../../../testing/find-problems.ts';
import { makeOrganization } from '../../../testing/people.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import type { Detector } from '../../platform/alerts/public.ts';
import { visibilityDetectors } from './visibility.detectors.ts';

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

const openDetectors = () => visibilityDetectors({ backupDir: undefined });

test('a limit that is changed counts at the next look', async () => {
  const setLimit = (percent: number | null) => sql`
    insert into alert_settings (organization_id, spot_pk, occupancy_percent)
    values (${organization.pk}, null, ${percent})
    on conflict (organization_id, spot_pk) do update set occupancy_percent = excluded.occupancy_percent`;
  await record(sql, spot, [
    rental(spot, '2026-06-15T18:30:00Z', 500),
    rental(spot, '2026-06-15T18:30:00Z', 500),
  ]);
  const detectors = openDetectors();
  expect(await find(detectors)).toEqual([]);
  await setLimit(1);
  expect(await find(detectors, instant(noon + minuteMs / 2))).toMatchObject([
    { kind: 'occupancy_high', facts: { cars: 2, spaces: 100, percent: 2, limit: 1 } },
  ]);
  await setLimit(2);
  expect(await find(detectors, instant(noon + minuteMs))).toEqual([]);
  await setLimit(null);
  expect(await find(detectors, instant(noon + minuteMs))).toEqual([]);
});
