import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { BookAccounts, BookLine, setBookAccounts } from '@lotkeeper/contract/money/books';
import { bookLineNames, bookLines, bookMessages } from '@lotkeeper/contract/money/books';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { wrongFields } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import { findChanges, recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { selectAuthorities } from '../taxes/public.ts';
import type { ByLine } from './books.rules.ts';
import { toTaxLine } from './books.rules.ts';

/** A chosen account, and null for an authority that has a rate and no account. */
interface AccountRow {
  line: BookLine;
  place: string;
  account: string | null;
}

const selectAccounts = (sql: Sql, { organizationId }: OrganizationScope) => sql<AccountRow[]>`
  with chosen as (select line, place, account from book_accounts where organization_id = ${organizationId})
  select line, place, account from chosen
  union all
  select 'tax', authority, null from (${selectAuthorities(sql, organizationId)}) a
  where authority not in (select place from chosen where line = 'tax')
  order by place`;

function withDefaults(rows: readonly AccountRow[]): BookAccounts {
  const chosen = new Map(
    rows.filter((row) => row.place === '').map(({ line, account }) => [line, account]),
  );
  const lines = Object.fromEntries(
    bookLineNames.map((line) => [line, chosen.get(line) ?? bookLines[line].account]),
  ) as Record<BookLine, string>;
  const authorities = rows
    .filter((row) => row.place !== '')
    .map((row) => ({ authority: row.place, account: row.account }));
  return { ...lines, authorities };
}

/** The account of each line, the chosen one or a usual name, and of each authority. */
export const readAccounts = async (scope: OrganizationScope) =>
  withDefaults(await scope.read((sql) => selectAccounts(sql, scope)));

/** Accounts with a line for each authority; null for those that have that of tax payable. */
const toLines = ({ authorities, ...lines }: BookAccounts) => ({
  ...lines,
  ...Object.fromEntries(
    authorities.map(({ authority, account }) => [toTaxLine(authority), account]),
  ),
});

/** The accounts of a journal's lines. */
export async function readJournalAccounts(tx: Sql, scope: OrganizationScope) {
  const accounts = withDefaults(await selectAccounts(tx, scope));
  const authorities = accounts.authorities.filter(({ account }) => account !== null);
  return toLines({ ...accounts, authorities }) as ByLine<string>;
}

const isNamed = ({ authorities }: BookAccounts, name: string) =>
  authorities.some(({ authority }) => authority === name);

/** Saves the accounts and writes an audit entry. */
export const saveAccounts = (
  scope: OrganizationScope,
  { shown, ...body }: BodyOf<typeof setBookAccounts>,
  now: Instant,
) =>
  scope.write(async (tx) => {
    const subject = { subject: 'books', name: 'accounts' } as const;
    await tx`select pg_advisory_xact_lock(hashtextextended('book accounts', ${scope.organizationId}::bigint))`;
    const before = withDefaults(await selectAccounts(tx, scope));
    await requireShown(tx, scope, shown, before, {
      pk: null,
      ...subject,
      describe: (accounts) => toLines({ authorities: [], ...accounts } as unknown as BookAccounts),
    });
    const given = new Map(body.authorities.map(({ authority, account }) => [authority, account]));
    const authorities = before.authorities.map(({ authority }) => ({
      authority,
      account: given.get(authority) ?? null,
    }));
    if (body.authorities.some(({ authority }) => !isNamed(before, authority))) {
      throw wrongFields({ authorities: bookMessages.authorities });
    }
    const accounts = { ...body, authorities };
    const changes = findChanges(toLines(before), toLines(accounts));
    if (!changes) return accounts;
    const { organizationId: organization_id } = scope;
    const rows = [
      ...bookLineNames.map((line) => ({ line, place: '', account: accounts[line] })),
      ...accounts.authorities.flatMap(({ authority, account }) =>
        account === null ? [] : [{ line: 'tax' as const, place: authority, account }],
      ),
    ];
    await tx`delete from book_accounts where organization_id = ${organization_id} and place <> ''`;
    await tx`
      insert into book_accounts ${tx.values(rows.map((row) => ({ organization_id, ...row })))}
      on conflict (organization_id, line, place) do update set account = excluded.account`;
    const entry = { act: 'change', ...subject, ...changes } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return accounts;
  });
