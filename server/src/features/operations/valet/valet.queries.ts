import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { ValetLot } from '@lotkeeper/contract/operations/valet';
import { valetPageSize } from '@lotkeeper/contract/operations/valet';
import type { ValetStatus } from '@lotkeeper/contract/people/filter-words';
import type { OrganizationScope, SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import type { SessionRow } from './valet-rows.ts';
import { sessionColumns } from './valet-rows.ts';

/** The order of properties `spots` at a valet stand: those with valet sessions first, then by name. */
export const valetLotOrder = `not exists (
    select from valet_sessions v where v.organization_id = spots.organization_id and v.spot_pk = spots.pk),
  lower(spots.name), spots.pk`;

/** The lots of an organization, those with valet sessions first, with the cars that are with the valet now. */
export const listLotRows = (scope: OrganizationScope) =>
  scope.read<ValetLot[]>(
    (sql) => sql`
      select spots.pk, uuid, name, quantity, hidden, a.count as active_rentals
      from spots
      cross join lateral (
        select count(*) from valet_sessions
        where organization_id = ${scope.organizationId} and spot_pk = spots.pk and status = 'active') a
      left join lateral (
        select true as is_used from valet_sessions
        where organization_id = ${scope.organizationId} and spot_pk = spots.pk limit 1) v on true
      where spots.organization_id = ${scope.organizationId}
      order by v.is_used is null, lower(name), spots.pk`,
  );

/** The cars that are with the valet now, and how many arrived and left on the property's day. */
export async function readSummary(scope: SpotScope, now: Instant) {
  const { organizationId, spotPk, timezone } = scope;
  const today = startOfDay(toLocalDate(now, timezone), timezone);
  const whereLot = (sql: Sql) =>
    sql`v.organization_id = ${organizationId} and v.spot_pk = ${spotPk}`;
  const [row] = await scope.read<{ in: number; out: number; active: SessionRow[] }[]>(
    (sql) => sql`
      select
        (select count(*) from valet_sessions v where ${whereLot(sql)} and v.checked_in_at >= ${today}) as in,
        (select count(*) from valet_sessions v where ${whereLot(sql)} and v.checked_out_at >= ${today}) as out`,
  );
  const active = await scope.read<SessionRow[]>(
    (sql) => sql`
      select ${sessionColumns(sql, organizationId)} from valet_sessions v where ${whereLot(sql)} and v.status = 'active'`,
  );
  const counts = must(row, 'counts of a day');
  return { checkedIn: counts.in, checkedOut: counts.out, active };
}

/** How far back a search looks among sessions. */
const searchMs = 366 * dayMs;

/** The condition of a search: a part of plate, phone, make, model, or key tag. */
function buildSearchCondition(sql: Sql, search: string, now: Instant): Fragment {
  const text = search.toLowerCase();
  const key = plateKey(search);
  const digits = search.replace(/\D/g, '');
  return sql`
    v.created_at > ${instant(now - searchMs)} and (
      strpos(lower(concat_ws(' ', v.make, v.model)), ${text}) > 0
      or strpos(lower(coalesce(v.key_tag, '')), ${text}) > 0
      or (${key} <> '' and strpos(regexp_replace(upper(coalesce(v.plate, '')), '[^[:alnum:]]', '', 'g'), ${key}) > 0)
      or (length(${digits}) >= 3 and strpos(v.phone, ${digits}) > 0))`;
}

/** The order of sessions in the list: cars that are here, those that are expected, and those that have left. */
const listOrder = ['active', 'pending', 'ended'] as const satisfies readonly ValetStatus[];

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);

/** Which rows of consecutive lists, of these lengths, are on a page. */
function slicePage(lengths: readonly number[], page: number) {
  let start = (page - 1) * valetPageSize;
  return lengths.map((length) => {
    const [skip, end] = [clamp(start, length), clamp(start + valetPageSize, length)];
    start -= length;
    return { skip, take: end - skip };
  });
}

