import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BookAccounts, BookLine } from '@lotkeeper/contract/money/books';
import { bookLineNames, bookLines } from '@lotkeeper/contract/money/books';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { findChanges, recordAuditEntry } from '../../../records/audit-entries.ts';

const selectAccounts = (sql: Sql, { organizationId }: OrganizationScope) => sql<
  { line: BookLine; account: string }[]
>`
  select line, account from book_accounts
  where organization_id = ${organizationId} and place = ''`;

const withDefaults = (rows: readonly { line: BookLine; account: string }[]) => {
  const chosen = new Map(rows.map(({ line, account }) => [line, account]));
  return Object.fromEntries(
    bookLineNames.map((line) => [line, chosen.get(line) ?? bookLines[line].account]),
  ) as BookAccounts;
};

/** The account of each line: the chosen one, or a usual name. */
export const readAccounts = async (scope: OrganizationScope) =>
  withDefaults(await scope.read((sql) => selectAccounts(sql, scope)));

/** The same in a transaction. */
export const readAccountsIn = async (tx: Sql, scope: OrganizationScope) =>
  withDefaults(await selectAccounts(tx, scope));

/** Saves the accounts and writes an audit entry. */
export const saveAccounts = (scope: OrganizationScope, accounts: BookAccounts, now: Instant) =>
  scope.write(async (tx) => {
    const changes = findChanges(await readAccountsIn(tx, scope), accounts);
    if (!changes) return accounts;
    const rows = bookLineNames.map((line) => ({
      organization_id: scope.organizationId,
      line,
      account: accounts[line],
    }));
    await tx`
      insert into book_accounts ${tx.values(rows)}
      on conflict (organization_id, line, place) do update set account = excluded.account`;
    const entry = { act: 'change', subject: 'books', name: 'accounts', ...changes } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return accounts;
  });
