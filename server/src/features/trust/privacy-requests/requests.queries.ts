import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { FoundClass, RequestKind } from '@lotkeeper/contract/trust/privacy-classes';
import { foundClasses, openRequestDays } from '@lotkeeper/contract/trust/privacy-classes';
import type { PrivacyRequest } from '@lotkeeper/contract/trust/privacy-requests';
import { requestPageSize } from '@lotkeeper/contract/trust/privacy-requests';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../../kernel/data/jobs.ts';
import { must } from '../../../kernel/must.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { Subject } from './subject.rules.ts';
import { maskSubject } from './subject.rules.ts';

interface RequestRow extends Omit<PrivacyRequest, 'erased'> {
  erased: Partial<Record<FoundClass, number>>;
  subject_sealed: Buffer | null;
}

const selectRequests = (sql: Sql, organizationId: number) => sql`
  select r.pk, r.kind, r.hint, r.plate_state, r.state, r.created_at,
    p.first_name || ' ' || p.last_name as created_by, r.exported_at, r.confirmed_at,
    (select q.first_name || ' ' || q.last_name from people q where q.pk = r.confirmed_by) as confirmed_by,
    r.finished_at, r.erased, r.remaining, r.subject_sealed
  from privacy_requests r join people p on p.pk = r.created_by
  where r.organization_id = ${organizationId}`;

/** A request on the wire, without its subject. */
export function toPrivacyRequest(row: RequestRow): PrivacyRequest {
  const { pk, kind, hint, plate_state, state, created_at, created_by, exported_at } = row;
  const { confirmed_at, confirmed_by, finished_at, remaining } = row;
  const beginning = { pk, kind, hint, plate_state, state, created_at, created_by, exported_at };
  const erased = foundClasses.flatMap((name) => {
    const count = row.erased[name];
    return count ? [{ class: name, count }] : [];
  });
  return { ...beginning, confirmed_at, confirmed_by, finished_at, erased, remaining };
}

/** A request; null when the organization has none with this number. */
export async function readRequest(
  scope: OrganizationScope,
  pk: number,
): Promise<RequestRow | null> {
  const [row] = await scope.read<RequestRow[]>(
    (sql) => sql`${selectRequests(sql, scope.organizationId)} and r.pk = ${pk}`,
  );
  return row ?? null;
}

/** A page of requests, newest first. */
export async function listRequestRows(scope: OrganizationScope, page: number) {
  const { organizationId } = scope;
  const rows = await scope.read<RequestRow[]>(
    (sql) => sql`
      ${selectRequests(sql, organizationId)} order by r.pk desc
      limit ${sql.literal(requestPageSize)} offset ${(page - 1) * requestPageSize}`,
  );
  const [total] = await scope.read<{ count: number }[]>(
    (sql) => sql`
      select count(*) as count from privacy_requests where organization_id = ${organizationId}`,
  );
  return { results: rows.map(toPrivacyRequest), count: must(total, 'count').count };
}

/** Decrypts the subject of a request; null when that is no longer possible. */
export function openSubject(
  secretBox: SecretBox,
  {
    kind,
    plate_state,
    subject_sealed,
  }: Pick<RequestRow, 'plate_state' | 'subject_sealed'> & {
    kind: RequestKind;
  },
): Subject | null {
  if (!subject_sealed) return null;
  try {
    return { kind, key: secretBox.open(subject_sealed), state: plate_state };
  } catch {
    // Encrypted with another secret key.
    return null;
  }
}

const toSubject = (pk: number, hint: string) =>
  ({ subject: 'privacy request', pk, name: `about ${hint}` }) as const;

/** Opens a request. The audit log has the masked plate, and so has the request. */
export function insertRequest(
  scope: OrganizationScope,
  { subject, secretBox }: { subject: Subject; secretBox: SecretBox },
  now: Instant,
): Promise<PrivacyRequest> {
  const { organizationId, person } = scope;
  const hint = maskSubject(subject);
  return scope.write(async (tx) => {
    const row = {
      organization_id: organizationId,
      kind: subject.kind,
      hint,
      plate_state: subject.state,
      subject_sealed: secretBox.seal(subject.key),
      created_by: person.pk,
      created_at: now,
    };
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into privacy_requests ${tx.values(row)} returning pk`;
    await recordAuditEntry(tx, scope, now, { act: 'create', ...toSubject(pk, hint) });
    return readInside(tx, organizationId, pk);
  });
}

async function readInside(tx: Tx, organizationId: number, pk: number): Promise<PrivacyRequest> {
  const [row] = await tx<RequestRow[]>`${selectRequests(tx, organizationId)} and r.pk = ${pk}`;
  return toPrivacyRequest(must(row, 'privacy request'));
}

/** Records that a request was exported. */
export async function noteExport(
  scope: OrganizationScope,
  { pk, hint }: { pk: number; hint: string },
  now: Instant,
): Promise<void> {
  await scope.write(async (tx) => {
    await tx`
      update privacy_requests set exported_at = ${now}
      where organization_id = ${scope.organizationId} and pk = ${pk}`;
    await recordAuditEntry(tx, scope, now, { act: 'export', ...toSubject(pk, hint) });
  });
}

/** Erases an organization's data about a driver who asked for it; queues itself when more is left. */
export const erasureJob = defineJob<{ organization_id: number; request_pk: number }>(
  'erase_driver',
);

/** Queues the erasure of a request: one job per request. */
export async function queueErasure(
  tx: Tx,
  organizationId: number,
  pk: number,
  now: Instant,
): Promise<void> {
  const payload = { organization_id: organizationId, request_pk: pk };
  await enqueueOnce(tx, erasureJob, payload, {
    key: `erase ${organizationId} ${pk}`,
    runAt: now,
  });
}

/** Starts erasing, once; false when the request isn't open anymore. */
export function confirmRequest(
  scope: OrganizationScope,
  { pk, hint }: { pk: number; hint: string },
  now: Instant,
): Promise<PrivacyRequest> {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    const confirmed = await tx`
      update privacy_requests set state = 'waiting', confirmed_by = ${person.pk}, confirmed_at = ${now}
      where organization_id = ${organizationId} and pk = ${pk} and state = 'open' returning pk`;
    if (confirmed.length > 0) {
      const entry = { act: 'change', ...toSubject(pk, hint), after: { erase: true } } as const;
      await recordAuditEntry(tx, scope, now, entry);
      await queueErasure(tx, organizationId, pk, now);
    }
    return readInside(tx, organizationId, pk);
  });
}

/** Clears the subjects of requests that weren't erased in time. */
export const expireRequests = (sql: Sql, now: Instant) => sql`
  update privacy_requests set state = 'expired', subject_sealed = null
  where state = 'open' and subject_sealed is not null
    and created_at < ${instant(now - openRequestDays * dayMs)}`;

/** Requests that are being erased, of all organizations. */
export const listUnfinished = (sql: Sql) => sql<{ organization_id: number; pk: number }[]>`
  select organization_id, pk from privacy_requests
  where subject_sealed is not null and state in ('waiting', 'running') order by organization_id, pk`;
