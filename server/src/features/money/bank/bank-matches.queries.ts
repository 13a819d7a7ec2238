import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { bankMessages } from '@lotkeeper/contract/money/bank';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { lockBank } from './bank-lines.queries.ts';
import type { Deposit, MatchableLine, MatchablePayout } from './match.rules.ts';
import { matchPayouts, matchReturns } from './match.rules.ts';

/** Payouts that no person matched. */
const readPayouts = (tx: Tx, organizationId: number) => tx<MatchablePayout[]>`
  select e.pk, e.local_date, e.payout as amount, coalesce(e.statement_descriptor, '') as statement_descriptor
  from ledger_entries e
  left join bank_matches m on m.organization_id = ${organizationId} and m.payout_pk = e.pk and m.by_person
  where e.organization_id = ${organizationId} and e.kind = 'payout' and m.payout_pk is null
  order by e.pk`;

/** Lines that no person decided, and that may be payouts or their returns: by their amount, or because they name the processor. */
const readLines = (tx: Tx, organizationId: number, payouts: readonly MatchablePayout[]) => tx<
  MatchableLine[]
>`
  select pk, local_date, amount, descriptor from bank_lines
  where organization_id = ${organizationId} and decided_at is null
    and (names_processor or amount = any (${[...new Set(payouts.flatMap(({ amount }) => [amount, -amount]))]}::bigint[]))
  order by pk`;

/** Links deposits that are payouts with the withdrawals by which the bank took them back. */
async function rematchReturns(
  tx: Tx,
  organizationId: number,
  lines: readonly MatchableLine[],
): Promise<void> {
  const deposits = await tx<Deposit[]>`
    select distinct on (l.pk) l.pk as line, l.local_date, l.amount,
      coalesce(e.statement_descriptor, '') as statement_descriptor
    from bank_matches m
    join bank_lines l on l.organization_id = ${organizationId} and l.pk = m.line_pk and l.amount > 0
    join ledger_entries e on e.organization_id = ${organizationId} and e.pk = m.payout_pk
    where m.organization_id = ${organizationId}`;
  const returns = matchReturns(deposits, lines);
  await tx`
    update bank_matches m set back_line_pk = r.back_line_pk
    from bank_matches f
    left join unnest(${returns.map(({ deposit }) => deposit)}::bigint[],
      ${returns.map(({ line }) => line)}::bigint[]) as r (line_pk, back_line_pk) on r.line_pk = f.line_pk
    where m.organization_id = ${organizationId} and f.organization_id = ${organizationId}
      and m.payout_pk = f.payout_pk and m.back_line_pk is distinct from r.back_line_pk`;
}

/** How many payouts have a line, and how many lines somebody has to decide. */
export interface MatchCounts {
  matched: number;
  open_questions: number;
}

/**
 * Matches all payouts and lines of an organization by the rules again, in the transaction that changed one: the result
 * depends on what is recorded, not on when it was.
 */
export async function rematch(tx: Tx, organizationId: number): Promise<MatchCounts> {
  await lockBank(tx, organizationId);
  const payouts = await readPayouts(tx, organizationId);
  const lines = await readLines(tx, organizationId, payouts);
  const { matches, questions } = matchPayouts(payouts, lines);
  await tx`delete from bank_matches where organization_id = ${organizationId} and not by_person`;
  await tx`
    insert into bank_matches (organization_id, payout_pk, line_pk, by_person)
    select ${organizationId}::bigint, payout_pk, line_pk, false
    from unnest(${matches.map(({ payout }) => payout)}::bigint[], ${matches.map(({ line }) => line)}::bigint[])
      as m (payout_pk, line_pk)`;
  const usedLines = new Set(matches.map(({ line }) => line));
  await rematchReturns(
    tx,
    organizationId,
    lines.filter(({ pk }) => !usedLines.has(pk)),
  );
  await tx`delete from bank_questions where organization_id = ${organizationId}`;
  await tx`
    insert into bank_questions (organization_id, line_pk, kind, payout_pks)
    select ${organizationId}::bigint, line_pk, kind, string_to_array(payouts, ',')::bigint[]
    from unnest(${questions.map(({ line }) => line)}::bigint[], ${questions.map(({ kind }) => kind)}::text[],
      ${questions.map((question) => question.payouts.join(','))}::text[]) as q (line_pk, kind, payouts)`;
  const [{ matched }] = await tx<[{ matched: number }]>`
    select count(*) as matched from bank_matches where organization_id = ${organizationId}`;
  return { matched, open_questions: questions.length };
}

