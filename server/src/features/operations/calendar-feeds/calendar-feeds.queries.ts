import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { CalendarFeed, CalendarKind } from '@lotkeeper/contract/operations/calendar-feeds';
import type { PayoutSchedule } from '@lotkeeper/contract/platform/organization-terms';
import type { LinkScope, OrganizationScope } from '../../../kernel/access/scope.ts';
import { hashToken } from '../../../kernel/access/secrets.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { eventColumns, eventsWithin } from '../../../records/operations/events.ts';
import type { NamedAlert } from '../../platform/alerts/public.ts';

/** A person's own links of an organization. */
export const listFeeds = ({ organizationId, person, ...scope }: OrganizationScope) =>
  scope.read<CalendarFeed[]>(
    (sql) => sql`
      select pk, kind, spot_pk as spot, ${toEpochMs(sql, sql`created_at`)} as created_at,
        ${toEpochMs(sql, sql`last_read_at`)} as last_read_at
      from calendar_feeds where organization_id = ${organizationId} and person_pk = ${person.pk}
      order by kind, spot_pk`,
  );

interface NewFeed {
  kind: CalendarKind;
  spot: number | null;
  token: string;
}

/** Creates a person's link, or renews it; nothing if the property isn't the organization's. */
export async function saveFeed(
  tx: Tx,
  { organizationId, person }: OrganizationScope,
  { kind, spot, token }: NewFeed,
  now: Instant,
) {
  if (spot !== null) {
    const [ownSpot] = await tx`
      select from spots where organization_id = ${organizationId} and pk = ${spot}`;
    if (!ownSpot) return undefined;
  }
  const [row] = await tx<{ pk: number }[]>`
    insert into calendar_feeds (organization_id, person_pk, kind, spot_pk, token_hash, created_at)
    values (${organizationId}, ${person.pk}, ${kind}, ${spot}, ${hashToken(token)}, ${now})
    on conflict (organization_id, person_pk, kind, spot_pk) do update set
      token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null
    returning pk`;
  return row;
}

/** Removes a person's link; nothing if it isn't theirs. */
export async function deleteFeed(
  tx: Tx,
  { organizationId, person }: OrganizationScope,
  feed: number,
) {
  const [row] = await tx<{ kind: CalendarKind }[]>`
    delete from calendar_feeds
    where organization_id = ${organizationId} and pk = ${feed} and person_pk = ${person.pk}
    returning kind`;
  return row;
}

/** A link whose person may still read what it has. */
export interface LiveCalendar {
  organization_id: number;
  pk: number;
  kind: CalendarKind;
  spot_pk: number | null;
  last_read_at: Instant | null;
  organization: string;
  property: string | null;
  /** Of the property, or the organization's first one. */
  timezone: TimeZone;
  payout_schedule: PayoutSchedule;
  has_bank: boolean;
}

/** The link of a token. Runs without a scope, since the token is all that is known. */
export async function findLiveCalendar(sql: Sql, token: string) {
  const [row] = await sql<LiveCalendar[]>`
    select f.organization_id, f.pk, f.kind, f.spot_pk, f.last_read_at, o.name as organization, s.name as property,
      coalesce(s.timezone, (select timezone from spots
        where organization_id = f.organization_id order by pk limit 1), 'UTC') as timezone,
      o.payout_schedule, exists (select from payout_accounts
        where organization_id = f.organization_id and bank_ref is not null) as has_bank
    from calendar_feeds f
    join organizations o on o.pk = f.organization_id
    join people p on p.pk = f.person_pk
    left join affiliations a on a.organization_id = f.organization_id and a.person_pk = f.person_pk
      and a.type = 'parking'
    left join spots s on s.organization_id = f.organization_id and s.pk = f.spot_pk
    where f.token_hash = ${hashToken(token)}
      and (p.superuser or a.role = 'ADMIN' or (a.role = 'EMPLOYEE' and f.kind = 'events'))`;
  return row;
}

/** Notes that a calendar was read, once an hour: programs come every few minutes. */
export async function noteReading(
  scope: LinkScope,
  { pk, last_read_at }: LiveCalendar,
  now: Instant,
) {
  if (last_read_at !== null && now - last_read_at < hourMs) return;
  await scope.write(
    (tx) => tx`
      update calendar_feeds set last_read_at = ${instant(now - (now % hourMs))}
      where organization_id = ${scope.organizationId} and pk = ${pk}`,
  );
}

interface Days {
  first: LocalDate;
  last: LocalDate;
}

export const readEventRows = (
  { organizationId, ...scope }: LinkScope,
  spotPk: number,
  days: Days,
) =>
  scope.read<EventRow[]>(
    (sql) =>
      sql`select ${eventColumns(sql)} from ${eventsWithin(sql, { organizationId, spotPk }, days)}`,
  );

/** A payout that was sent. */
export interface CalendarPayout {
  pk: number;
  local_date: LocalDate;
  amount: number;
  has_come_back: boolean;
  has_arrived: boolean;
}

/** An alert, without plates: they are personal. */
export interface CalendarAlert extends NamedAlert {
  pk: number;
  since: number;
  ended_at: number | null;
}

/** The payouts and alerts of some days. */
export async function readPayoutsAndAlerts(
  { organizationId, ...scope }: LinkScope,
  { days, since }: { days: Days; since: Instant },
): Promise<{ payouts: CalendarPayout[]; alerts: CalendarAlert[] }> {
  const [row] = await scope.read<{ payouts: CalendarPayout[]; alerts: CalendarAlert[] }[]>(
    (sql) => sql`
      select (select coalesce(json_agg(p order by p.local_date, p.pk), '[]') from (
          select e.pk, e.local_date, e.payout as amount, o.arrived_at is not null as has_arrived,
            exists (select from payout_returns back where back.organization_id = ${organizationId}
              and back.payout_pk = e.pk) as has_come_back
          from ledger_entries e
          left join payout_orders o on o.organization_id = ${organizationId} and o.external_id = e.external_id
          where e.organization_id = ${organizationId} and e.kind = 'payout' and e.payout > 0
            and e.local_date between ${days.first} and ${days.last}) p) as payouts,
        (select coalesce(json_agg(a order by a.since, a.pk), '[]') from (
          select a.organization_id, a.pk, a.kind, a.subject, a.spot_pk, s.name as property,
            coalesce(s.timezone, 'UTC') as timezone, a.cost, a.facts,
            ${toEpochMs(sql, sql`a.since`)} as since, ${toEpochMs(sql, sql`a.ended_at`)} as ended_at
          from alerts a
          left join spots s on s.organization_id = ${organizationId} and s.pk = a.spot_pk
          where a.organization_id = ${organizationId} and a.kind <> 'watched_plate'
            and (a.ended_at is null or a.ended_at > ${since})) a) as alerts`,
  );
  return must(row, 'payouts and alerts');
}
