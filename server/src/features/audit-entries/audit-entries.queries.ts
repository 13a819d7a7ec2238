import type { AuditAct } from '@lotkeeper/contract/audit-entries';
import { auditPageSize } from '@lotkeeper/contract/audit-entries';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../kernel/access/scope.ts';
import type { Sql } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';

export interface AuditRow {
  pk: number;
  happened_at: Instant;
  person: string;
  superuser: boolean;
  act: AuditAct;
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The number behind `subjectType` in a subject such as 'property 12'. */
const selectSubjectPk = (sql: Sql, subjectType: string) =>
  sql`substring(a.subject from ${`^${subjectType} (\\d+)$`}::text)::bigint`;

/** A subject as people know it: with the name of the property, person or key in place of its number. */
const subject = (sql: Sql) => sql`
  coalesce(
    (select 'property ' || s.name from spots s where s.organization_id = a.organization_id
      and s.pk = ${selectSubjectPk(sql, 'property')}),
    (select 'person ' || n.first_name || ' ' || n.last_name from people n
      where n.pk = ${selectSubjectPk(sql, 'person')}),
    (select 'API key ' || k.name from api_keys k where k.organization_id = a.organization_id
      and k.pk = ${selectSubjectPk(sql, 'API key')}),
    (select 'camera ' || c.name from cameras c where c.organization_id = a.organization_id
      and c.pk = ${selectSubjectPk(sql, 'camera')}),
    (select 'camera feed ' || f.name from camera_feeds f where f.organization_id = a.organization_id
      and f.pk = ${selectSubjectPk(sql, 'camera feed')}),
    (select 'invitation of ' || i.first_name || ' ' || i.last_name from invitations i
      where i.organization_id = a.organization_id and i.pk = ${selectSubjectPk(sql, 'invitation')}),
    (select 'visitor upload ' || u.file_name from visitor_imports u
      where u.organization_id = a.organization_id and u.pk = ${selectSubjectPk(sql, 'visitor upload')}),
    (select 'validation code ' || v.code from visitor_codes v
      where v.organization_id = a.organization_id and v.pk = ${selectSubjectPk(sql, 'validation code')}),
    (select 'kiosk at ' || s.name from kiosks k
      join spots s on s.organization_id = k.organization_id and s.pk = k.spot_pk
      where k.organization_id = a.organization_id and k.pk = ${selectSubjectPk(sql, 'kiosk')}),
    (select 'event ' || e.name from events e where e.organization_id = a.organization_id
      and e.pk = ${selectSubjectPk(sql, 'event')}),
    (select 'rate ' || r.name from rates r where r.organization_id = a.organization_id
      and r.pk = ${selectSubjectPk(sql, 'rate')}),
    a.subject)`;

const columns = (sql: Sql) => sql`
  a.pk, (extract(epoch from a.happened_at) * 1000)::bigint as happened_at,
  p.first_name || ' ' || p.last_name as person, p.superuser, a.act, ${subject(sql)} as subject,
  a.before, a.after`;

/** A page of the organization's acts, the newest first, and how many there are. */
export async function listAuditRows(scope: OrganizationScope, page: number) {
  const [row] = await scope.read<{ results: AuditRow[]; count: number }[]>(
    (sql) => sql`
      select (select count(*) from audit_entries where organization_id = ${scope.organizationId}) as count,
        (select coalesce(json_agg(r order by r.pk desc), '[]') from (
          select ${columns(sql)} from audit_entries a join people p on p.pk = a.person_pk
          where a.organization_id = ${scope.organizationId} order by a.pk desc
          limit ${sql.unsafe(String(auditPageSize))} offset ${(page - 1) * auditPageSize}) r) as results`,
  );
  return must(row, 'page of audit entries');
}

/** Acts that a file reads at a time. */
const batchSize = 1000;

/** Every act of the organization, the newest first, in batches; no connection is held between. */
export async function* everyAuditRow(scope: OrganizationScope): AsyncGenerator<AuditRow[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await scope.read<AuditRow[]>(
      (sql) => sql`
        select ${columns(sql)} from audit_entries a join people p on p.pk = a.person_pk
        where a.organization_id = ${scope.organizationId} and a.pk < ${before}
        order by a.pk desc limit ${sql.unsafe(String(batchSize))}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    before = last.pk;
  }
}
