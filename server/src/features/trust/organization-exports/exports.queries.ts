import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { OrganizationExport } from '@lotkeeper/contract/trust/organization-exports';
import { exportDays, exportMessages } from '@lotkeeper/contract/trust/organization-exports';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../../kernel/data/jobs.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { ExportProgress } from '../../../organization-file/write-organization.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** Exports that a page lists. */
const listedExports = 10;

/** Writes an export; an installation writes one after another. */
export const exportJob = defineJob<{ organization_id: number; export_pk: number }>(
  'export_organization',
  { waitsForOthers: true },
);

const selectExports = (sql: Sql, organizationId: number) => sql`
  select e.pk, e.state, e.created_at, p.first_name || ' ' || p.last_name as created_by, e.finished_at,
    e.expires_at, e.all_rows, e.done_rows, e.all_images, e.done_images, e.missing_images, e.bytes, e.downloads
  from organization_exports e join people p on p.pk = e.created_by
  where e.organization_id = ${organizationId}`;

/** The newest exports, newest first. */
export const listExports = (scope: OrganizationScope) =>
  scope.read<OrganizationExport[]>(
    (sql) => sql`
      ${selectExports(sql, scope.organizationId)} order by e.pk desc limit ${sql.literal(listedExports)}`,
  );

/** How many images a new export would have, and their size; those with the same bytes are one file. */
export async function countImages(scope: OrganizationScope) {
  const [row] = await scope.read<{ images: number; image_bytes: number }[]>(
    (sql) => sql`
      select count(*) as images, coalesce(sum(bytes), 0)::bigint as image_bytes
      from (select max(bytes) as bytes from images
        where organization_id = ${scope.organizationId} and kind <> 'deleted' group by file) files`,
  );
  return must(row, 'count of images');
}

const toSubject = (pk: number) =>
  ({ subject: 'export of everything', pk, name: `number ${pk}` }) as const;

/** Queues an export: one job for each. */
export const queueExport = (tx: Tx, organizationId: number, pk: number, runAt: Instant) =>
  enqueueOnce(
    tx,
    exportJob,
    { organization_id: organizationId, export_pk: pk },
    { key: `export ${organizationId} ${pk}`, runAt },
  );

/** Asks for an export; refused while another one isn't done. */
export function insertExport(scope: OrganizationScope, now: Instant): Promise<OrganizationExport> {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    const [inserted] = await tx<{ pk: number }[]>`
      insert into organization_exports (organization_id, created_by, created_at)
      values (${organizationId}, ${person.pk}, ${now})
      on conflict (organization_id) where state in ('waiting', 'running') do nothing returning pk`;
    if (!inserted) throw new Refusal('conflict', exportMessages.isRunning);
    const { pk } = inserted;
    await recordAuditEntry(tx, scope, now, { act: 'create', ...toSubject(pk) });
    await queueExport(tx, organizationId, pk, now);
    const [row] = await tx<OrganizationExport[]>`
      ${selectExports(tx, organizationId)} and e.pk = ${pk}`;
    return must(row, 'export');
  });
}

/** Records that somebody downloads an export; returns its file, or null when there is none. */
export function noteDownload(
  scope: OrganizationScope,
  pk: number,
  now: Instant,
): Promise<string | null> {
  return scope.write(async (tx) => {
    const [row] = await tx<{ file: string }[]>`
      update organization_exports set downloads = downloads + 1
      where organization_id = ${scope.organizationId} and pk = ${pk} and state = 'done' and expires_at > ${now}
      returning file`;
    if (!row) return null;
    await recordAuditEntry(tx, scope, now, { act: 'export', ...toSubject(pk) });
    return row.file;
  });
}

interface StartedExport {
  /** The file of a try that ended before it was done. */
  earlier_file: string | null;
}

/** Starts writing an export into a file; null when it's over. */
export async function startExport(
  sql: Sql,
  organizationId: number,
  pk: number,
  { file, now }: { file: string; now: Instant },
): Promise<StartedExport | null> {
  const [row] = await sql<StartedExport[]>`
    update organization_exports e set state = 'running', started_at = ${now}, file = ${file},
      done_rows = 0, done_images = 0, missing_images = 0, bytes = 0
    from (select pk, file from organization_exports
      where organization_id = ${organizationId} and pk = ${pk} for update) before
    where e.organization_id = ${organizationId} and e.pk = before.pk and e.state in ('waiting', 'running')
    returning before.file as earlier_file`;
  return row ?? null;
}

/** Stores how far an export is. */
export const storeProgress = (
  sql: Sql,
  organizationId: number,
  pk: number,
  { progress, bytes }: { progress: ExportProgress; bytes: number },
) => sql`
  update organization_exports set all_rows = ${progress.allRows}, done_rows = ${progress.rows},
    all_images = ${progress.allImages}, done_images = ${progress.images},
    missing_images = ${progress.missingImages}, bytes = ${bytes}
  where organization_id = ${organizationId} and pk = ${pk} and state = 'running'`;

/** Marks an export as done, or as failed. */
export const finishExport = (
  sql: Sql,
  organizationId: number,
  pk: number,
  { state, now }: { state: 'done' | 'failed'; now: Instant },
) => sql`
  update organization_exports set state = ${state}, finished_at = ${now},
    expires_at = ${state === 'done' ? instant(now + exportDays * dayMs) : null}
  where organization_id = ${organizationId} and pk = ${pk} and state = 'running'`;

interface ExportFile {
  organization_id: number;
  pk: number;
  file: string;
}

/** Exports that are over and still have a file, of all organizations. */
export const listExpired = (sql: Sql, now: Instant) => sql<ExportFile[]>`
  select organization_id, pk, file from organization_exports
  where file is not null and (state = 'failed' or (state = 'done' and expires_at <= ${now})) order by pk`;

/** Records that the file of an export is removed. */
export const forgetFile = (sql: Sql, { organization_id, pk }: ExportFile) => sql`
  update organization_exports set file = null, state = case when state = 'done' then 'removed' else state end
  where organization_id = ${organization_id} and pk = ${pk}`;

/** Exports that aren't over, of all organizations. */
export const listUnfinishedExports = (sql: Sql) => sql<{ organization_id: number; pk: number }[]>`
  select organization_id, pk from organization_exports where state in ('waiting', 'running') order by pk`;
