import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BankFormat } from '@lotkeeper/contract/money/bank';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import type { StatementLine } from '../../intake/bank-files/public.ts';
import { namesProcessor } from './bank-values.rules.ts';

/** Until the transaction ends, no other one can add or match lines of the organization. */
export async function lockBank(tx: Tx, organizationId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('bank', ${organizationId}::bigint))`;
}

type NewLine = Pick<StatementLine, 'local_date' | 'amount' | 'descriptor'> & { nth: number };

/** Counts equal lines of a day: files overlap, and the second of two equal lines isn't the first one again. */
function numberLines(lines: readonly StatementLine[]): NewLine[] {
  const counts = new Map<string, number>();
  return lines.map(({ local_date, amount, descriptor }) => {
    const key = `${local_date} ${amount} ${descriptor}`;
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    return { local_date, amount, descriptor, nth };
  });
}

/** SQL for lines as rows of `l`. */
const unnestLines = (sql: Sql, lines: readonly NewLine[]): Fragment => sql`
  unnest(${lines.map(({ local_date }) => local_date)}::date[], ${lines.map(({ amount }) => amount)}::bigint[],
    ${lines.map(({ descriptor }) => descriptor)}::text[], ${lines.map(({ nth }) => nth)}::int[],
    ${lines.map(({ descriptor }) => namesProcessor(descriptor))}::boolean[])
  as l (local_date, amount, descriptor, nth, names_processor)`;

/** How many of these lines are here already. */
export async function countKnownLines(
  scope: OrganizationScope,
  lines: readonly StatementLine[],
): Promise<number> {
  const [row] = await scope.read<{ count: number }[]>(
    (sql) => sql`
      select count(*) from ${unnestLines(sql, numberLines(lines))}
      join bank_lines b on b.organization_id = ${scope.organizationId}
        and b.local_date = l.local_date and b.amount = l.amount and b.descriptor = l.descriptor
        and b.nth = l.nth`,
  );
  return row?.count ?? 0;
}

/** Adds the lines that aren't here yet; returns how many. */
export async function insertLines(
  tx: Tx,
  organizationId: number,
  lines: readonly StatementLine[],
): Promise<number> {
  const { count } = await tx`
    insert into bank_lines (organization_id, local_date, amount, descriptor, nth, names_processor)
    select ${organizationId}::bigint, l.local_date, l.amount, l.descriptor, l.nth, l.names_processor
    from ${unnestLines(tx, numberLines(lines))}
    on conflict (organization_id, local_date, amount, descriptor, nth) do nothing`;
  return count;
}

/** Records that a file was added; the file itself isn't kept. */
export async function insertFile(
  tx: Tx,
  scope: OrganizationScope,
  file: { format: BankFormat; lines: number; added: number; refused: number },
  now: Instant,
): Promise<number> {
  const row = {
    organization_id: scope.organizationId,
    person_pk: scope.person.pk,
    ...file,
    imported_at: now,
  };
  const [{ pk }] = await tx<
    [{ pk: number }]
  >`insert into bank_files ${tx.values(row)} returning pk`;
  return pk;
}
