import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { VisitStatus } from '@lotkeeper/contract/people/filter-words';
import type { Story, StoryRecord } from '@lotkeeper/contract/trust/stories';
import { storyLimit } from '@lotkeeper/contract/trust/stories';
import type { OrganizationScope, SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';

/** The subject of a story: the requested record, and those that belong to it. */
export interface Subject {
  record: Story['record'];
  rentalPk: number | null;
  /** The only visit of a story about a visit or a violation; a rental can have several. */
  visitPk: number | null;
  violationPk: number | null;
  /** The ledger entry of a story about one. */
  entryPk: number | null;
}

/** Matches a record by the pk or uuid that a call names. */
const isNamed = (sql: Sql, name: string): Fragment =>
  /^\d+$/.test(name) ? sql`t.pk = ${Number(name)}` : sql`t.uuid = ${name}`;

const subjectTables: Record<StoryRecord, (sql: Sql, organizationId: number) => Fragment> = {
  rental: (sql) => sql`t.pk as "rentalPk", null::bigint as "visitPk", null::bigint as "violationPk"
    from live_rentals t`,
  visit: (sql) => sql`t.rental_pk as "rentalPk", t.pk as "visitPk", null::bigint as "violationPk"
    from visits t`,
  violation: (sql, organizationId) => sql`
    v.rental_pk as "rentalPk", v.pk as "visitPk", t.pk as "violationPk"
    from violations t left join visits v on v.organization_id = ${organizationId} and v.pk = t.visit_pk`,
};

/** The record with a pk or uuid at the scope's property, and its related records; null = it doesn't exist. */
export async function readSubject(
  scope: SpotScope,
  record: StoryRecord,
  name: string,
): Promise<Subject | null> {
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<Omit<Subject, 'record' | 'entryPk'>[]>(
    (sql) => sql`
      select ${subjectTables[record](sql, organizationId)}
      where t.organization_id = ${organizationId} and t.spot_pk = ${spotPk} and ${isNamed(sql, name)}`,
  );
  return row ? { record, ...row, entryPk: null } : null;
}

/** The story that a ledger entry belongs to: that of its rental, else of its violation, else of the entry alone. */
export async function readEntrySubject(scope: SpotScope, pk: number): Promise<Subject | null> {
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<Omit<Subject, 'record'>[]>(
    (sql) => sql`
      select l.pk as "entryPk", l.rental_pk as "rentalPk", n.visit_pk as "visitPk",
        l.violation_pk as "violationPk"
      from ledger_entries l
      left join violations n on n.organization_id = ${organizationId} and n.pk = l.violation_pk
      where l.organization_id = ${organizationId} and l.spot_pk = ${spotPk} and l.pk = ${pk}`,
  );
  if (!row) return null;
  if (row.rentalPk !== null) return { ...row, record: 'rental', visitPk: null, violationPk: null };
  return { ...row, record: row.violationPk === null ? 'entry' : 'violation' };
}

/** How visit `v` is matched to a story. */
const isStoryVisit = (sql: Sql, { record, rentalPk, visitPk }: Subject): Fragment =>
  record === 'rental' ? sql`v.rental_pk = ${rentalPk}` : sql`v.pk = ${visitPk}`;

/** The pks of the newest visits of a story. */
const selectVisitPks = (sql: Sql, organizationId: number, subject: Subject): Fragment => sql`
  select v.pk from visits v
  where v.organization_id = ${organizationId} and ${isStoryVisit(sql, subject)}
  order by coalesce(v.entrance_at, v.exit_at) desc, v.pk desc limit ${sql.literal(storyLimit)}`;

/** The pks of the violations of a story: its subject, or those of its visits. */
export const selectViolationPks = (sql: Sql, organizationId: number, subject: Subject): Fragment =>
  subject.record === 'violation'
    ? sql`select ${subject.violationPk}::bigint as pk`
    : sql`select n.pk from (${selectVisitPks(sql, organizationId, subject)}) v
        join violations n on n.organization_id = ${organizationId} and n.visit_pk = v.pk`;

export interface VisitRow {
  pk: number;
  plate: string;
  state: string | null;
  status: VisitStatus;
  decided: boolean;
  doubtful: boolean;
  exit_missed: boolean;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  entrance_image: string | null;
  exit_image: string | null;
  entrance_plate_image: string | null;
  exit_plate_image: string | null;
  /** The price that enforcement charged. */
  rate: Rate | null;
  /** Of all visits of the story. */
  total: number;
}

/** The newest visits of a story. */
export const listVisits = (scope: OrganizationScope, subject: Subject): Promise<VisitRow[]> =>
  scope.read<VisitRow[]>(
    (sql) => sql`
      select v.pk, v.plate, v.state, v.status, v.decided, v.doubtful, v.exit_missed, v.entrance_at,
        v.exit_at, v.entrance_image, v.exit_image, v.entrance_plate_image, v.exit_plate_image, v.rate,
        count(*) over () as total
      from visits v
      where v.organization_id = ${scope.organizationId} and ${isStoryVisit(sql, subject)}
      order by coalesce(v.entrance_at, v.exit_at) desc, v.pk desc limit ${sql.literal(storyLimit)}`,
  );

export interface ReadRow {
  pk: number;
  visit_pk: number;
  seen_at: Instant;
  direction: 'Entrance' | 'Exit' | null;
  camera: string | null;
  plate: string;
  state: string | null;
  confidence: number | null;
  preview: boolean;
  superseded: boolean;
  time_of_arrival: boolean;
  image: string | null;
  plate_image: string | null;
  /** Of all reads of the visits. */
  total: number;
}

/** The newest plate reads of a story's visits. */
export const listReads = (scope: OrganizationScope, subject: Subject): Promise<ReadRow[]> =>
  scope.read<ReadRow[]>(
    (sql) => sql`
      select p.pk, p.visit_pk, coalesce(p.seen_at, p.captured_at) as seen_at, p.direction, c.name as camera,
        p.plate, p.state, p.confidence, p.preview, p.superseded, p.time_of_arrival, p.image,
        p.plate_image, count(*) over () as total
      from (${selectVisitPks(sql, scope.organizationId, subject)}) v
      join plate_reads p on p.organization_id = ${scope.organizationId} and p.visit_pk = v.pk
      left join cameras c on c.organization_id = ${scope.organizationId} and c.pk = p.camera_pk
      order by seen_at desc, p.pk desc limit ${sql.literal(storyLimit)}`,
  );

export interface ViolationRow {
  pk: number;
  uuid: string;
  code: string;
  status: 'Created' | 'Paid' | 'Waived';
  amount: Cents;
  created_at: Instant;
  waived_at: Instant | null;
  waived_reason: string | null;
  waived_by: string | null;
}

/** The violations of a story, oldest first. A visit has no more than one. */
export const listViolations = (
  scope: OrganizationScope,
  subject: Subject,
): Promise<ViolationRow[]> =>
  scope.read<ViolationRow[]>(
    (sql) => sql`
      select n.pk, n.uuid, n.code, n.status, n.amount, n.created_at, n.waived_at, n.waived_reason,
        (select concat_ws(' ', p.first_name, p.last_name) from people p where p.pk = n.waived_by) as waived_by
      from (${selectViolationPks(sql, scope.organizationId, subject)}) k
      join violations n on n.organization_id = ${scope.organizationId} and n.pk = k.pk
      order by n.created_at, n.pk`,
  );
