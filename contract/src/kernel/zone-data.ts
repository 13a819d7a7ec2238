import type { Instant, TimeZone } from './calendar.ts';
import { fromIso, isTimeZone, offsetAt } from './calendar.ts';
import { minuteMs } from './durations.ts';

/** A time zone law change: when it took effect, its zones, and their new offset in minutes behind UTC. */
interface ZoneChange {
  from: Instant;
  zones: readonly TimeZone[];
  behindMinutes: number;
}

const change = (from: string, behindMinutes: number, ...zones: TimeZone[]): ZoneChange => ({
  from: fromIso(from),
  zones,
  behindMinutes,
});

/** From IANA’s tz database, releases 2022f to 2026b: the latest North American changes. */
const recentChanges = [
  change('2023-06-01T00:00:00Z', 360, 'America/Mexico_City', 'America/Monterrey', 'America/Merida'),
  change('2023-06-01T00:00:00Z', 360, 'America/Chihuahua', 'America/Bahia_Banderas'),
  change('2023-06-01T00:00:00Z', 420, 'America/Mazatlan'),
  change('2022-12-01T00:00:00Z', 360, 'America/Ojinaga'),
  change('2022-12-01T00:00:00Z', 420, 'America/Ciudad_Juarez'),
  change('2026-11-02T00:00:00Z', 420, 'America/Vancouver'),
  change('2026-11-02T00:00:00Z', 360, 'America/Edmonton', 'America/Yellowknife'),
];

/** Zones whose current law is missing here, with the time from which their dates and hours are wrong. */
export const listOldZones = (changes: readonly ZoneChange[] = recentChanges) =>
  changes.flatMap(({ from, zones, behindMinutes }) =>
    zones
      .filter((zone) => !isTimeZone(zone) || offsetAt(from, zone) !== -behindMinutes * minuteMs)
      .map((zone) => ({ zone, from })),
  );
