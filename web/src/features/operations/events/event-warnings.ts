import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { Event, EventOccurrence, EventSettings } from '@lotkeeper/contract/operations/events';
import { eventMessages, eventPriceText, listEvents } from '@lotkeeper/contract/operations/events';
import { isOnDay, overrides } from '@lotkeeper/contract/operations/recurrence';
import { formatDate } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { EventDraft } from './event-form.rules.ts';
import { toSettings } from './event-form.rules.ts';
import { findNextDay, usualPrice } from './event-words.ts';

const listed = new Intl.ListFormat('en-US');

const isSame = (event: EventSettings, other: EventSettings) =>
  event.name.toLowerCase() === other.name.toLowerCase() &&
  event.start_time === other.start_time &&
  event.end_time === other.end_time &&
  event.interval === other.interval &&
  event.repeat_on_day === other.repeat_on_day &&
  event.repeat_on_week === other.repeat_on_week;

/** What is worth knowing before an event is saved; `others` are the other events of its first day. */
export function findWarnings(
  settings: EventSettings,
  pk: number,
  { day, others }: { day: LocalDate; others: readonly Event[] },
): string[] {
  const event = { ...settings, pk };
  const twin = others.find((other) => isSame(settings, other));
  const lost = settings.is_lot_closed ? others.filter((other) => overrides(event, other)) : [];
  const names = [...new Set(lost.filter((other) => other !== twin).map(({ name }) => name))];
  return [
    ...(twin ? [eventMessages.identical(twin.name)] : []),
    ...(names.length > 0 ? [eventMessages.overrides(formatDate(day), listed.format(names))] : []),
  ];
}

/** For how many days events with other prices are looked for: as many as one read has. */
const daysAhead = 100;

/** What each other event with another price does to this one's, at the first day that both are on at the same time. */
export function findPriceWarnings(
  settings: EventSettings,
  pk: number,
  others: readonly EventOccurrence[],
): string[] {
  const event = { ...settings, pk };
  const price = eventPriceText(settings);
  const first = new Map<number, EventOccurrence>();
  for (const other of others) {
    if (other.is_lot_closed || !isOnDay(settings, other.date_string)) continue;
    if (eventPriceText(other) !== price && !first.has(other.pk)) first.set(other.pk, other);
  }
  if (settings.is_lot_closed) return [];
  return [...first.values()].flatMap((other) => {
    const texts = [price ?? usualPrice, eventPriceText(other) ?? usualPrice] as const;
    const day = formatDate(other.date_string);
    if (overrides(event, other)) return [eventMessages.priceWins(day, other.name, texts)];
    return overrides(other, event) ? [eventMessages.priceLoses(day, other.name, texts)] : [];
  });
}

/** The warnings of a draft, once the events of its first day and the days after are read; `pk` is null for a new event. */
export function useWarnings(
  draft: EventDraft,
  { spot, pk, today }: { spot: number; pk: number | null; today: LocalDate },
): string[] {
  const settings = toSettings(draft);
  const day = settings.date && findNextDay(settings, today);
  const events = useRead(
    listEvents,
    day ? { query: { spot: String(spot), start: day, end: addDays(day, daysAhead - 1) } } : null,
  );
  if (!day) return [];
  if (events.isError) return [eventMessages.unchecked];
  const others = (events.data?.results ?? []).filter((event) => event.pk !== pk);
  // A new event is the newest.
  const own = pk ?? Number.MAX_SAFE_INTEGER;
  const sameDay = others.filter((event) => event.date_string === day);
  return [
    ...findWarnings(settings, own, { day, others: sameDay }),
    ...findPriceWarnings(settings, own, others),
  ];
}
