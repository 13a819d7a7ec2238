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
      case when l.pk is null then null else json_build_object('pk', l.pk, 'local_date', l.local_date,
        'amount', l.amount, 'descriptor', l.descriptor) end as line,
      case when l.pk is not null then 'arrived'
        when exists (
          select from bank_questions q where q.organization_id = ${organizationId}
            and e.pk = any (q.payout_pks)) then 'asked'
        when e.payout < 0 or b.pk is not null then 'returned'
        when newest.local_date >= e.local_date + ${after} and exists (
          select from bank_lines w where w.organization_id = ${organizationId}
            and w.local_date between e.local_date - ${before} and e.local_date + ${after}) then 'missing'
        when e.local_date + ${after} >= ${toLocalDate(now, 'UTC')}::date then 'waiting'
        else 'no_statement' end as state
    from ledger_entries e
    left join bank_matches m on m.organization_id = ${organizationId} and m.payout_pk = e.pk
    left join bank_lines l on l.organization_id = ${organizationId} and l.pk = m.line_pk
    left join ledger_entries b on b.organization_id = ${organizationId} and b.kind = 'payout' and b.payout < 0
      and b.source = e.source and b.external_id = e.external_id || '-back'
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
          select pk, local_date, amount, statement_descriptor, state, line, by_person from payouts
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

/** The payouts of some days by state. */
async function readStates({ organizationId, read }: Reader, question: Question) {
  const rows = await read<(Sum & { state: BankState })[]>(
    (sql) => sql`
      select state, count(*), sum(amount)::bigint as amount
      from (${payoutsWithState(sql, organizationId, question)}) payouts group by state`,
  );
  return (...states: BankState[]): Sum =>
    rows
      .filter(({ state }) => states.includes(state))
      .reduce(
        (total, { count, amount }) => ({
          count: total.count + count,
          amount: (total.amount + amount) as Cents,
        }),
        { count: 0, amount: zeroCents },
      );
}

/** How much of the payouts of some days arrived, as far as the bank files show. Those that came back count in neither. */
export async function sumPayoutsAtBank(
  reader: Reader,
  question: Question,
): Promise<Record<'arrived' | 'not_arrived' | 'missing', Sum>> {
  const sum = await readStates(reader, question);
  return {
    arrived: sum('arrived'),
    not_arrived: sum('asked', 'waiting', 'missing', 'no_statement'),
    missing: sum('missing'),
  };
}

/** Payouts of some days by state, and the deposits of these days that are none, or that somebody has to decide about; in cents. */
export async function sumBank(reader: Reader, question: Question) {
  const { organizationId: id } = reader;
  const { start_date, end_date } = question;
  const [sum, [deposits]] = await Promise.all([
    readStates(reader, question),
    reader.read<{ asked_lines: number; unknown: number; unknown_count: number }[]>(
      (sql) => sql`
        select coalesce(sum(amount) filter (where is_asked), 0)::bigint as asked_lines,
          coalesce(sum(amount) filter (where not is_asked), 0)::bigint as unknown,
          count(*) filter (where not is_asked) as unknown_count
        from (
          select l.amount, exists (select from bank_questions q
            where q.organization_id = ${id} and q.line_pk = l.pk) as is_asked
          from bank_lines l
          where l.organization_id = ${id} and l.amount > 0 and l.decided_at is null
            and l.local_date between ${start_date}::date and ${end_date}::date
            and (l.names_processor or exists (select from bank_questions q
              where q.organization_id = ${id} and q.line_pk = l.pk))
            and not exists (select from bank_matches m
              where m.organization_id = ${id} and m.line_pk = l.pk)) l`,
    ),
  ]);
  const states = ['arrived', 'waiting', 'asked', 'missing', 'no_statement', 'returned'] as const;
  const amounts = Object.fromEntries(states.map((state) => [state, sum(state).amount]));
  return {
    ...(amounts as Record<(typeof states)[number], Cents>),
    ...must(deposits, 'deposits of some days'),
  };
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

const lineFields = (sql: Sql) => sql`
  json_build_object('pk', l.pk, 'local_date', l.local_date, 'amount', l.amount, 'descriptor', l.descriptor)`;

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

/** Deposits of some days that name the processor and are no payout, unless a person said so. */
export async function readUnknownDeposits(
  scope: OrganizationScope,
  { start_date, end_date }: PayoutDays,
) {
  const id = scope.organizationId;
  const [row] = await scope.read<{ unknown_count: number; unknown: BankLine[] | null }[]>(
    (sql) => sql`
      with unknown as (
        select l.pk, l.local_date, l.amount, l.descriptor from bank_lines l
        where l.organization_id = ${id} and l.names_processor and l.amount > 0 and l.decided_at is null
          and l.local_date between ${start_date}::date and ${end_date}::date
          and not exists (select from bank_matches m where m.organization_id = ${id} and m.line_pk = l.pk)
          and not exists (select from bank_questions q where q.organization_id = ${id} and q.line_pk = l.pk))
      select (select count(*) from unknown) as unknown_count,
        (select json_agg(u) from (
          select * from unknown order by local_date desc, pk desc limit ${sql.literal(maxListed)}) u) as unknown`,
  );
  return { unknown_count: row?.unknown_count ?? 0, unknown: row?.unknown ?? [] };
}
