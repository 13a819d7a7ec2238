import { formatCount } from '../kernel/format.ts';
import type { ComingOccasion } from './local-intelligence.ts';

/** Where an event or a holiday is: 'All properties', a few names, or names and a count. */
export function describePlaces({ spots, spot_count, is_everywhere }: ComingOccasion): string {
  if (is_everywhere && spot_count > 1) return 'All properties';
  const names = spots.map(({ name }) => name).join(', ');
  const more = spot_count - spots.length;
  return more > 0 ? `${names} and ${formatCount(more)} more` : names;
}
