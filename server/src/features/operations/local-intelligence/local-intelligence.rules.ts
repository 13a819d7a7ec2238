import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type {
  DemandEffect,
  LocalIntelligence,
} from '@lotkeeper/contract/operations/local-intelligence';
import {
  confidences,
  historyYears,
  upcomingDays,
} from '@lotkeeper/contract/operations/local-intelligence';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { Holiday } from '../../../records/operations/holidays.ts';
import { computeConfidence } from './chance.rules.ts';
import type { DemandDay } from './demand.rules.ts';
import {
  computeMultiple,
  demandDays,
  median,
  ordinaryMultiples,
  quantile,
} from './demand.rules.ts';
import type { DayRow } from './local-intelligence.queries.ts';
import type { LotEvent, Occasion } from './occasions.rules.ts';
import { occasionsIn, regularNames } from './occasions.rules.ts';
import { listUpcomingDays } from './upcoming.rules.ts';
import { summarizeWeekdays } from './weekdays.rules.ts';

/** Maximum events and names to report, so that the response is bounded. */
const maxEvents = 20;
const maxRegularNames = 10;
/** Minimum ordinary days to report how much they vary. */
const fewestOrdinary = 10;

/** The history up to yesterday, and the days from today on. */
export const getSpans = (today: LocalDate): Record<'history' | 'coming', DaySpan> => ({
  history: { from: addMonths(today, -12 * historyYears), to: addDays(today, -1) },
  coming: { from: today, to: addDays(today, upcomingDays - 1) },
});

const thousandths = (value: number) => Math.round(value * 1000) / 1000;

/** The days of each name, by their indexes in the history. */
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

/** A day with an event on it doesn't show the effect of the holiday alone. */
const holidayNames = (day: DemandDay, { holidays, events }: Occasion) =>
  day.closed || events.length > 0 ? [] : holidays;

/** Holidays that most people have off, together under one name. */
const allDaysOff = 'days off';
const daysOffName = (day: DemandDay, occasion: Occasion) =>
  occasion.isDayOff && holidayNames(day, occasion).length > 0 ? [allDaysOff] : [];

/** A day when another event closes the property doesn't show the effect of an event. */
const eventNames = (day: DemandDay, { events, closedBy }: Occasion) =>
  day.closed ? events.filter((name) => closedBy.includes(name)) : events;

/** The days of an event that aren't holidays; all if it's only on holidays, since it's then what happens there. */
function withoutHolidays(days: readonly DemandDay[], indexesByName: Map<string, number[]>) {
  const isPlain = (index: number) => days[index]?.occasion?.holidays.length === 0;
  const entries = [...indexesByName].map(([name, indexes]): [string, number[]] => {
    const plain = indexes.filter(isPlain);
    return [name, plain.length > 0 ? plain : indexes];
  });
  return new Map(entries);
}

interface History {
  days: readonly DemandDay[];
  ordinary: ReadonlyMap<number, number[]>;
  varies: ReadonlyMap<number, number>;
  money: boolean;
}

/** How far four out of five ordinary days of each weekday deviate from the usual; weekdays with too few are absent. */
function variations(ordinary: History['ordinary']): Map<number, number> {
  const entries = [...ordinary].flatMap(([dow, multiples]): [number, number][] => {
    const deviations = multiples
      .map((multiple) => Math.abs(multiple - 1))
      .toSorted((a, b) => a - b);
    const within = quantile(deviations, 0.8);
    return within === null || deviations.length < fewestOrdinary
      ? []
      : [[dow, thousandths(within)]];
  });
  return new Map(entries);
}

/** The widest range among the weekdays of the given days. */
function widest(days: readonly DemandDay[], varies: History['varies']): number | null {
  const found = days.flatMap(({ weekday }) => varies.get(weekday) ?? []);
  return found.length === 0 ? null : Math.max(...found);
}

function measureEffect(
  history: History,
  name: string,
  indexes: readonly number[],
): DemandEffect | null {
  const { days, ordinary } = history;
  const measured = indexes.flatMap((index) => {
    const multiple = computeMultiple(days, index, 'rentals');
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
    same_way: changes.filter((dayChange) => Math.sign(dayChange) === Math.sign(change)).length,
    change: thousandths(change),
    low: thousandths(Math.min(...changes)),
    high: thousandths(Math.max(...changes)),
    ordinary: widest(
      measured.map(({ day }) => day),
      history.varies,
    ),
    confidence: computeConfidence(measured),
    last_date: last.day.date,
    ...(history.money && { net_change: netChange(days, indexes) }),
  };
}

function netChange(days: readonly DemandDay[], indexes: readonly number[]): number | null {
  const multiples = indexes.map((index) => computeMultiple(days, index, 'net'));
  const middle = median(multiples.filter((multiple) => multiple !== null));
  return middle === null ? null : thousandths(middle - 1);
}

const clearestFirst = (a: DemandEffect, b: DemandEffect) =>
  confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence) ||
  Math.abs(b.change) - Math.abs(a.change) ||
  a.name.localeCompare(b.name);

const measureEffects = (history: History, indexesByName: Map<string, number[]>) =>
  [...indexesByName]
    .map(([name, indexes]) => measureEffect(history, name, indexes))
    .filter((effect) => effect !== null)
    .sort(clearestFirst);

/** What affects a property's demand, from its own history. */
export function buildLocalIntelligence(
  rows: readonly DayRow[],
  events: readonly LotEvent[],
  at: { today: LocalDate; holidays: readonly Holiday[]; money: boolean },
): LocalIntelligence {
  const spans = getSpans(at.today);
  const occasions = occasionsIn(
    { from: spans.history.from, to: spans.coming.to },
    at.holidays,
    events,
  );
  const days = demandDays(rows, spans.history, occasions);
  const ordinary = ordinaryMultiples(days);
  const history = { days, ordinary, varies: variations(ordinary), money: at.money };
  const holidays = measureEffects(history, series(days, holidayNames));
  const ofEvents = measureEffects(history, withoutHolidays(days, series(days, eventNames)));
  const [daysOff = null] = measureEffects(history, series(days, daysOffName));
  const effects = { holidays, events: ofEvents, daysOff };
  return {
    days: days.length,
    upcoming: listUpcomingDays(history, spans.coming, occasions, effects),
    holidays,
    weekdays: summarizeWeekdays(days, at.money),
    events: ofEvents.slice(0, maxEvents),
    more_events: Math.max(0, ofEvents.length - maxEvents),
    regular_events: regularNames(events).slice(0, maxRegularNames),
  };
}
