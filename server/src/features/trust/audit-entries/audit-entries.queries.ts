import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { AuditAct, AuditSubject } from '@lotkeeper/contract/trust/audit-entries';
import { auditPageSize } from '@lotkeeper/contract/trust/audit-entries';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { eachPage } from '../../../kernel/data/each-page.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';

export interface AuditRow {
  pk: number;
  happened_at: Instant;
  person: string;
  superuser: boolean;
  act: AuditAct;
  subject: string;
  subject_type: AuditSubject;
  subject_pk: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The names of the properties that a camera was moved from and to. */
  before_spot: string | null;
  after_spot: string | null;
}

/** The subject of an entry as people know it: its current name, else its former name, else its number. */
const subjectLabel = (sql: Sql, { organizationId }: OrganizationScope) => {
  const inOrganization = sql`organization_id = ${organizationId} and pk = a.subject_pk`;
  return sql`
    a.subject_type || coalesce(case a.subject_type
      when 'property' then (select ' ' || name from spots where ${inOrganization})
      when 'person' then (select ' ' || first_name || ' ' || last_name from people where pk = a.subject_pk)
      when 'API key' then (select ' ' || name from api_keys where ${inOrganization})
      when 'camera' then (select ' ' || name from cameras where ${inOrganization})
      when 'camera feed' then (select ' ' || name from camera_feeds where ${inOrganization})
      when 'invitation' then
        (select ' of ' || first_name || ' ' || last_name from invitations where ${inOrganization})
      when 'visitor upload' then (select ' ' || file_name from visitor_imports where ${inOrganization})
      when 'history import' then (select ' ' || file_name from history_imports where ${inOrganization})
      when 'validation code' then (select ' ' || code from visitor_codes where ${inOrganization})
      when 'discount code' then (select ' ' || code from promo_codes where ${inOrganization})
      when 'violation' then (select ' ' || code from violations where ${inOrganization})
      when 'kiosk' then (
        select ' at ' || s.name from kiosks k
        join spots s on s.organization_id = k.organization_id and s.pk = k.spot_pk
        where k.organization_id = ${organizationId} and k.pk = a.subject_pk)
      when 'event' then (select ' ' || name from events where ${inOrganization})
      when 'rate' then (select ' ' || name from rates where ${inOrganization})
      when 'custom report' then (select ' ' || name from custom_reports where ${inOrganization})
      end, ' ' || a.subject_name, ' ' || a.subject_pk, '')`;
};

const spotName = (sql: Sql, { organizationId }: OrganizationScope, values: Fragment) => sql`(
  select name from spots
  where organization_id = ${organizationId} and pk = (${values} ->> 'spot_pk')::integer)`;

const columns = (sql: Sql, scope: OrganizationScope) => sql`
  a.pk, ${toEpochMs(sql, sql`a.happened_at`)} as happened_at,
  p.first_name || ' ' || p.last_name as person, p.superuser, a.act, ${subjectLabel(sql, scope)} as subject,
  a.subject_type, a.subject_pk, a.before, a.after,
  ${spotName(sql, scope, sql`a.before`)} as before_spot, ${spotName(sql, scope, sql`a.after`)} as after_spot`;

/** A page of the organization's audit entries, newest first, and how many there are. */
export async function listAuditRows(scope: OrganizationScope, page: number) {
  const [row] = await scope.read<{ results: AuditRow[]; count: number }[]>(
    (sql) => sql`
      select (select count(*) from audit_entries where organization_id = ${scope.organizationId}) as count,
        (select coalesce(json_agg(r order by r.pk desc), '[]') from (
          select ${columns(sql, scope)} from audit_entries a join people p on p.pk = a.person_pk
          where a.organization_id = ${scope.organizationId} order by a.pk desc
          limit ${sql.literal(auditPageSize)} offset ${(page - 1) * auditPageSize}) r) as results`,
  );
  return must(row, 'page of audit entries');
}

/** Entries per batch of the file. */
const batchSize = 1000;

/** All audit entries of the organization, newest first. */
export const everyAuditRow = (scope: OrganizationScope) =>
  eachPage<AuditRow>(batchSize, (last) =>
    scope.read(
      (sql) => sql<AuditRow[]>`
        select ${columns(sql, scope)} from audit_entries a join people p on p.pk = a.person_pk
        where a.organization_id = ${scope.organizationId}
          and a.pk < ${last?.pk ?? Number.MAX_SAFE_INTEGER}
        order by a.pk desc limit ${sql.literal(batchSize)}`,
    ),
  );
