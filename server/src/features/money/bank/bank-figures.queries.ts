import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type {
  BankLine,
  BankQuestion,
  BankState,
  PayoutWithLine,
} from '@lotkeeper/contract/money/bank';
import {
  bankPayoutsPerPage,
  daysAfterPayout,
  daysBeforePayout,
} from '@lotkeeper/contract/money/bank';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';

/** Days of payouts, both included. */
export interface PayoutDays {
  start_date: LocalDate;
  end_date: LocalDate;
}

interface Question extends PayoutDays {
  now: Instant;
}

/** Entries of a bank's questions, and of deposits without a payout, that a page shows. */
const maxListed = 50;

const lineFields = (sql: Sql, line: 'l' | 'back' = 'l') => {
  const row = sql.unsafe(line);
  return sql`
    json_build_object('pk', ${row}.pk, 'local_date', ${row}.local_date, 'amount', ${row}.amount,
      'descriptor', ${row}.descriptor)`;
};

/**
 * SQL for the payouts of some days with their lines and states. A payout is missing when the bank's lines reach beyond
 * its window, and there are any in it.
 */
function payoutsWithState(
  sql: Sql,
  organizationId: number,
  { start_date, end_date, now }: Question,
): Fragment {
  const after = sql.literal(daysAfterPayout);
  const before = sql.literal(daysBeforePayout);
  return sql`
    select e.pk, e.local_date, e.payout as amount, coalesce(e.statement_descriptor, '') as statement_descriptor,
      e.occurred_at, coalesce(m.by_person, false) as by_person,
      case when l.pk is not null then ${lineFields(sql)} end as line,
      case when back.pk is not null then ${lineFields(sql, 'back')} end as back_line,
      case when back.pk is not null then case when b.return_pk is null then 'sent_back' else 'returned' end
        when l.amount < e.payout and not m.by_person then 'short'
        when l.local_date > e.local_date + ${after} then 'late'
        when l.pk is not null then 'arrived'
        when exists (
          select from bank_questions q where q.organization_id = ${organizationId}
            and e.pk = any (q.payout_pks)) then 'asked'
        when e.payout < 0 and (om.payout_pk is null or om.back_line_pk is not null) then 'returned'
        when b.return_pk is not null then 'returned'
        when newest.local_date >= e.local_date + ${after} and exists (
          select from bank_lines w where w.organization_id = ${organizationId}
            and w.local_date between e.local_date - ${before} and e.local_date + ${after})
          then case when e.payout < 0 then 'return_missing' else 'missing' end
        when e.local_date + ${after} >= ${toLocalDate(now, 'UTC')}::date then 'waiting'
        else 'no_statement' end as state
    from ledger_entries e
    left join bank_matches m on m.organization_id = ${organizationId} and m.payout_pk = e.pk
    left join bank_lines l on l.organization_id = ${organizationId} and l.pk = m.line_pk
    left join bank_lines back on back.organization_id = ${organizationId} and back.pk = m.back_line_pk
    left join payout_returns b on b.organization_id = ${organizationId} and b.payout_pk = e.pk
    left join payout_returns o on o.organization_id = ${organizationId} and o.return_pk = e.pk
    left join bank_matches om on om.organization_id = ${organizationId} and om.payout_pk = o.payout_pk
    cross join (
      select max(local_date) as local_date from bank_lines where organization_id = ${organizationId}) newest
    where e.organization_id = ${organizationId} and e.kind = 'payout'
      and e.occurred_at >= ${startOfDay(addDays(start_date, -1), 'UTC')}
      and e.local_date between ${start_date}::date and ${end_date}::date`;
}

/** A page of payouts with their lines, newest first. */
export async function listPayoutsAtBank(
  scope: OrganizationScope,
  question: Question & { page: number },
) {
  const { organizationId } = scope;
  const size = bankPayoutsPerPage;
  const [row] = await scope.read<{ count: number; rows: PayoutWithLine[] | null }[]>(
    (sql) => sql`
      with payouts as (${payoutsWithState(sql, organizationId, question)})
      select (select count(*) from payouts) as count,
        (select json_agg(p) from (
          select pk, local_date, amount, statement_descriptor, state, line, back_line, by_person from payouts
          order by occurred_at desc, pk desc
          limit ${sql.literal(size)} offset ${(question.page - 1) * size}) p) as rows`,
  );
  return { count: row?.count ?? 0, results: row?.rows ?? [] };
}

interface Sum {
  count: number;
  amount: Cents;
}

type Reader = Pick<OrganizationScope, 'organizationId' | 'read'>;

const zeroSum: Sum = { count: 0, amount: zeroCents };

const addUp = (rows: readonly Sum[]): Sum =>
  rows.reduce(
    (total, { count, amount }) => ({
      count: total.count + count,
      amount: (total.amount + amount) as Cents,
    }),
    zeroSum,
  );

/**
 * How much of the payouts of some days arrived, as far as the bank files show. Those that came back count in neither.
 * What a short deposit lacks is in `short` alone.
 */
