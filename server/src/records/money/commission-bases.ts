import type { CommissionTerms } from '@lotkeeper/contract/money/ledger';
import type { OrganizationScope } from '../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';

/** SQL for the commission terms of an organization as JSON. */
export const selectCommissionTerms = (sql: Sql, organizationId: number): Fragment => sql`(
  select json_build_object('rate', commission_rate, 'bases', (
    select coalesce(json_agg(b order by b.starts_on), '[]') from (
      select starts_on, base from commission_bases where organization_id = ${organizationId}) b))
  from organizations where pk = ${organizationId})`;

/** The commission terms of an organization. */
export async function readCommissionTerms({
  organizationId,
  read,
}: Pick<OrganizationScope, 'organizationId' | 'read'>): Promise<CommissionTerms> {
  const [row] = await read<{ terms: CommissionTerms }[]>(
    (sql) => sql`select ${selectCommissionTerms(sql, organizationId)} as terms`,
  );
  return must(row, 'commission terms').terms;
}
