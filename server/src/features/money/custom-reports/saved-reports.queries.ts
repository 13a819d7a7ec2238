import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type {
  createSavedReport,
  renameSavedReport,
  SavedReport,
} from '@lotkeeper/contract/money/custom-reports';
import { customReportMessages, maxSavedReports } from '@lotkeeper/contract/money/custom-reports';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { notFound, Refusal } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

const columns = (sql: Sql) => sql`
  pk, name, measures, grouping_of as group, range, start_date, end_date`;

const createNameConflict = () =>
  new Refusal('conflict', customReportMessages.taken, { name: customReportMessages.taken });

/** The reports saved at the scope's property, by name. */
export const listSaved = (scope: SpotScope) =>
  scope.read<SavedReport[]>(
    (sql) => sql`
      select ${columns(sql)} from custom_reports
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
      order by lower(name)`,
  );

/** Whether another report of the property has this name, ignoring case. */
async function hasName(tx: Tx, scope: SpotScope, name: string, besides: number | null) {
  const [other] = await tx`
    select from custom_reports
    where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
      and lower(name) = lower(${name}) and pk is distinct from ${besides}::bigint`;
  return other !== undefined;
}

/** Serializes saves and renames at a property, so that the checks of names and their number hold. */
const lockReports = (tx: Tx, scope: SpotScope) => tx`
  select pg_advisory_xact_lock(hashtextextended('custom reports', ${scope.spotPk}::bigint))`;

const toSubject = ({ pk, name }: Pick<SavedReport, 'pk' | 'name'>) =>
  ({ subject: 'custom report', pk, name }) as const;

/** Saves a report and writes an audit entry; throws when its name is taken or the property has too many. */
export function insertSaved(
  scope: SpotScope,
  body: BodyOf<typeof createSavedReport>,
  now: Instant,
): Promise<SavedReport> {
  const { organizationId, spotPk } = scope;
  const { spot: _, group, ...rest } = body;
  return scope.write(async (tx) => {
    await lockReports(tx, scope);
    if (await hasName(tx, scope, body.name, null)) throw createNameConflict();
    const [{ kept: savedCount } = { kept: 0 }] = await tx<{ kept: number }[]>`
      select count(*) as kept from custom_reports
      where organization_id = ${organizationId} and spot_pk = ${spotPk}`;
    if (savedCount >= maxSavedReports) throw new Refusal('conflict', customReportMessages.full);
    const row = {
      organization_id: organizationId,
      spot_pk: spotPk,
      name: rest.name,
      measures: rest.measures,
      grouping_of: group,
      range: rest.range,
      start_date: rest.start_date ?? null,
      end_date: rest.end_date ?? null,
      created_at: now,
    };
    const [insertedReport] = await tx<SavedReport[]>`
      insert into custom_reports ${tx.values(row)} returning ${columns(tx)}`;
    if (!insertedReport) throw new Error('An insert answers its row.');
    await recordAuditEntry(tx, scope, now, { act: 'create', ...toSubject(insertedReport) });
    return insertedReport;
  });
}

/** Renames a report and writes an audit entry; throws when the name is taken. */
export function renameSaved(
  scope: SpotScope,
  pk: number,
  { name, shown }: BodyOf<typeof renameSavedReport>,
  now: Instant,
): Promise<SavedReport> {
  const { organizationId, spotPk } = scope;
  return scope.write(async (tx) => {
    await lockReports(tx, scope);
    if (await hasName(tx, scope, name, pk)) throw createNameConflict();
    const [before] = await tx<SavedReport[]>`
      select ${columns(tx)} from custom_reports
      where organization_id = ${organizationId} and pk = ${pk} and spot_pk = ${spotPk}`;
    if (!before) throw notFound('custom report');
    await requireShown(tx, scope, shown, before, { subject: 'custom report', pk });
    await tx`
      update custom_reports set name = ${name}
      where organization_id = ${organizationId} and pk = ${pk}`;
    const states = { before: { name: before.name }, after: { name } };
    const entry = { act: 'change', ...toSubject({ pk, name }), ...states } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return { ...before, name };
  });
}

/** Deletes a report and writes an audit entry. Deleting twice changes nothing. */
export function deleteSaved(scope: SpotScope, pk: number, now: Instant): Promise<void> {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    const [deletedReport] = await tx<{ name: string }[]>`
      delete from custom_reports
      where organization_id = ${organizationId} and pk = ${pk} and spot_pk = ${scope.spotPk}
      returning name`;
    if (!deletedReport) return;
    const subject = toSubject({ pk, name: deletedReport.name });
    await recordAuditEntry(tx, scope, now, { act: 'remove', ...subject });
  });
}
