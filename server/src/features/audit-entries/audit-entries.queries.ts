import { auditPageSize } from '@lotkeeper/contract/audit-entries';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../kernel/database.ts';
import type { OrganizationScope } from '../../kernel/scope.ts';

export interface AuditRow {
  pk: number;
  happened_at: Instant;
  person: string;
  superuser: boolean;
  act: string;
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const columns = (sql: Sql) => sql`
  a.pk, a.happened_at, p.first_name || ' ' || p.last_name as person, p.superuser, a.act, a.subject,
  a.before, a.after`;

/** A page of the organization's acts, the newest first, and how many there are. */
export async function listAuditRows(scope: OrganizationScope, page: number) {
  const [row] = await scope.read<{ results: AuditRow[]; count: number }[]>((sql) => {
    const here = sql`organization_id = ${scope.organizationId}`;
    return sql`
      select (select count(*) from audit_entries where ${here}) as count,
        (select coalesce(json_agg(r order by r.pk desc), '[]') from (
          select a.pk, (extract(epoch from a.happened_at) * 1000)::bigint as happened_at,
            p.first_name || ' ' || p.last_name as person, p.superuser, a.act, a.subject, a.before, a.after
          from audit_entries a join people p on p.pk = a.person_pk
          where a.${here} order by a.pk desc
          limit ${sql.unsafe(String(auditPageSize))} offset ${(page - 1) * auditPageSize}) r) as results`;
  });
  return { results: row?.results ?? [], count: row?.count ?? 0 };
}

/** Every act of the organization, the newest first, some at a time. */
export function streamAuditRows(scope: OrganizationScope) {
  return scope.stream<AuditRow & Record<string, unknown>>(
    (sql) => sql`
      select ${columns(sql)} from audit_entries a join people p on p.pk = a.person_pk
      where a.organization_id = ${scope.organizationId} order by a.pk desc`,
  );
}

/** The organization's name, for a file. */
export async function nameOf(scope: OrganizationScope): Promise<string> {
  const [row] = await scope.read<{ name: string }[]>(
    (sql) => sql`select name from organizations where pk = ${scope.organizationId}`,
  );
  return row?.name ?? '';
}
