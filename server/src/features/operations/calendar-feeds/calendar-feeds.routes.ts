import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import {
  calendarCalls,
  calendarDays,
  calendarMessages,
  calendarTries,
  createCalendarFeed,
  listCalendarFeeds,
  readCalendar,
  removeCalendarFeed,
} from '@lotkeeper/contract/operations/calendar-feeds';
import type { FastifyRequest } from 'fastify';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { LinkScope, OrganizationScope } from '../../../kernel/access/scope.ts';
import { newToken } from '../../../kernel/access/secrets.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { LiveCalendar } from './calendar-feeds.queries.ts';
import {
  deleteFeed,
  findLiveCalendar,
  listFeeds,
  noteReading,
  readEventRows,
  readPayoutsAndAlerts,
  saveFeed,
} from './calendar-feeds.queries.ts';
import { CalendarFile, toEventItems, toPayoutItems, writeCalendar } from './calendar-file.ts';

interface Deps {
  sql: SqlPool;
  limiter: Limiter;
  publicUrl: string | undefined;
  openLinkScope: (organizationId: number) => LinkScope;
}

/** Creates or renews a link; its token isn't stored, only the hash of it. */
const createFeed = (
  scope: OrganizationScope,
  body: BodyOf<typeof createCalendarFeed>,
  now: Instant,
) => {
  if (body.kind === 'payouts' && scope.role === 'EMPLOYEE')
    throw new Refusal('not_allowed', calendarMessages.admin);
  return scope.write(async (tx) => {
    const token = newToken();
    const spot = body.kind === 'events' ? body.spot : null;
    const saved = await saveFeed(tx, scope, { kind: body.kind, spot, token }, now);
    if (!saved) throw wrongFields({ spot: calendarMessages.property });
    await recordAuditEntry(tx, scope, now, {
      act: 'create',
      subject: 'calendar link',
      pk: saved.pk,
      name: body.kind,
      ...(spot === null ? {} : { spot }),
    });
    return { pk: saved.pk, path: `/api/calendars/${token}/lotkeeper.ics` };
  });
};

const removeFeed = (scope: OrganizationScope, feed: number, now: Instant) =>
  scope.write(async (tx) => {
    const removed = await deleteFeed(tx, scope, feed);
    if (!removed) return { removed: false };
    const entry = {
      act: 'remove',
      subject: 'calendar link',
      pk: feed,
      name: removed.kind,
    } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return { removed: true };
  });

/** The iCalendar text of a link. */
async function renderCalendar(
  scope: LinkScope,
  calendar: LiveCalendar,
  { now, publicUrl }: { now: Instant; publicUrl: string },
): Promise<string> {
  const { timezone: zone, organization, property, spot_pk } = calendar;
  const today = toLocalDate(now, zone);
  const days = {
    first: addDays(today, -calendarDays.before),
    last: addDays(today, calendarDays.ahead),
  };
  const origin = { publicUrl, host: new URL(publicUrl).hostname };
  if (spot_pk !== null) {
    const items = toEventItems(calendar, await readEventRows(scope, spot_pk, days), {
      days,
      origin,
    });
    return writeCalendar(`${property}: events`, items, now);
  }
  const found = await readPayoutsAndAlerts(scope, { days, since: startOfDay(days.first, zone) });
  const items = toPayoutItems(calendar, found, { now, origin });
  return writeCalendar(`${organization}: payouts and alerts`, items, now);
}

/** Links that calendar programs read without an account, and the calendars behind them. */
export function calendarFeedsRoutes(serve: Serve, deps: Deps): void {
  const { sql, limiter, publicUrl, openLinkScope } = deps;

  serve(listCalendarFeeds, ({ scope }) => listFeeds(scope));
  serve(createCalendarFeed, ({ scope, body, now }) => createFeed(scope, body, now));
  serve(removeCalendarFeed, ({ scope, params, now }) => removeFeed(scope, params.feed, now));

  /** The link of a token. Unknown ones are counted by network; whatever is wrong, the answer is the same. */
  const openCalendar = async (token: string, request: FastifyRequest, now: Instant) => {
    const calendar = await findLiveCalendar(sql, token);
    if (!calendar) {
      await limiter.enforce(`calendar tries of ${getClientNetwork(request)}`, calendarTries, now);
      throw new Refusal('not_found', calendarMessages.dead);
    }
    await limiter.enforce(`calendar ${calendar.pk}`, calendarCalls, now, 'requests');
    return calendar;
  };

  serve(readCalendar, async ({ params, request, now }) => {
    const calendar = await openCalendar(params.token, request, now);
    const scope = openLinkScope(calendar.organization_id);
    const address = publicUrl ?? `${request.protocol}://${request.host}`;
    const text = await renderCalendar(scope, calendar, { now, publicUrl: address });
    await noteReading(scope, calendar, now);
    return new CalendarFile(inFileName(calendar.property ?? calendar.organization), text);
  });
}
