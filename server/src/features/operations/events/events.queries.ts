import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Event, EventCode, EventSettings } from '@lotkeeper/contract/operations/events';
import type { AuditAct } from '@lotkeeper/contract/trust/audit-entries';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { eventColumns, eventsWithin } from '../../../records/operations/events.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** Deleted codes keep their events, for the visitors who were granted them, and aren't shown. */
const columns = (sql: Sql, { organizationId }: SpotScope) => sql`
  ${eventColumns(sql)}, e.spot_pk as spot, (
    select coalesce(json_agg(c.pk order by c.pk), '[]') from visitor_code_events ce
    join visitor_codes c on c.organization_id = ce.organization_id and c.pk = ce.code_pk
    where ce.organization_id = ${organizationId} and ce.event_pk = e.pk and c.deleted_at is null) as codes`;

/** The property's events that can take place within a range of days. */
export const listEventRows = (scope: SpotScope, days: { first: LocalDate; last: LocalDate }) =>
  scope.read<Event[]>(
    (sql) => sql`select ${columns(sql, scope)} from ${eventsWithin(sql, scope, days)}`,
  );

/** The property's codes that are valid only for events, with the number of these. */
const codesForEvents = (sql: Sql, { organizationId, spotPk }: SpotScope) => sql<EventCode[]>`
  select c.pk, c.code, c.name, (
    select count(*) from visitor_code_events ce
    where ce.organization_id = ${organizationId} and ce.code_pk = c.pk) as events
  from visitor_codes c
  where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk} and c.deleted_at is null
    and not c.always_valid and c.expiration_date is null
    and coalesce(c.days_valid, 0) = 0 and coalesce(c.hours_valid, 0) = 0
  order by upper(c.code), c.pk`;

/** The codes that the property's events can be for, by name. */
export const listEventCodes = (scope: SpotScope) =>
  scope.read<EventCode[]>((sql) => codesForEvents(sql, scope));

/** The same within a transaction, locked against deletion until its end. */
export async function lockEventCodes(tx: Tx, scope: SpotScope): Promise<EventCode[]> {
  await tx`
    select pk from visitor_codes
    where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk} and deleted_at is null
    order by pk for share`;
  return codesForEvents(tx, scope);
}

/** An event to change; null when it doesn't exist. */
export async function lockEvent(tx: Tx, scope: SpotScope, pk: number): Promise<Event | null> {
  const [row] = await tx<Event[]>`
    select ${columns(tx, scope)} from events e
    where e.organization_id = ${scope.organizationId} and e.spot_pk = ${scope.spotPk} and e.pk = ${pk}
    for update of e`;
  return row ?? null;
}

function toRow(settings: EventSettings) {
  const { codes: _, ...row } = settings;
  return row;
}

/** The property's events that have a price. */
export const listPricedEvents = (tx: Tx, { organizationId, spotPk }: SpotScope) =>
  tx<EventRow[]>`
    select ${eventColumns(tx)} from events e
    where e.organization_id = ${organizationId} and e.spot_pk = ${spotPk} and e.display_price is not null
    order by e.pk`;

/** Inserts an event without its codes, and returns its pk. */
export async function insertEvent(
  tx: Tx,
  scope: SpotScope,
  settings: EventSettings,
): Promise<number> {
  const row = { organization_id: scope.organizationId, spot_pk: scope.spotPk, ...toRow(settings) };
  const [{ pk }] = await tx<[{ pk: number }]>`insert into events ${tx.values(row)} returning pk`;
  return pk;
}

/** Updates all fields of an event except its codes. */
export const updateEventRow = (tx: Tx, scope: SpotScope, pk: number, settings: EventSettings) => tx`
  update events set ${tx.assignments(toRow(settings))} where organization_id = ${scope.organizationId} and pk = ${pk}`;

/** Sets the codes of an event; links of deleted codes stay. */
export async function setEventCodes(
  tx: Tx,
  { organizationId }: SpotScope,
  pk: number,
  codes: readonly number[],
): Promise<void> {
  await tx`
    delete from visitor_code_events ce using visitor_codes c
    where ce.organization_id = ${organizationId} and ce.event_pk = ${pk}
      and c.organization_id = ce.organization_id and c.pk = ce.code_pk and c.deleted_at is null
      and ce.code_pk <> all (${codes}::bigint[])`;
  await tx`
    insert into visitor_code_events (organization_id, code_pk, event_pk)
    select ${organizationId}, code_pk, ${pk} from unnest(${codes}::bigint[]) code_pk order by code_pk
    on conflict do nothing`;
}

/** Deletes an event and its links to codes. */
export const deleteEventRow = (tx: Tx, { organizationId }: SpotScope, pk: number) => tx`
  delete from events where organization_id = ${organizationId} and pk = ${pk}`;

/** Values of an event with its codes as visitors type them. */
export const nameCodes = <Values extends { codes?: unknown }>(
  values: Values,
  codes: readonly EventCode[],
) => {
  const chosen = values.codes;
  if (!Array.isArray(chosen)) return values;
  return {
    ...values,
    codes: codes.filter(({ pk }) => chosen.includes(pk)).map(({ code }) => code),
  };
};

/** Records who changed an event. */
export function recordEventChange(
  tx: Tx,
  scope: SpotScope,
  now: Instant,
  change: {
    act: AuditAct;
    pk: number;
    before?: EventSettings;
    after?: EventSettings;
    codes: readonly EventCode[];
  },
): Promise<void> {
  const { codes, before, after, ...entry } = change;
  const describe = (settings: EventSettings | undefined) => {
    if (!settings) return undefined;
    const { price_unit, ...others } = nameCodes(settings, codes);
    return others.display_price === null ? others : { ...others, price_unit };
  };
  const { name } = after ?? before ?? { name: '' };
  const states = { before: describe(before), after: describe(after) };
  return recordAuditEntry(tx, scope, now, { ...entry, subject: 'event', name, ...states });
}
