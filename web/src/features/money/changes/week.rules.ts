import type { WeekFigures, WeekOfProperty } from '@lotkeeper/contract/money/week';
import type { ComingOccasion } from '@lotkeeper/contract/operations/local-intelligence';
import { formatCount, formatPercent } from '../../../kernel/format.ts';

/** The share of taken spaces; a dash where it isn't known. */
export const formatTaken = ({ occupancy }: WeekFigures) =>
  occupancy === null ? '–' : formatPercent(occupancy);

/** By how much a property's net revenue changed from the week before, in cents. */
export const computeChange = ({ week, before }: WeekOfProperty) => week.net - before.net;

/** Where an event or a holiday is: 'All properties', a few names, or names and a count. */
export function describePlaces({ spots, spot_count, is_everywhere }: ComingOccasion): string {
  if (is_everywhere && spot_count > 1) return 'All properties';
  const names = spots.map(({ name }) => name).join(', ');
  const more = spot_count - spots.length;
  return more > 0 ? `${names} and ${formatCount(more)} more` : names;
}
