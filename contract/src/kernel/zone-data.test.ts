import { expect, test } from 'vitest';
import { fromIso } from './calendar.ts';
import { listOldZones } from './zone-data.ts';

test('the zone data of the pinned Node know every recent change of law', () => {
  expect(listOldZones()).toEqual([]);
});

test('a zone that has another offset here, or none at all, is old', () => {
  const from = fromIso('2026-12-01T00:00:00Z');
  const zones = ['America/Vancouver', 'America/Atlantis'];
  expect(listOldZones([{ from, zones, behindMinutes: 480 }])).toEqual(
    zones.map((zone) => ({ zone, from })),
  );
  expect(listOldZones([{ from, zones: ['America/Vancouver'], behindMinutes: 420 }])).toEqual([]);
});
