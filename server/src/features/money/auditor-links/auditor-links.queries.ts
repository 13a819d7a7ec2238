import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type {
  AuditorEntry,
  AuditorLink,
  AuditorView,
  AuditorViewKind,
} from '@lotkeeper/contract/money/auditor-links';
import { auditorEntriesPerPage, maxAuditorViews } from '@lotkeeper/contract/money/auditor-links';
import type { LinkScope, OrganizationScope } from '../../../kernel/access/scope.ts';
import { hashToken } from '../../../kernel/access/secrets.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';

/** An organization's links, newest first. */
export const listLinks = ({ organizationId, ...scope }: OrganizationScope) =>
  scope.read<AuditorLink[]>(
    (sql) => sql`
      select l.pk, l.auditor, l.first_month, l.last_month,
        (select json_agg(json_build_object('pk', s.pk, 'name', s.name) order by lower(s.name), s.pk)
          from spots s where s.organization_id = ${organizationId} and s.pk = any (l.spot_pks)) as only_spots,
        ${toEpochMs(sql, sql`l.expires_at`)} as expires_at, ${toEpochMs(sql, sql`l.created_at`)} as created_at,
        (select p.first_name || ' ' || p.last_name from people p where p.pk = l.created_by) as created_by,
        ${toEpochMs(sql, sql`l.revoked_at`)} as revoked_at, v.views,
        ${toEpochMs(sql, sql`v.last_viewed_at`)} as last_viewed_at
      from auditor_links l
      cross join lateral (
        select count(*) as views, max(viewed_at) as last_viewed_at from auditor_views
        where organization_id = ${organizationId} and link_pk = l.pk) v
      where l.organization_id = ${organizationId} order by l.pk desc`,
  );

/** How many links are in use, and how many of some properties are the organization's. */
export async function countLinks(
  tx: Tx,
  organizationId: number,
  { spots, now }: { spots: readonly number[]; now: Instant },
) {
  const [row] = await tx<{ links: number; spots: number }[]>`
    select (select count(*) from auditor_links where organization_id = ${organizationId}
        and revoked_at is null and expires_at > ${now}) as links,
      (select count(*) from spots where organization_id = ${organizationId}
        and pk = any (${[...spots]}::bigint[])) as spots`;
  return must(row, 'count of links');
}

interface NewLink {
  auditor: string;
  first_month: LocalDate;
  last_month: LocalDate;
  spot_pks: readonly number[] | null;
  token: string;
  expires_at: Instant;
}

export async function insertLink(
  tx: Tx,
  scope: OrganizationScope,
  { token, spot_pks, ...link }: NewLink,
  now: Instant,
): Promise<number> {
  const [row] = await tx<{ pk: number }[]>`
    insert into auditor_links (organization_id, token_hash, auditor, first_month, last_month, spot_pks, expires_at,
      created_by, created_at)
    values (${scope.organizationId}, ${hashToken(token)}, ${link.auditor}, ${link.first_month}, ${link.last_month},
      ${spot_pks && [...spot_pks]}::bigint[], ${link.expires_at}, ${scope.person.pk}, ${now})
    returning pk`;
  return must(row, 'auditor link').pk;
}

/** What was opened with a link, newest first; nothing if there is no such link. */
export const listViews = ({ organizationId, ...scope }: OrganizationScope, link: number) =>
  scope.read<AuditorView[]>(
    (sql) => sql`
      select ${toEpochMs(sql, sql`v.viewed_at`)} as viewed_at, v.kind as opened,
        case when v.kind <> 'link' then v.month end as month,
        case when s.pk is null then null else json_build_object('pk', s.pk, 'name', s.name) end as property
      from auditor_views v
      left join spots s on s.organization_id = ${organizationId} and s.pk = v.spot_pk
      where v.organization_id = ${organizationId} and v.link_pk = ${link}
      order by v.viewed_at desc, v.pk desc limit ${sql.literal(maxAuditorViews)}`,
  );

/** A link that is in use, and what it covers. */
export interface LiveLink {
  organization_id: number;
  pk: number;
  organization: string;
  auditor: string;
  first_month: LocalDate;
  last_month: LocalDate;
  covers_all: boolean;
  covered: { pk: number; name: string }[];
  expires_at: number;
}

/** The link of a token, unless it expired or was revoked. Runs without a scope, since the token is all that is known. */
export async function findLiveLink(sql: Sql, token: string, now: Instant) {
  const [row] = await sql<LiveLink[]>`
    select l.organization_id, l.pk, o.name as organization, l.auditor, l.first_month, l.last_month,
      l.spot_pks is null as covers_all, ${toEpochMs(sql, sql`l.expires_at`)} as expires_at,
      (select coalesce(json_agg(json_build_object('pk', s.pk, 'name', s.name) order by lower(s.name), s.pk), '[]')
        from spots s where s.organization_id = l.organization_id
          and (l.spot_pks is null or s.pk = any (l.spot_pks))) as covered
    from auditor_links l join organizations o on o.pk = l.organization_id
    where l.token_hash = ${hashToken(token)} and l.revoked_at is null and l.expires_at > ${now}`;
  return row;
}

/** What was opened with a link: the link itself, or a month of it. */
interface View {
  kind: AuditorViewKind;
  /** Of the link itself, the first month that it covers. */
  month: LocalDate;
  spot?: number | undefined;
}

/** Records that something was opened with a link. */
export const recordView = (
  { organizationId, ...scope }: LinkScope,
  { pk: link_pk }: LiveLink,
  view: View,
  now: Instant,
) =>
  scope.write(
    (tx) => tx`
      insert into auditor_views ${tx.values({
        organization_id: organizationId,
        link_pk,
        kind: view.kind,
        month: view.month,
        spot_pk: view.spot ?? null,
        viewed_at: now,
      })}`,
  );

/** Records it unless the same is listed within the last hour: of pages that are turned or loaded again, the first. */
export const recordViewOnce = (
  { organizationId, ...scope }: LinkScope,
  { pk: link_pk }: LiveLink,
  { kind, month, spot }: View,
  now: Instant,
) =>
  scope.write(
    (tx) => tx`
      insert into auditor_views (organization_id, link_pk, kind, month, spot_pk, viewed_at)
      select ${organizationId}, ${link_pk}, ${kind}, ${month}::date, ${spot ?? null}::bigint, ${now}
      where not exists (
        select from auditor_views
        where organization_id = ${organizationId} and link_pk = ${link_pk} and kind = ${kind}
          and month = ${month}
          and spot_pk is not distinct from ${spot ?? null}::bigint
          and viewed_at > ${instant(now - hourMs)})`,
  );

/** Ledger entries of a property in a month, the earliest first, after one of them. */
export const listEntries = (
  { organizationId, ...scope }: LinkScope,
  { month, spot, after }: { month: LocalDate; spot: number; after?: number | undefined },
) =>
  scope.read<AuditorEntry[]>(
    (sql) => sql`
  select pk, local_date, kind, source, external_id, gross, refund, tax, processing_fee, commission,
    gross - refund - tax - processing_fee - commission as net
  from ledger_entries
  where organization_id = ${organizationId} and spot_pk = ${spot}
    and local_date between ${month} and ${addDays(addMonths(month, 1), -1)}
    ${
      after === undefined
        ? sql``
        : sql`and (local_date, occurred_at, pk) > (
            select local_date, occurred_at, pk from ledger_entries
            where organization_id = ${organizationId} and spot_pk = ${spot} and pk = ${after})`
    }
  order by local_date, occurred_at, pk limit ${sql.literal(auditorEntriesPerPage + 1)}`,
  );
