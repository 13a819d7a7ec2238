import type {
  AppealDecision,
  AppealLanguage,
  AppealReason,
} from '@lotkeeper/contract/cars/appeals';
import { appealsPageSize } from '@lotkeeper/contract/cars/appeals';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { TicketStatus } from '@lotkeeper/contract/people/filter-words';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import type { TicketRow } from '../violations/public.ts';
import { ticketColumns } from '../violations/public.ts';

export interface NamedPerson {
  pk: number;
  name: string;
}

/** An appeal as lists show it. */
export interface AppealRow {
  pk: number;
  reason: AppealReason;
  decision: AppealDecision | null;
  status: TicketStatus;
  code: string;
  plate: string;
  plate_state: string | null;
  spot: { pk: number; name: string; timezone: TimeZone };
  amount: Cents;
  sent_at: Instant;
  due_on: LocalDate;
  assignee: NamedPerson | null;
}

const personName = (sql: Sql, name: string) =>
  sql`concat_ws(' ', ${sql.identifier(name)}.first_name, ${sql.identifier(name)}.last_name)`;

/** The columns of appeal `a` of violation `v` at property `s`, assigned to person `p`. */
const appealColumns = (sql: Sql) => sql`
  a.pk, a.reason, a.decision, v.status, v.code, v.plate, v.state as plate_state, v.amount,
  json_build_object('pk', s.pk, 'name', s.name, 'timezone', s.timezone) as spot,
  ${toEpochMs(sql, sql`a.created_at`)} as sent_at, a.due_on,
  case when p.pk is not null then json_build_object('pk', p.pk, 'name', ${personName(sql, 'p')}) end as assignee`;

const appealTables = (sql: Sql, organizationId: number) => sql`
  appeals a
  join violations v on v.organization_id = ${organizationId} and v.pk = a.violation_pk
  join spots s on s.organization_id = ${organizationId} and s.pk = v.spot_pk
  left join people p on p.pk = a.assignee`;

export interface AppealFilter {
  state: 'open' | 'done';
  assignee: 'anybody' | 'me' | 'nobody';
  page: number;
}

/** A page of an organization's appeals: those to decide by the day they are due, or the others, newest first. */
export async function listAppealRows(
  scope: OrganizationScope,
  { state, assignee, page }: AppealFilter,
): Promise<{ count: number; results: AppealRow[] }> {
  const { organizationId, person } = scope;
  const [row] = await scope.read<{ count: number; results: AppealRow[] }[]>((sql) => {
    const assigned = {
      anybody: sql``,
      me: sql`and a.assignee = ${person.pk}`,
      nobody: sql`and a.assignee is null`,
    }[assignee];
    const listed =
      state === 'open'
        ? sql`a.decision is null and v.status = 'Created' ${assigned}`
        : sql`(a.decision is not null or v.status <> 'Created') ${assigned}`;
    const order = state === 'open' ? sql`a.due_on, a.pk` : sql`a.created_at desc, a.pk desc`;
    return sql`
      select (select count(*) from ${appealTables(sql, organizationId)}
          where a.organization_id = ${organizationId} and ${listed}) as count,
        (select coalesce(json_agg(r), '[]') from (
          select ${appealColumns(sql)} from ${appealTables(sql, organizationId)}
          where a.organization_id = ${organizationId} and ${listed}
          order by ${order} limit ${sql.literal(appealsPageSize)}
          offset ${(page - 1) * appealsPageSize}) r) as results`;
  });
  return row ?? { count: 0, results: [] };
}

/** An appeal with its violation and what the driver sent. */
export interface AppealDetailRow extends AppealRow {
  violation_pk: number;
  spot_pk: number;
  visit_pk: number | null;
  text: string;
  email: string | null;
  phone: string | null;
  images: string[];
  first_amount: Cents;
  language: AppealLanguage;
  answer: string | null;
  decided_at: Instant | null;
  decided_by: string | null;
}

const selectDetail = (sql: Sql, organizationId: number, pk: number) => sql<AppealDetailRow[]>`
  select ${appealColumns(sql)}, a.violation_pk, v.spot_pk, v.visit_pk, a.text, a.email, a.phone, a.first_amount,
    a.language, a.answer, ${toEpochMs(sql, sql`a.decided_at`)} as decided_at,
    (select ${personName(sql, 'd')} from people d where d.pk = a.decided_by) as decided_by,
    (select coalesce(json_agg(i.image order by i.added_at, i.image), '[]') from appeal_images i
      where i.organization_id = ${organizationId} and i.appeal_pk = a.pk) as images
  from ${appealTables(sql, organizationId)}
  where a.organization_id = ${organizationId} and a.pk = ${pk}`;

export async function findAppeal(sql: Sql, organizationId: number, pk: number) {
  const [row] = await selectDetail(sql, organizationId, pk);
  return row ?? null;
}

export async function readAppeal(scope: OrganizationScope, pk: number) {
  const [row] = await scope.read<AppealDetailRow[]>((sql) =>
    selectDetail(sql, scope.organizationId, pk),
  );
  return row ?? null;
}

/** The violation of an appeal. */
export async function readAppealedTicket(scope: OrganizationScope, violationPk: number) {
  const [row] = await scope.read<TicketRow[]>(
    (sql) => sql`
      select ${ticketColumns(sql)} from violations v
      where v.organization_id = ${scope.organizationId} and v.pk = ${violationPk}`,
  );
  return row ?? null;
}

interface AssignmentRow {
  at: Instant;
  person: string;
  assignee: string | null;
}

/** Who was assigned when, oldest first: from the audit log. */
export const listAssignments = (scope: OrganizationScope, violationPk: number) =>
  scope.read<AssignmentRow[]>(
    (sql) => sql`
      select ${toEpochMs(sql, sql`e.happened_at`)} as at, ${personName(sql, 'p')} as person,
        e.after ->> 'appeal_assignee' as assignee
      from audit_entries e join people p on p.pk = e.person_pk
      where e.organization_id = ${scope.organizationId} and e.subject_type = 'violation'
        and e.subject_pk = ${violationPk} and e.after ? 'appeal_assignee'
      order by e.happened_at, e.pk`,
  );

/** Who may decide appeals: Admins and Employees, by name. */
export const listDeciders = (scope: OrganizationScope) =>
  scope.read<NamedPerson[]>(
    (sql) => sql`
      select p.pk, ${personName(sql, 'p')} as name
      from affiliations f join people p on p.pk = f.person_pk
      where f.organization_id = ${scope.organizationId} and f.type = 'parking' and f.role in ('ADMIN', 'EMPLOYEE')
      order by lower(${personName(sql, 'p')}), p.pk`,
  );

/** The saved answers, in their order. */
export const listAnswers = (scope: OrganizationScope) =>
  scope.read<{ name: string; text: string }[]>(
    (sql) => sql`
      select name, text from appeal_answers
      where organization_id = ${scope.organizationId} order by position`,
  );
