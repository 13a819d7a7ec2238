import type { TimelineEvent } from '@lotkeeper/contract/cars/timeline';
import { getTimeline, timelinePageDays } from '@lotkeeper/contract/cars/timeline';
import { adminOnly, permits } from '@lotkeeper/contract/kernel/access';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { newestDayBefore, readTimelineRows } from './timeline.queries.ts';
import type { TimelineContext } from './timeline.rules.ts';
import { buildEvents } from './timeline.rules.ts';

/** The first day that is not shown: that of the offset, or tomorrow if that is earlier. */
function findEndDay(offset: number | undefined, now: Instant, zone: string): LocalDate {
  const tomorrow = addDays(toLocalDate(now, zone), 1);
  if (offset === undefined) return tomorrow;
  const requestedDay = toLocalDate(fromEpochSeconds(offset), zone);
  return requestedDay < tomorrow ? requestedDay : tomorrow;
}

/** Who joined and left is shown to those who can see the team and the audit log. */
const mayReadTeam = ({ person: { superuser }, role }: SpotScope) =>
  permits(adminOnly, { superuser, role });

/** The newest whole days before a day, and whether there are older ones. */
async function readPage(scope: SpotScope, before: LocalDate, telling: TimelineContext) {
  const team = mayReadTeam(scope);
  let last = await newestDayBefore(scope, before, team);
  let events: TimelineEvent[] = [];
  // A range may turn out empty, for example if a clock change skipped the time of its only event.
  while (last !== null && events.length === 0) {
    const days = { from: addDays(last, 1 - timelinePageDays), to: last };
    const { older, ...rows } = await readTimelineRows(scope, days, team);
    events = buildEvents(rows, days, telling);
    last = older;
  }
  return { events, next: last !== null };
}

/** What happened at a property, day by day. */
export function timelineRoutes(serve: Serve, { pictures }: { pictures: PictureAddresses }): void {
  serve(getTimeline, async ({ scope, query, now }) => {
    const { timezone, organizationId: organization } = scope;
    const getImageUrl = (uuid: string) => pictures.addressOf({ organization, uuid }, now);
    const telling = { timezone, money: mayReadMoney(scope), addressOf: getImageUrl };
    return readPage(scope, findEndDay(query.offset, now, timezone), telling);
  });
}
