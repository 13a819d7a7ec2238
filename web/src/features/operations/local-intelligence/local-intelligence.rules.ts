import { getWeekdayName } from '@lotkeeper/contract/kernel/weekdays';
import type {
  Confidence,
  DemandEffect,
  LocalIntelligence,
  UpcomingDay,
  WeekdayDemand,
} from '@lotkeeper/contract/operations/local-intelligence';
import { fewestDays } from '@lotkeeper/contract/operations/local-intelligence';
import { formatCount, formatPercent, lowerFirst } from '../../../kernel/format.ts';

export const certainties: Readonly<Record<Confidence, string>> = {
  sure: 'Sure',
  likely: 'Likely',
  none: 'No clear effect',
  early: 'Too early to say',
};

/** How sure an expectation is, or that it is an estimate from other holidays. */
export const explainExpected = ({ confidence, estimated }: UpcomingDay) =>
  estimated ? 'Estimate' : certainties[confidence];

/** Whether a change is more than chance. */
export const isFirm = (confidence: Confidence) => confidence === 'sure' || confidence === 'likely';

/** Whether the history is too short for any statement. */
export const isTooYoung = ({ days }: Pick<LocalIntelligence, 'days'>) => days < fewestDays;

/** Formatted as in the charts and tables, so a change has one percentage on the page. */
const formatSize = (change: number) => formatPercent(Math.abs(change), 0);
const isNoChange = (change: number) => formatSize(change) === formatSize(0);

function comparison(change: number): string {
  if (isNoChange(change)) return 'As many rentals as';
  return `${formatSize(change)} ${change < 0 ? 'fewer' : 'more'} rentals than`;
}

/** How often an effect was seen: 'in 2 of 3 years'. */
export function timesText(
  { times, same_way, change }: DemandEffect,
  unit: 'years' | 'times',
): string {
  if (times === 1) return 'once so far';
  return isNoChange(change) ? `over ${times} ${unit}` : `in ${same_way} of ${times} ${unit}`;
}

/** Describes an effect: '38% fewer rentals than on the same weekdays around it, in 3 of 3 years.' */
export const effectText = (effect: DemandEffect, unit: 'years' | 'times') =>
  `${comparison(effect.change)} on the same weekdays around it, ${timesText(effect, unit)}.`;

/** The clearest effect in one sentence; null when none is clear. */
export function clearest(effects: readonly DemandEffect[], unit: 'years' | 'times'): string | null {
  const [first] = effects;
  if (!first || !isFirm(first.confidence)) return null;
  const text = effectText(first, unit);
  return `${first.name}: ${lowerFirst(text)}`;
}

const getPluralWeekday = ({ dow }: WeekdayDemand) => `${getWeekdayName(dow)}s`;

/** Which weekdays stand out; null when none is known or all are alike. */
export function weekdaysText(weekdays: readonly WeekdayDemand[]): string | null {
  const daysWithChange = weekdays.filter((day) => day.change !== null);
  const sorted = daysWithChange.toSorted((a, b) => (b.change ?? 0) - (a.change ?? 0));
  const [busiest, quietest] = [sorted[0], sorted.at(-1)];
  if (!busiest || !quietest || busiest.change === quietest.change) return null;
  const most = `${formatSize(busiest.change ?? 0)} more rentals than the average day`;
  const least = `${formatSize(quietest.change ?? 0)} fewer`;
  return `${getPluralWeekday(busiest)} bring the most, ${most}; ${getPluralWeekday(quietest)} the fewest, ${least}.`;
}

/** The rentals to expect on a day: '42 (30 to 55)'. */
export function expectedText({ usual, expected, low, high }: UpcomingDay): string {
  if (expected === null) return usual === null ? 'Not enough days yet' : 'Not known yet';
  const range =
    low === null || high === null ? '' : ` (${formatCount(low)} to ${formatCount(high)})`;
  return `${formatCount(expected)}${range}`;
}

/** The expected change from a day's usual rentals; null when either is unknown or the usual number is 0. */
export function expectedChange({ usual, expected, low, high }: UpcomingDay) {
  const toChange = (value: number | null) =>
    value === null || usual === null || usual === 0 ? null : value / usual - 1;
  return { value: toChange(expected), low: toChange(low), high: toChange(high) };
}
