import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { DemandEffect, LocalIntelligence } from '@lotkeeper/contract/local-intelligence';
import { confidences, historyYears, upcomingDays } from '@lotkeeper/contract/local-intelligence';
import type { DaySpan } from '../../records/revenue.ts';
import { confidenceOf } from './chance.rules.ts';
import type { DemandDay } from './demand.rules.ts';
import { demandDays, median, multipleOf, ordinaryMultiples, quantile } from './demand.rules.ts';
import type { DayRow } from './local-intelligence.queries.ts';
import type { LotEvent, Occasion } from './occasions.rules.ts';
import { occasionsIn, regularNames } from './occasions.rules.ts';
import { upcomingOf } from './upcoming.rules.ts';
import { weekdaysOf } from './weekdays.rules.ts';

/** Events and names told at most, so that the answer has a bound. */
const mostEvents = 20;
const mostRegular = 10;
/** Ordinary days from which it is told how much they vary. */
const fewestOrdinary = 10;

/** The history up to yesterday, and what comes from today on. */
export const spansOf = (today: LocalDate): Record<'history' | 'coming', DaySpan> => ({
  history: { from: addMonths(today, -12 * historyYears), to: addDays(today, -1) },
  coming: { from: today, to: addDays(today, upcomingDays - 1) },
});

const thousandths = (value: number) => Math.round(value * 1000) / 1000;

/** The days of each name, by their places in the history. */
function series(
  days: readonly DemandDay[],
  namesOf: (day: DemandDay, occasion: Occasion) => readonly string[],
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  days.forEach((day, index) => {
    if (!day.occasion) return;
    for (const name of namesOf(day, day.occasion)) {
      const indexes = found.get(name) ?? [];
      indexes.push(index);
      found.set(name, indexes);
    }
  });
  return found;
}

const holidayNames = (day: DemandDay, { holidays }: Occasion) => (day.closed ? [] : holidays);

/** A day that is a holiday too is the holiday's; one on which another event closes the lot is nobody's. */
const eventNames = (day: DemandDay, { holidays, events, closedBy }: Occasion) =>
  holidays.length > 0
    ? []
    : events.filter((name) => !day.closed || (closedBy.length > 0 && closedBy.includes(name)));

interface History {
  days: readonly DemandDay[];
  ordinary: ReadonlyMap<number, number[]>;
  money: boolean;
}

/** How far four of five ordinary days are from what is usual. */
function variation(multiples: readonly number[]): number | null {
  if (multiples.length < fewestOrdinary) return null;
  const off = multiples.map((one) => Math.abs(one - 1)).toSorted((a, b) => a - b);
  const within = quantile(off, 0.8);
  return within === null ? null : thousandths(within);
}

function effectOf(history: History, name: string, indexes: readonly number[]): DemandEffect | null {
  const { days, ordinary } = history;
  const measured = indexes.flatMap((index) => {
    const multiple = multipleOf(days, index, 'rentals');
    const day = days[index];
    if (multiple === null || !day) return [];
    return [{ index, day, multiple, ordinary: ordinary.get(day.weekday) ?? [] }];
  });
  const changes = measured.map(({ multiple }) => multiple - 1);
  const change = median(changes);
  const last = measured.at(-1);
  if (change === null || !last) return null;
  return {
    name,
    times: changes.length,
    same_way: changes.filter((one) => Math.sign(one) === Math.sign(change)).length,
    change: thousandths(change),
    low: thousandths(Math.min(...changes)),
    high: thousandths(Math.max(...changes)),
    ordinary: variation([...new Set(measured.map((one) => one.ordinary))].flat()),
    confidence: confidenceOf(measured),
    last_date: last.day.date,
    ...(history.money && { net_change: netChange(days, indexes) }),
  };
}

function netChange(days: readonly DemandDay[], indexes: readonly number[]): number | null {
  const multiples = indexes.map((index) => multipleOf(days, index, 'net'));
  const middle = median(multiples.filter((one) => one !== null));
  return middle === null ? null : thousandths(middle - 1);
}

const clearestFirst = (a: DemandEffect, b: DemandEffect) =>
  confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence) ||
  Math.abs(b.change) - Math.abs(a.change) ||
  a.name.localeCompare(b.name);

const effectsOf = (history: History, of: Map<string, number[]>) =>
  [...of]
    .map(([name, indexes]) => effectOf(history, name, indexes))
    .filter((one) => one !== null)
    .sort(clearestFirst);

/** What moves the demand of a property, from its own days. */
export function localIntelligenceOf(
  rows: readonly DayRow[],
  events: readonly LotEvent[],
  at: { today: LocalDate; state: string; zone: TimeZone; money: boolean },
): LocalIntelligence {
  const spans = spansOf(at.today);
  const occasions = occasionsIn({ from: spans.history.from, to: spans.coming.to }, at, events);
  const days = demandDays(rows, spans.history, occasions);
  const history = { days, ordinary: ordinaryMultiples(days), money: at.money };
  const holidays = effectsOf(history, series(days, holidayNames));
  const ofEvents = effectsOf(history, series(days, eventNames));
  return {
    days: days.length,
    upcoming: upcomingOf(history, spans.coming, occasions, { holidays, events: ofEvents }),
    holidays,
    weekdays: weekdaysOf(days, at.money),
    events: ofEvents.slice(0, mostEvents),
    more_events: Math.max(0, ofEvents.length - mostEvents),
    regular_events: regularNames(events).slice(0, mostRegular),
  };
}
