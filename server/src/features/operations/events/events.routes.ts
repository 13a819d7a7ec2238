import { adminOnly, permits } from '@lotkeeper/contract/kernel/access';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toIso, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { EventCode, EventSettings } from '@lotkeeper/contract/operations/events';
import {
  changedEvent,
  createEvent,
  eventMessages,
  eventProblems,
  listEvents,
  removeEvent,
  settledEvent,
  updateEvent,
} from '@lotkeeper/contract/operations/events';
import {
  listOccurrences,
  outranked,
  overridesOnADay,
} from '@lotkeeper/contract/operations/recurrence';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { isScopeSpot } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { refreshEventVisitors } from '../../../records/operations/visitor-grants.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { requireShown } from '../../../records/shown.ts';
import {
  deleteEventRow,
  insertEvent,
  listEventCodes,
  listEventRows,
  listPricedEvents,
  lockEvent,
  lockEventCodes,
  nameCodes,
  recordEventChange,
  setEventCodes,
  updateEventRow,
} from './events.queries.ts';

/** Refuses an invalid event, listing all wrong fields at once. Codes that it already has may stay. */
function check(
  event: EventSettings,
  codes: readonly EventCode[],
  previousCodes: readonly number[],
): void {
  const known = new Set([...previousCodes, ...codes.map(({ pk }) => pk)]);
  const strange = event.codes.some((code) => !known.has(code));
  const fields = { ...eventProblems(event), ...(strange ? { codes: eventMessages.code } : {}) };
  if (Object.keys(fields).length > 0) throw wrongFields(fields);
}

function pickSettings(event: EventSettings): EventSettings {
  const { name, start_time, end_time, interval, quantity, codes } = event;
  const { is_lot_closed, spaceforce_multiplier, date, repeat_on_day, repeat_on_week } = event;
  const { display_price, price_unit } = event;
  const on = { date, repeat_on_day, repeat_on_week };
  const open = { quantity, codes, is_lot_closed, spaceforce_multiplier };
  return { name, start_time, end_time, interval, ...open, ...on, display_price, price_unit };
}

/** When an event takes place. */
const times = [
  'date',
  'start_time',
  'end_time',
  'interval',
  'repeat_on_day',
  'repeat_on_week',
] as const;

const setsPrices = ({ person, role }: SpotScope) =>
  permits(adminOnly, { superuser: person.superuser, role });

const isSameWhen = (after: EventSettings, before: EventSettings) =>
  times.every((name) => after[name] === before[name]);

/** Employees leave prices as they are, and what one is for. */
function checkPrice(scope: SpotScope, after: EventSettings, before: EventSettings | null): void {
  const { display_price = null, price_unit = 'flat' } = before ?? {};
  const isSame = after.display_price === display_price && after.price_unit === price_unit;
  const isWhen = before === null || isSameWhen(after, before);
  if (isSame && (display_price === null || isWhen)) return;
  if (setsPrices(scope)) return;
  throw new Refusal('not_allowed', eventMessages.priceByAdmins);
}

/** A new event is the newest. */
const newest = Number.MAX_SAFE_INTEGER;

/** Employees put no event in the way of one that has a price, which would end it there. */
async function checkPricedEvents(
  tx: Tx,
  scope: SpotScope,
  after: EventSettings & { pk: number },
  before: EventSettings | null,
  today: LocalDate,
): Promise<void> {
  if (setsPrices(scope) || (before !== null && isSameWhen(after, before))) return;
  const priced = await listPricedEvents(tx, scope);
  const lost = priced.find(
    (other) => other.pk !== after.pk && overridesOnADay(after, other, today),
  );
  if (lost) throw new Refusal('not_allowed', eventMessages.overPriced(lost.name));
}

/** Changing events also changes until when their visitors may park. */
const followEvents = async (tx: Tx, scope: SpotScope, now: Instant) =>
  refreshEventVisitors(await openRecorder(tx, scope.organizationId), scope.spotPk, now);

/** A property's events: when the public may park there, and whether parking is enforced then. */
export function eventsRoutes(serve: Serve): void {
  serve(listEvents, async ({ scope, query }) => {
    const { start: first, end: last } = query;
    const [rows, codes] = await Promise.all([
      listEventRows(scope, { first, last }),
      listEventCodes(scope),
    ]);
    const occurrences = listOccurrences(rows, first, last, scope.timezone);
    const before = outranked(occurrences);
    const results = occurrences.map(({ event, day, start, end }, index) => ({
      ...event,
      date_string: day,
      start: toIso(start),
      end: toIso(end),
      outranked_by: before[index] ?? [],
    }));
    return { results, count: results.length, codes };
  });

  serve(createEvent, async ({ scope, body, now }) => {
    const { spot: _, ...settings } = body;
    const today = toLocalDate(now, scope.timezone);
    const after = settledEvent(settings, today);
    checkPrice(scope, after, null);
    return scope.write(async (tx) => {
      const codes = await lockEventCodes(tx, scope);
      check(after, codes, []);
      await checkPricedEvents(tx, scope, { ...after, pk: newest }, null, today);
      const pk = await insertEvent(tx, scope, after);
      await setEventCodes(tx, scope, pk, after.codes);
      await followEvents(tx, scope, now);
      await recordEventChange(tx, scope, now, { act: 'create', pk, after, codes });
      return { ...after, pk, spot: scope.spotPk };
    });
  });

  serve(updateEvent, async ({ scope, params, body, now }) => {
    const { shown, spot, ...change } = body;
    if (spot !== undefined && !isScopeSpot(scope, spot)) {
      throw wrongFields({ spot: eventMessages.otherSpot });
    }
    return scope.write(async (tx) => {
      const codes = await lockEventCodes(tx, scope);
      const event = requireFound(await lockEvent(tx, scope, params.id), 'event');
      const before = pickSettings(event);
      await requireShown(tx, scope, shown, before, {
        subject: 'event',
        pk: event.pk,
        describe: (values) => nameCodes(values, codes),
      });
      const today = toLocalDate(now, scope.timezone);
      const after = settledEvent(changedEvent(before, change), today);
      checkPrice(scope, after, before);
      check(after, codes, before.codes);
      await checkPricedEvents(tx, scope, { ...after, pk: event.pk }, before, today);
      await updateEventRow(tx, scope, event.pk, after);
      await setEventCodes(tx, scope, event.pk, after.codes);
      await followEvents(tx, scope, now);
      const entry = { act: 'change', pk: event.pk, before, after, codes } as const;
      await recordEventChange(tx, scope, now, entry);
      return { ...event, ...after };
    });
  });

  serve(removeEvent, async ({ scope, params, now }) => {
    await scope.write(async (tx) => {
      const codes = await lockEventCodes(tx, scope);
      const event = requireFound(await lockEvent(tx, scope, params.id), 'event');
      checkPrice(scope, { ...event, display_price: null }, event);
      await deleteEventRow(tx, scope, event.pk);
      await followEvents(tx, scope, now);
      const before = pickSettings(event);
      await recordEventChange(tx, scope, now, { act: 'remove', pk: event.pk, before, codes });
    });
  });
}
