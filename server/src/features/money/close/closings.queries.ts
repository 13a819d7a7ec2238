import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  CloseAdjustment,
  CloseLinkName,
  CloseSettings,
  LinkSums,
} from '@lotkeeper/contract/money/close';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { netRevenue } from '../../../records/money/revenue.ts';
import type { Reader } from './month-sums.queries.ts';

/** The sums of an organization's ledger entries of a month. */
export type EntrySums = Omit<CloseAdjustment, 'month'>;

export interface Closing {
  pk: number;
  month: LocalDate;
  newest_entry: number;
  newer_entries: number[];
  /** Whether its causes can be compared with those of now; earlier versions named them otherwise. */
  has_named_causes: boolean;
  content_hash: string;
  sums: EntrySums;
  adjustments: CloseAdjustment[];
  closed_at: number;
  closed_by: string;
  reopened_at: number | null;
  reopened_by: string | null;
  reopened_because: string | null;
}

const personName = (sql: Sql, pk: string) => sql`
  (select p.first_name || ' ' || p.last_name from people p where p.pk = ${sql.unsafe(pk)})`;

/** All closings of an organization, the newest month and closing first, without what was frozen. */
export const listClosings = ({ organizationId, read }: Reader) =>
  read<Closing[]>(
    (sql) => sql`
      select c.pk, c.month, c.newest_entry, c.newer_entries, c.has_named_causes, c.content_hash, c.sums, c.adjustments,
        ${toEpochMs(sql, sql`c.closed_at`)} as closed_at, ${personName(sql, 'c.closed_by')} as closed_by,
        ${toEpochMs(sql, sql`c.reopened_at`)} as reopened_at, ${personName(sql, 'c.reopened_by')} as reopened_by,
        c.reopened_because
      from month_closings c where c.organization_id = ${organizationId}
      order by c.month desc, c.pk desc`,
  );

/** What was frozen, as packets have it. */
export const readContent = ({ organizationId, read }: Reader, pk: number) =>
  read<{ content: string }[]>(
    (sql) => sql`
      select content from month_closings where organization_id = ${organizationId} and pk = ${pk}`,
  );

/** The sums of an organization's ledger entries of some months as they are now. */
export const readEntrySums = (
  { organizationId, read }: Reader,
  { from, to }: { from: LocalDate; to: LocalDate },
) =>
  read<CloseAdjustment[]>(
    (sql) => sql`
      select m.local_date as month, sum(m.entry_count)::bigint as entries, sum(m.gross)::bigint as gross,
        sum(m.refunds)::bigint as refunds, sum(${netRevenue(sql)})::bigint as net
      from spots s
      cross join lateral (
        select local_date, entry_count, gross, refunds, tax, processing_fee, commission from revenue_months
        where organization_id = ${organizationId} and spot_pk = s.pk and local_date between ${from} and ${to}) m
      where s.organization_id = ${organizationId} group by 1`,
  );

/** Who signed which sums of a month. */
export interface SignatureRow {
  link: CloseLinkName;
  first_sum: number;
  second_sum: number;
  unexplained: number;
  reason: string;
  signed_by: string;
  signed_at: number;
}

export const listSignatures = ({ organizationId, read }: Reader, month: LocalDate) =>
  read<SignatureRow[]>(
    (sql) => sql`
      select link, first_sum, second_sum, unexplained, reason, ${personName(sql, 'signed_by')} as signed_by,
        ${toEpochMs(sql, sql`signed_at`)} as signed_at
      from month_signatures where organization_id = ${organizationId} and month = ${month}`,
  );

/** Signs links as they are; an earlier signature of a link is replaced. */
export const saveSignatures = (
  tx: Tx,
  scope: OrganizationScope,
  links: readonly LinkSums[],
  { month, reason, now }: { month: LocalDate; reason: string; now: Instant },
) => tx`
  insert into month_signatures ${tx.values(
    links.map(({ link, first, second, unexplained }) => ({
      organization_id: scope.organizationId,
      month,
      link,
      first_sum: first.value,
      second_sum: second.value,
      unexplained,
      reason,
      signed_by: scope.person.pk,
      signed_at: now,
    })),
  )}
  on conflict (organization_id, month, link) do update set first_sum = excluded.first_sum,
    second_sum = excluded.second_sum, unexplained = excluded.unexplained, reason = excluded.reason,
    signed_by = excluded.signed_by, signed_at = excluded.signed_at`;

/** What sums may differ by unless an Admin says otherwise: a dollar, and five cars. */
const defaultSettings: CloseSettings = {
  tolerance_cents: 100 as CloseSettings['tolerance_cents'],
  tolerance_cars: 5,
};

export async function readSettings({ organizationId, read }: Reader): Promise<CloseSettings> {
  const [row] = await read<CloseSettings[]>(
    (sql) => sql`
      select tolerance_cents, tolerance_cars from close_settings where organization_id = ${organizationId}`,
  );
  return row ?? defaultSettings;
}

export const saveSettings = (tx: Tx, organizationId: number, settings: CloseSettings) => tx`
  insert into close_settings ${tx.values({ organization_id: organizationId, ...settings })}
  on conflict (organization_id) do update set tolerance_cents = excluded.tolerance_cents,
    tolerance_cars = excluded.tolerance_cars`;

/** Serializes what is signed, closed and reopened of an organization. */
export const lockClosings = (tx: Tx, organizationId: number) => tx`
  select pg_advisory_xact_lock(hashtextextended('month closings', ${organizationId}::bigint))`;

/** The newest closed month, which stays so until the transaction ends. */
export async function findNewestClosed(tx: Tx, organizationId: number) {
  await lockClosings(tx, organizationId);
  const [row] = await tx<{ month: LocalDate | null }[]>`
    select max(month) as month from month_closings
    where organization_id = ${organizationId} and reopened_at is null`;
  return row?.month ?? null;
}

/** Maximum audit entries of a month in its packet: the newest. */
const maxAudited = 200;

/** Audit entries about a month: who signed, closed and reopened it. */
export const listMonthAudit = ({ organizationId, read }: Reader, month: LocalDate) =>
  read<{ pk: number }[]>(
    (sql) => sql`
      select pk from audit_entries
      where organization_id = ${organizationId} and subject_type = 'month' and subject_name = ${month.slice(0, 7)}
      order by pk desc limit ${sql.literal(maxAudited)}`,
  );
