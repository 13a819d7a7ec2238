import { testSource } from '@lotkeeper/contract/intake/api-keys';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { undoHistory } from '../../../records/money/undone-history.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** Rentals of sample calls without money: what was paid stays in the ledger. */
const selectTestRentals = (sql: Sql, organizationId: number) => sql<{ pk: number }[]>`
  select r.pk from rentals r
  where r.organization_id = ${organizationId} and r.source = ${testSource} and r.removed_at is null
    and not exists (select from ledger_entries e
      where e.organization_id = r.organization_id and e.rental_pk = r.pk and (e.gross <> 0 or e.refund <> 0))
  order by r.pk`;

export const countTestRentals = async (scope: OrganizationScope): Promise<number> =>
  (await scope.read((sql) => selectTestRentals(sql, scope.organizationId))).length;

/** Takes back the rentals of sample calls; returns how many stay, since something else refers to them. */
export const undoTestRentals = (scope: OrganizationScope, now: Instant): Promise<number> =>
  withRecorder(scope, async (recorder) => {
    const { tx, organizationId } = recorder;
    const found = await tx<{ pk: number }[]>`
      ${selectTestRentals(tx, organizationId)} for update of r`;
    const rentals = found.map(({ pk }) => pk);
    const left = await undoHistory(recorder, { entries: [], rentals, source: testSource }, now);
    for (const pk of left < rentals.length ? rentals : [])
      await recordAuditEntry(tx, scope, now, { act: 'remove', subject: 'rental', pk });
    return left;
  });
