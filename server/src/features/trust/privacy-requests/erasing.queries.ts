import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { FoundClass, RequestKind } from '@lotkeeper/contract/trust/privacy-classes';
import { foundClasses } from '@lotkeeper/contract/trust/privacy-classes';
import type { KeptCount } from '@lotkeeper/contract/trust/privacy-requests';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { Erased } from './erase-steps.ts';

interface StartedRequest {
  kind: RequestKind;
  plate_state: string | null;
  subject_sealed: Buffer;
  organization_uuid: string;
}

/** Marks a request as being erased; null when there is nothing left to erase. */
export async function startRequest(
  sql: Sql,
  organizationId: number,
  pk: number,
): Promise<StartedRequest | null> {
  const [row] = await sql<StartedRequest[]>`
    update privacy_requests r set state = 'running'
    from organizations o
    where r.organization_id = ${organizationId} and r.pk = ${pk}
      and r.state in ('waiting', 'running') and o.pk = ${organizationId}
    returning r.kind, r.plate_state, r.subject_sealed, o.uuid as organization_uuid`;
  return row ?? null;
}

/** Adds a batch to what was erased, in its transaction. */
export async function addErased(
  tx: Tx,
  organizationId: number,
  pk: number,
  erased: Erased,
): Promise<void> {
  const [row] = await tx<{ erased: Erased }[]>`
    select erased from privacy_requests
    where organization_id = ${organizationId} and pk = ${pk} for update`;
  const sum = (name: FoundClass) => (row?.erased[name] ?? 0) + (erased[name] ?? 0);
  const counts = foundClasses.map((name) => [name, sum(name)] as const);
  const total = Object.fromEntries(counts.filter(([, count]) => count > 0));
  await tx`
    update privacy_requests set erased = ${tx.json(total)}
    where organization_id = ${organizationId} and pk = ${pk}`;
}

interface FinishedRequest {
  hint: string;
  confirmed_by: number;
  erased: Erased;
}

/** Completes a request and clears its subject; null when another run did so before. */
export async function finishRequest(
  tx: Tx,
  organizationId: number,
  pk: number,
  { remaining, now }: { remaining: readonly KeptCount[]; now: Instant },
): Promise<FinishedRequest | null> {
  const [row] = await tx<FinishedRequest[]>`
    update privacy_requests
    set state = 'done', subject_sealed = null, finished_at = ${now}, remaining = ${tx.json(remaining)}
    where organization_id = ${organizationId} and pk = ${pk} and state = 'running'
    returning hint, confirmed_by, erased`;
  return row ?? null;
}

/** Fails a request whose subject can't be read, because it was encrypted with another secret key. */
export async function failRequest(
  sql: Sql,
  organizationId: number,
  pk: number,
  now: Instant,
): Promise<void> {
  await sql`
    update privacy_requests set state = 'failed', subject_sealed = null, finished_at = ${now}
    where organization_id = ${organizationId} and pk = ${pk} and state = 'running'`;
}