/** One page of a property's sessions by `listOrder` and then the newest, and how many there are. */
export async function listSessionRows(
  scope: SpotScope,
  filters: { search: string; status: ValetStatus | ''; page: number; pk?: number },
  now: Instant,
) {
  const { organizationId, spotPk } = scope;
  const where = (sql: Sql) => sql`
    v.organization_id = ${organizationId} and v.spot_pk = ${spotPk}
    ${filters.status ? sql`and v.status = ${filters.status}` : sql``}
    ${filters.pk === undefined ? sql`` : sql`and v.pk = ${filters.pk}`}
    ${filters.search ? sql`and ${buildSearchCondition(sql, filters.search, now)}` : sql``}`;
  const counts = await scope.read<{ status: ValetStatus; count: number }[]>(
    (sql) => sql`
      select v.status, count(*) as count from valet_sessions v where ${where(sql)} group by v.status`,
  );
  const countByStatus = new Map(counts.map(({ status, count }) => [status, count]));
  const lengths = listOrder.map((status) => countByStatus.get(status) ?? 0);
  const slices = slicePage(lengths, filters.page);
  // Each status is read in the order of its index; details of sessions only for those on the page.
  const rows = await scope.read<SessionRow[]>(
    (sql) => sql`
      select ${sessionColumns(sql, organizationId)}
      from unnest(${listOrder}::text[], ${slices.map(({ skip }) => skip)}::bigint[],
          ${slices.map(({ take }) => take)}::bigint[]) with ordinality part (status, skip, take, place)
      cross join lateral (
        select v.pk from valet_sessions v where ${where(sql)} and v.status = part.status
        order by v.created_at desc, v.pk desc limit part.take offset part.skip) page
      join valet_sessions v on v.organization_id = ${organizationId} and v.pk = page.pk
      order by part.place, v.created_at desc, v.pk desc`,
  );
  return { count: lengths.reduce((total, length) => total + length, 0), rows };
}

/** Identifies a property's session by its pk, uuid, or code. */
export type SessionName = { pk: number } | { uuid: string } | { code: string };

export const sessionNamed = (pkOrUuid: string): SessionName =>
  /^\d+$/.test(pkOrUuid) ? { pk: Number(pkOrUuid) } : { uuid: pkOrUuid };

const isNamed = (sql: Sql, name: SessionName) => {
  if ('pk' in name) return sql`v.pk = ${name.pk}`;
  return 'uuid' in name ? sql`v.uuid = ${name.uuid}` : sql`v.code = ${name.code}`;
};

/** A session of the scope's property; null = it doesn't exist. */
export async function findSession(scope: SpotScope, name: SessionName): Promise<SessionRow | null> {
  const [row] = await scope.read<SessionRow[]>(
    (sql) => sql`
      select ${sessionColumns(sql, scope.organizationId)} from valet_sessions v
      where v.organization_id = ${scope.organizationId} and v.spot_pk = ${scope.spotPk}
        and ${isNamed(sql, name)}`,
  );
  return row ?? null;
}

/** Like `findSession`, but refuses with 404. */
export async function readSession(scope: SpotScope, name: SessionName): Promise<SessionRow> {
  return requireFound(await findSession(scope, name), 'valet session');
}

/** A session to be paid, and whether the quote of that time is already paid; refuses with 404. */
export async function findPaymentAttempt(scope: SpotScope, name: SessionName, quotedAt: number) {
  const [row] = await scope.read<{ pk: number; uuid: string; paid: boolean }[]>(
    (sql) => sql`
      select v.pk, v.uuid, exists (
        select from valet_orders d where d.organization_id = ${scope.organizationId}
          and d.key = v.uuid::text || '-' || ${String(quotedAt)} and d.state = 'paid') as paid
      from valet_sessions v
      where v.organization_id = ${scope.organizationId} and v.spot_pk = ${scope.spotPk}
        and ${isNamed(sql, name)}`,
  );
  return requireFound(row, 'valet session');
}

/** A session of any property, read within a transaction; null = it doesn't exist. */
export async function sessionIn(
  { tx, organizationId }: { tx: Tx; organizationId: number },
  pk: number,
): Promise<SessionRow | null> {
  const [row] = await tx<SessionRow[]>`
    select ${sessionColumns(tx, organizationId)} from valet_sessions v
    where v.organization_id = ${organizationId} and v.pk = ${pk}`;
  return row ?? null;
}

/** A driver's active sessions at a property, newest first; no more than three. */
export const listOpenOfPhone = (scope: SpotScope, phone: string) =>
  scope.read<{ pk: number }[]>(
    (sql) => sql`
      select v.pk from valet_sessions v
      where v.organization_id = ${scope.organizationId} and v.spot_pk = ${scope.spotPk}
        and v.status in ('pending', 'active') and v.phone = ${phone}
      order by v.created_at desc, v.pk desc limit 3`,
  );

/** The drivers' codes of sessions that haven't ended, newest first. */
export const listCodes = (scope: SpotScope, sessions: readonly number[]) =>
  scope.read<{ pk: number; code: string; link_number: number }[]>(
    (sql) => sql`
      select pk, code, link_number from valet_sessions
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and pk = any (${sessions}::bigint[]) and status in ('pending', 'active')
      order by created_at desc, pk desc`,
  );

/** Whether a person has entered a session's code since a given time. */
export async function isVerified(
  { tx, organizationId }: { tx: Tx; organizationId: number },
  verification: { session_pk: number; person_pk: number },
  since: Instant,
): Promise<boolean> {
  const rows = await tx`
    select from valet_verifications
    where organization_id = ${organizationId} and session_pk = ${verification.session_pk}
      and person_pk = ${verification.person_pk} and verified_at > ${since}`;
  return rows.length > 0;
}
