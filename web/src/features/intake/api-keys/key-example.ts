import { testSource } from '@lotkeeper/contract/intake/api-keys';
import type { Grant } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { plateStates } from '@lotkeeper/contract/kernel/state-names';

/** The property that the example is about. */
export interface ExampleSpot {
  pk: number;
  name: string;
  /** The two letters of its state. */
  state: string;
}

/** A made-up car of the property's state. */
const buildCar = ({ state }: ExampleSpot) => {
  const { country } = plateStates.find((known) => known.state === state) ?? { country: 'US' };
  return { plate: 'TEST 1', state, country };
};

/** What a first call sends, for the grants whose items need nothing that was sent before: all of it is a test. */
const items: Partial<Record<Grant, (spot: ExampleSpot, now: Instant) => object>> = {
  rentals: (spot, now) => ({
    source: testSource,
    external_id: `test-rental-${now}`,
    spot: spot.pk,
    rental_type: 'hourly',
    start_date: toIso(now),
    end_date: toIso(instant(now + hourMs)),
    car: buildCar(spot),
    charges: [],
  }),
  visits: (spot, now) => ({
    source: testSource,
    external_id: `test-visit-${now}`,
    spot: spot.pk,
    ...buildCar(spot),
    entrance_at: toIso(now),
  }),
  reads: (spot, now) => ({
    source: testSource,
    external_id: `test-read-${now}`,
    spot: spot.pk,
    camera: 'entrance-1',
    direction: 'Entrance',
    plate: 'TEST 1',
    captured_at: toIso(now),
    confidence: 0.97,
  }),
};

/** Lines for terminals that make a key's first call; null where the key's grants have no simple one. */
export function buildKeyExample(
  grants: readonly Grant[],
  { origin, key, spot, now }: { origin: string; key: string; spot: ExampleSpot; now: Instant },
): { grant: Grant; shell: string; powerShell: string } | null {
  const grant = grants.find((name) => items[name]);
  const build = grant && items[grant];
  if (!build) return null;
  const url = `${origin}/api/ingest/${grant}/`;
  const body = JSON.stringify({ items: [build(spot, now)] });
  return {
    grant,
    shell: `curl ${url} -H 'Authorization: Token ${key}' -H 'Content-Type: application/json' -d '${body}'`,
    powerShell: `Invoke-RestMethod ${url} -Method Post -Headers @{Authorization='Token ${key}'} -ContentType 'application/json' -Body '${body}'`,
  };
}
