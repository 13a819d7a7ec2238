import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../kernel/access/scope.ts';
import type { Tx } from '../../kernel/data/database.ts';
import { requireFound } from '../../kernel/refusal.ts';
import { recordAuditEntry } from './audit-entries.ts';

/** Revokes a link; returns who it was for, and whether it was in use, or nothing if there is none. */
async function markRevoked(
  tx: Tx,
  organizationId: number,
  { link, now }: { link: number; now: Instant },
) {
  const [row] = await tx<{ auditor: string; was_in_use: boolean }[]>`
    with before as (
      select pk, auditor, revoked_at is null as was_in_use from auditor_links
      where organization_id = ${organizationId} and pk = ${link} for update),
    revoked as (
      update auditor_links l set revoked_at = ${now} from before b
      where l.organization_id = ${organizationId} and l.pk = b.pk and b.was_in_use)
    select auditor, was_in_use from before`;
  return row;
}

/** Revokes a link, with an audit entry; returns whether it was in use. */
export async function endAuditorLink(
  tx: Tx,
  scope: OrganizationScope,
  link: number,
  now: Instant,
): Promise<boolean> {
  const found = requireFound(
    await markRevoked(tx, scope.organizationId, { link, now }),
    'auditor link',
  );
  if (found.was_in_use) {
    const entry = {
      act: 'revoke',
      subject: 'auditor link',
      pk: link,
      name: found.auditor,
    } as const;
    await recordAuditEntry(tx, scope, now, entry);
  }
  return found.was_in_use;
}
