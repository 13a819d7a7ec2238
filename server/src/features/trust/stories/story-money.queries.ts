import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { CommissionTerms } from '@lotkeeper/contract/money/ledger';
import { storyLimit } from '@lotkeeper/contract/trust/stories';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import { selectCommissionTerms } from '../../../records/money/commission-bases.ts';
import { entryParts } from '../../../records/money/entries.ts';
import type { Subject } from './story-rows.queries.ts';
import { selectViolationPks } from './story-rows.queries.ts';

/** A payout that was recorded after an entry, and that no bank returned. */
export interface PayoutRow {
  pk: number;
  happened_at: Instant;
  local_date: LocalDate;
  statement_descriptor: string;
  /** The period of its order; null without one. */
  period: string | null;
}

/** The parts of ledger entries that add up. */
export type Parts = Record<(typeof entryParts)[number], Cents>;

export interface EntryRow extends Parts {
  pk: number;
  kind: 'charge' | 'refund' | 'penalty';
  happened_at: Instant;
  local_date: LocalDate;
  source: string;
  /** The next ones after it, oldest first. */
  payouts: PayoutRow[];
}

export interface MoneyRow {
  commission: CommissionTerms;
  total: number;
  totals: Parts;
  /** The newest ones, in time order. */
  entries: EntryRow[];
}

/**
 * How many payouts are checked for the one that covers an entry. Daily ones cover an entry two days later, and a bank
 * takes up to 10 days to return one.
 */
const nextPayouts = 20;

const listParts = (sql: Sql, toColumn: (name: string) => string) =>
  sql.unsafe(entryParts.map(toColumn).join(', '));

/** The payouts that follow entry `e` and didn't come back. One that was recorded before the entry can't have paid it. */
const selectNextPayouts = (sql: Sql, organizationId: number) => sql`
  select l.pk, ${toEpochMs(sql, sql`l.occurred_at`)} as happened_at, l.local_date,
    coalesce(l.statement_descriptor, '') as statement_descriptor, o.period
  from ledger_entries l
  left join payout_orders o on o.organization_id = ${organizationId} and o.external_id = l.external_id
  where l.organization_id = ${organizationId} and l.kind = 'payout' and l.payout > 0
    and l.occurred_at > e.occurred_at and l.pk > e.pk
    and not exists (select from payout_returns back
      where back.organization_id = ${organizationId} and back.payout_pk = l.pk)
  order by l.occurred_at, l.pk limit ${sql.literal(nextPayouts)}`;

/**
 * The ledger entry that a story is about, those of its rental and violations, their totals, and the payouts that
 * followed.
 */
export async function readMoney(scope: OrganizationScope, subject: Subject): Promise<MoneyRow> {
  const { organizationId } = scope;
  const [row] = await scope.read<MoneyRow[]>(
    (sql) => sql`
      with found as materialized (
        select * from ledger_entries
        where organization_id = ${organizationId} and rental_pk = ${subject.rentalPk}
        union
        select l.* from (${selectViolationPks(sql, organizationId, subject)}) k
        join ledger_entries l on l.organization_id = ${organizationId} and l.violation_pk = k.pk
        union
        select * from ledger_entries
        where organization_id = ${organizationId} and pk = ${subject.entryPk}),
      newest as (
        select * from found order by occurred_at desc, pk desc limit ${sql.literal(storyLimit)})
      select ${selectCommissionTerms(sql, organizationId)} as commission,
        (select count(*) from found) as total,
        (select row_to_json(t) from (
          select ${listParts(sql, (name) => `coalesce(sum(${name}), 0)::bigint as ${name}`)} from found) t) as totals,
        (select coalesce(json_agg(t order by t.happened_at, t.pk), '[]') from (
          select e.pk, e.kind, ${toEpochMs(sql, sql`e.occurred_at`)} as happened_at, e.local_date, e.source,
            ${listParts(sql, (name) => `e.${name}`)},
            (select coalesce(json_agg(p order by p.happened_at, p.pk), '[]')
              from (${selectNextPayouts(sql, organizationId)}) p) as payouts
          from newest e) t) as entries`,
  );
  return must(row, 'money of a story');
}