/** Whether an organization has added any bank file. */
export async function hasBankLines(tx: Tx, organizationId: number): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select exists (select from bank_lines where organization_id = ${organizationId}) as found`;
  return row.found;
}

interface Line {
  pk: number;
  amount: number;
  descriptor: string;
  payouts: number[];
}

/** A line with the payouts that it is by a person's decision or by the rules. */
async function readLine(tx: Tx, organizationId: number, pk: number): Promise<Line> {
  const [line] = await tx<Line[]>`
    select pk, amount, descriptor, (
      select coalesce(json_agg(payout_pk order by payout_pk), '[]') from bank_matches
      where organization_id = ${organizationId} and line_pk = ${pk}) as payouts
    from bank_lines where organization_id = ${organizationId} and pk = ${pk} for update`;
  return requireFound(line, 'bank transaction');
}

/** Checks that payouts add up to a line, and that no person matched one of them to another. */
async function requireMatching(
  tx: Tx,
  organizationId: number,
  line: Line,
  payouts: readonly number[],
) {
  const found = await tx<{ amount: number; is_taken: boolean }[]>`
    select e.payout as amount, m.payout_pk is not null as is_taken
    from ledger_entries e
    left join bank_matches m on m.organization_id = ${organizationId} and m.payout_pk = e.pk
      and m.by_person and m.line_pk <> ${line.pk}
    where e.organization_id = ${organizationId} and e.kind = 'payout' and e.pk = any (${payouts}::bigint[])`;
  if (found.length < payouts.length) requireFound(null, 'payout');
  const refuse = (message: string) => new Refusal('invalid_fields', message, { payouts: message });
  if (found.some(({ amount }) => amount > 0 !== line.amount > 0))
    throw refuse(bankMessages.wrongSign);
  const sum = found.reduce((total, { amount }) => total + amount, 0);
  if (sum !== line.amount) throw refuse(bankMessages.wrongSum);
  if (found.some(({ is_taken }) => is_taken)) throw new Refusal('conflict', bankMessages.taken);
}

/** Records which payouts a line is: as a person says, or again by the rules (null). */
export function decideLine(
  scope: OrganizationScope,
  { line: pk, payouts }: { line: number; payouts: readonly number[] | null },
  now: Instant,
): Promise<void> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    await lockBank(tx, organizationId);
    const line = await readLine(tx, organizationId, pk);
    if (payouts && payouts.length > 0) await requireMatching(tx, organizationId, line, payouts);
    await tx`
      delete from bank_matches
      where organization_id = ${organizationId} and (line_pk = ${pk} or payout_pk = any (${payouts ?? []}::bigint[]))`;
    await tx`
      insert into bank_matches (organization_id, payout_pk, line_pk, by_person)
      select ${organizationId}::bigint, payout_pk, ${pk}::bigint, true
      from unnest(${payouts ?? []}::bigint[]) as m (payout_pk)`;
    await tx`
      update bank_lines set decided_at = ${payouts ? now : null}, decided_by = ${payouts ? scope.person.pk : null}
      where organization_id = ${organizationId} and pk = ${pk}`;
    await rematch(tx, organizationId);
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      subject: 'bank transaction',
      pk,
      name: line.descriptor,
      before: { payouts: line.payouts.join(', ') },
      after: { payouts: payouts ? payouts.join(', ') || 'none' : 'by the rules' },
    });
  });
}
