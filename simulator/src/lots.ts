import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { getWeekday, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import type { OwnSpot } from '@lotkeeper/contract/platform/own-spots';
import type { Feed } from './connection.ts';
import type { ProfileName } from './world/profiles.ts';
import { mean, profiles } from './world/profiles.ts';

/** A property that the simulator sends traffic for. */
export interface Lot {
  spot: OwnSpot;
  profile: ProfileName;
  entrance: Feed | null;
  exit: Feed | null;
}

const profileOf: Record<OwnSpot['classification'], ProfileName> = {
  Garage: 'commuter',
  'Surface Lot': 'neighborhood',
  'Airport Lot': 'airport',
  'Event Lot': 'theater',
};

/** A property with its cameras. */
export function toLot(spot: OwnSpot, feeds: readonly Feed[]): Lot {
  const at = (direction: Feed['direction']) =>
    feeds.find((feed) => feed.spot === spot.pk && feed.direction === direction) ?? null;
  return {
    spot,
    profile: profileOf[spot.classification],
    entrance: at('Entrance'),
    exit: at('Exit'),
  };
}

/** Cars per minute that arrive at a lot: a space is used about once a day, scaled by hour and weekday. */
export function carsPerMinute({ spot, profile }: Lot, at: Instant): number {
  const { weekdays, hours, weekendHours } = profiles[profile];
  const weekday = getWeekday(toLocalDate(at, spot.timezone));
  const weights: readonly number[] = weekday > 5 ? weekendHours : hours;
  const perDay = Math.min(140, Math.max(12, spot.quantity * 0.8));
  const ofDay = (weekdays[weekday - 1] as number) / mean(weekdays);
  const ofHour = (weights[toLocalHour(at, spot.timezone)] as number) / mean(weights);
  return (perDay / 1440) * ofDay * ofHour;
}