export async function sumPayoutsAtBank(
  { organizationId, read }: Reader,
  question: Question,
): Promise<Record<'arrived' | 'not_arrived' | 'missing' | 'short' | 'sent_back', Sum>> {
  const rows = await read<(Sum & { state: BankState; lacking: Cents })[]>(
    (sql) => sql`
      select state, count(*), sum(amount - lacking)::bigint as amount, sum(lacking)::bigint as lacking
      from (select state, amount, case when state = 'short' then amount - (line->>'amount')::bigint else 0 end as lacking
        from (${payoutsWithState(sql, organizationId, question)}) payouts) payouts group by state`,
  );
  const sum = (...states: BankState[]) => addUp(rows.filter(({ state }) => states.includes(state)));
  const short = rows.find(({ state }) => state === 'short');
  return {
    arrived: sum('arrived', 'late', 'short'),
    not_arrived: sum('asked', 'waiting', 'missing', 'no_statement', 'sent_back'),
    missing: sum('missing'),
    short: short ? { count: short.count, amount: short.lacking } : zeroSum,
    sent_back: sum('sent_back'),
  };
}

/** SQL for lines of some days that are no payout and none's return, and that no person decided, as `l`. */
const unmatchedLines = (sql: Sql, id: number, { start_date, end_date }: PayoutDays) => sql`
  select l.pk, l.local_date, l.amount, l.descriptor, l.names_processor from bank_lines l
  where l.organization_id = ${id} and l.decided_at is null
    and l.local_date between ${start_date}::date and ${end_date}::date
    and not exists (select from bank_matches m where m.organization_id = ${id} and m.line_pk = l.pk)
    and not exists (select from bank_matches m where m.organization_id = ${id} and m.back_line_pk = l.pk)`;

const isAsked = (sql: Sql, id: number) => sql`
  exists (select from bank_questions q where q.organization_id = ${id} and q.line_pk = l.pk)`;

/** Transactions of some days that name the processor and are no payout, unless a person said so. */
export async function readUnknownLines(
  { organizationId: id, read }: Reader,
  days: PayoutDays,
): Promise<{ unknown_count: number; unknown: BankLine[] }> {
  const [row] = await read<{ unknown_count: number; unknown: BankLine[] | null }[]>(
    (sql) => sql`
      with unknown as (
        select l.pk, l.local_date, l.amount, l.descriptor from (${unmatchedLines(sql, id, days)}) l
        where l.names_processor and not ${isAsked(sql, id)})
      select (select count(*) from unknown) as unknown_count,
        (select json_agg(u) from (
          select * from unknown order by local_date desc, pk desc limit ${sql.literal(maxListed)}) u) as unknown`,
  );
  return { unknown_count: row?.unknown_count ?? 0, unknown: row?.unknown ?? [] };
}

/** What a month's close says about one payout. */
export type BankedPayout = Pick<
  PayoutWithLine,
  'local_date' | 'amount' | 'state' | 'line' | 'back_line'
>;

/** The payouts of some days with their states, and the transactions of these days that are none, or that somebody has to decide about. */
export async function readBankedDays(reader: Reader, question: Question) {
  const { organizationId: id, read } = reader;
  const [payouts, [lines], { unknown }] = await Promise.all([
    read<BankedPayout[]>(
      (sql) => sql`
        select local_date, amount, state, line, back_line
        from (${payoutsWithState(sql, id, question)}) payouts order by occurred_at, pk`,
    ),
    read<{ asked_lines: number; deposits: number; withdrawals: number }[]>(
      (sql) => sql`
        select coalesce(sum(amount) filter (where is_asked), 0)::bigint as asked_lines,
          coalesce(sum(amount) filter (where names_processor and not is_asked and amount > 0), 0)::bigint as deposits,
          coalesce(sum(amount) filter (where names_processor and not is_asked and amount < 0), 0)::bigint as withdrawals
        from (select l.amount, l.names_processor, ${isAsked(sql, id)} as is_asked
          from (${unmatchedLines(sql, id, question)}) l) l`,
    ),
    readUnknownLines(reader, question),
  ]);
  return { payouts, unknown, ...must(lines, 'lines of some days') };
}

/** What the bank files cover. */
export async function readCoverage(scope: OrganizationScope) {
  const [row] = await scope.read<
    { lines: number; first_date: LocalDate | null; last_date: LocalDate | null }[]
  >(
    (sql) => sql`
      select count(*) as lines, min(local_date) as first_date, max(local_date) as last_date
      from bank_lines where organization_id = ${scope.organizationId}`,
  );
  return row ?? { lines: 0, first_date: null, last_date: null };
}

/** What somebody has to decide, the newest first. */
export async function readQuestions(scope: OrganizationScope) {
  const id = scope.organizationId;
  const [row] = await scope.read<{ question_count: number; questions: BankQuestion[] | null }[]>(
    (sql) => sql`
      select (select count(*) from bank_questions where organization_id = ${id}) as question_count,
        (select json_agg(q) from (
          select q.kind, ${lineFields(sql)} as line, (
            select coalesce(json_agg(json_build_object('pk', e.pk, 'local_date', e.local_date, 'amount', e.payout,
              'statement_descriptor', coalesce(e.statement_descriptor, '')) order by e.local_date, e.pk), '[]')
            from ledger_entries e where e.organization_id = ${id} and e.pk = any (q.payout_pks)) as payouts
          from bank_questions q
          join bank_lines l on l.organization_id = ${id} and l.pk = q.line_pk
          where q.organization_id = ${id}
          order by l.local_date desc, l.pk desc limit ${sql.literal(maxListed)}) q) as questions`,
  );
  return { question_count: row?.question_count ?? 0, questions: row?.questions ?? [] };
}
