import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { noon, openWatchedLot } from '../../../testing/find-problems.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { visibilityDetectors } from './visibility.detectors.ts';

const lot = await openWatchedLot();
const { sql } = lot;

const openDetectors = () => visibilityDetectors({ backupDir: undefined });

test('a limit that is changed counts at the next look', async () => {
  const setLimit = (percent: number | null) => sql`
    insert into alert_settings (organization_id, spot_pk, occupancy_percent)
    values (${lot.organization.pk}, null, ${percent})
    on conflict (organization_id, spot_pk) do update set occupancy_percent = excluded.occupancy_percent`;
  await record(sql, lot.spot, [
    rental(lot.spot, '2026-06-15T18:30:00Z', 500),
    rental(lot.spot, '2026-06-15T18:30:00Z', 500),
  ]);
  const detectors = openDetectors();
  expect(await lot.find(detectors)).toEqual([]);
  await setLimit(1);
  expect(await lot.find(detectors, instant(noon + minuteMs / 2))).toMatchObject([
    { kind: 'occupancy_high', facts: { cars: 2, spaces: 100, percent: 2, limit: 1 } },
  ]);
  await setLimit(2);
  expect(await lot.find(detectors, instant(noon + minuteMs))).toEqual([]);
  await setLimit(null);
  expect(await lot.find(detectors, instant(noon + minuteMs))).toEqual([]);
});
