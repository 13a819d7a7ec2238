import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { ComingOccasion } from '@lotkeeper/contract/operations/local-intelligence';
import { maxNamedSpots } from '@lotkeeper/contract/operations/local-intelligence';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { Holiday } from '../../../records/operations/holidays.ts';
import type { LotEvent, Occasion } from './occasions.rules.ts';
import { occasionsIn } from './occasions.rules.ts';

/** A property with what can happen there, in days of its own calendar. */
export interface ComingSpot {
  pk: number;
  name: string;
  span: DaySpan;
  holidays: readonly Holiday[];
  events: readonly LotEvent[];
}

type Named = Pick<ComingOccasion, 'date' | 'kind' | 'name'>;

const toNamedDays = (date: LocalDate, { holidays, events, closedBy }: Occasion): Named[] => [
  ...closedBy.map((name) => ({ date, kind: 'closed' as const, name })),
  ...events
    .filter((name) => !closedBy.includes(name))
    .map((name) => ({ date, kind: 'event' as const, name })),
  ...holidays.map((name) => ({ date, kind: 'holiday' as const, name })),
];

const kindOrder = ['closed', 'event', 'holiday'];

/** What comes at the properties, by day: the same at several of them is listed once. */
export function listComingOccasions(spots: readonly ComingSpot[]): ComingOccasion[] {
  const found = new Map<string, Named & { spots: Map<number, string> }>();
  for (const { pk, name, span, holidays, events } of spots) {
    for (const [date, occasion] of occasionsIn(span, holidays, events)) {
      for (const namedDay of toNamedDays(date, occasion)) {
        const key = JSON.stringify([namedDay.date, namedDay.kind, namedDay.name]);
        const entry = found.get(key) ?? { ...namedDay, spots: new Map<number, string>() };
        entry.spots.set(pk, name);
        found.set(key, entry);
      }
    }
  }
  return [...found.values()]
    .map(({ spots: spotNames, ...namedDay }) => ({
      ...namedDay,
      spots: [...spotNames].slice(0, maxNamedSpots).map(([pk, name]) => ({ pk, name })),
      spot_count: spotNames.size,
      is_everywhere: spotNames.size === spots.length,
    }))
    .toSorted(
      (a, b) =>
        a.date.localeCompare(b.date) || kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind),
    );
}
