import type { Grant } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';

/** What a first call sends, for the grants whose items need nothing that was sent before. */
const items: Partial<Record<Grant, (spot: number, now: Instant) => object>> = {
  rentals: (spot, now) => ({
    source: 'gate',
    external_id: 'first-rental',
    spot,
    rental_type: 'hourly',
    start_date: toIso(now),
    end_date: toIso(instant(now + hourMs)),
    car: { plate: 'TEST 1', state: 'AZ', country: 'US' },
    charges: [],
  }),
  visits: (spot, now) => ({
    source: 'gate',
    external_id: 'first-visit',
    spot,
    plate: 'TEST 1',
    state: 'AZ',
    country: 'US',
    entrance_at: toIso(now),
  }),
  reads: (spot, now) => ({
    source: 'gate',
    external_id: 'first-read',
    spot,
    camera: 'entrance-1',
    direction: 'Entrance',
    plate: 'TEST 1',
    captured_at: toIso(now),
    confidence: 0.97,
  }),
};

/** A line for a terminal that makes a key's first call; null where the key's grants have no simple one. */
export function buildKeyExample(
  grants: readonly Grant[],
  { origin, key, spot, now }: { origin: string; key: string; spot: number; now: Instant },
): string | null {
  const grant = grants.find((name) => items[name]);
  const build = grant && items[grant];
  if (!build) return null;
  const body = JSON.stringify({ items: [build(spot, now)] });
  return `curl ${origin}/api/ingest/${grant}/ -H 'Authorization: Token ${key}' -H 'Content-Type: application/json' -d '${body}'`;
}
