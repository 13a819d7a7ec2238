import type { VisitorImport } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { Refusal, refuseDuplicate } from '../../../kernel/refusal.ts';
import { readGrants } from '../../../records/operations/visitor-grants.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import {
  keptUntil,
  queueImport,
  rememberChoice,
  takeUpload,
  toImportRow,
} from '../files/public.ts';
import type { FileInspection } from './inspect-visitors.ts';
import { visitorFiles } from './visitor-files.ts';

const fieldError = (field: string, message: string) =>
  new Refusal('invalid_fields', message, { [field]: message });

/**
 * The property's active code with this spelling, ignoring case, and what it grants now; refuses one that grants
 * nothing.
 */
async function codeAndGrant(tx: Tx, scope: SpotScope, code: string, now: Instant) {
  const { organizationId, spotPk } = scope;
  const [found] = await tx<{ pk: number; code: string }[]>`
    select pk, code from visitor_codes
    where organization_id = ${organizationId} and spot_pk = ${spotPk}
      and upper(code) = ${code.toUpperCase()} and deleted_at is null`;
  const recorder = await openRecorder(tx, organizationId);
  const grants = found && (await readGrants(recorder, spotPk, [found.pk], now));
  const [grant] = grants ?? [];
  if (!found || !grant) throw fieldError('code', csvMessages.code);
  return { found, grant };
}

/** Starts an import: stores its task and queues it, in one transaction. */
export function insertImport(
  scope: SpotScope,
  input: { code: string; file_name: string; file: string; inspection: FileInspection },
  now: Instant,
): Promise<void> {
  const { organizationId: organization_id, spotPk: spot_pk, person } = scope;
  const { code, inspection, ...file } = input;
  const written = scope.write(async (tx) => {
    await takeUpload(tx, input.file, person);
    const { found, grant } = await codeAndGrant(tx, scope, code, now);
    const row = {
      organization_id,
      spot_pk,
      person_pk: person.pk,
      code_pk: found.pk,
      grant_kind: grant.kind,
      grant_ends_at: grant.ends_at,
      ...toImportRow(inspection, file, now),
      // Releases before 0.2.0 need it.
      line_break: '\n',
      fields: inspection.fields,
    };
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into visitor_imports ${tx.values(row)} returning pk`;
    const after = { file: input.file_name, code: found.code };
    await recordAuditEntry(tx, scope, now, { act: 'create', subject: 'visitor upload', pk, after });
    await rememberChoice(tx, scope, 'visitors', inspection);
    await queueImport(tx, visitorFiles, { organization_id, import_pk: pk }, now);
  });
  const secondFile = new Refusal('conflict', csvMessages.busy);
  return refuseDuplicate(written, secondFile, 'visitor_imports_running');
}

export type ImportRow = Omit<VisitorImport, 'started_at' | 'finished_at' | 'refused_rows_until'> & {
  text_bytes: number;
  done_bytes: number;
  started_at: Instant;
  finished_at: Instant | null;
  /** Until when the refused rows are kept; null without any, or once they're deleted. */
  refused_rows_until: Instant | null;
};

/** Refused rows whose reasons are on the page; the others are in the file of refused rows. */
const shownProblems = 5;

/** The property's newest import, with the reasons of its first refused rows. */
export async function readNewestImport(scope: SpotScope, now: Instant): Promise<ImportRow | null> {
  const [row] = await scope.read<(ImportRow & { keeps_refused: boolean })[]>(
    (sql) => sql`
      select i.pk, i.state, i.file_name as file, i.encoding, c.code, i.added, i.updated, i.refused, i.text_bytes,
        i.done_bytes, i.started_at, i.finished_at, i.keeps_refused, (
          select coalesce(json_agg(r order by r.line), '[]') from (
            select line, reason from refused_visitor_rows
            where organization_id = ${scope.organizationId} and import_pk = i.pk
            order by line limit ${sql.literal(shownProblems)}) r) as problems
      from visitor_imports i
      join visitor_codes c on c.organization_id = i.organization_id and c.pk = i.code_pk
      where i.organization_id = ${scope.organizationId} and i.spot_pk = ${scope.spotPk}
      order by i.pk desc limit 1`,
  );
  if (!row) return null;
  const { keeps_refused, ...rest } = row;
  const until = row.finished_at === null ? null : keptUntil(row.finished_at);
  const hasRefusedRows = keeps_refused && row.refused > 0 && until !== null && until > now;
  const problems = hasRefusedRows ? row.problems : [];
  return { ...rest, problems, refused_rows_until: hasRefusedRows ? until : null };
}
