import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Tx } from '../../kernel/data/database.ts';
import { forgetAlertChoices } from '../platform/alert-choices.ts';
import { recordAuditEntry } from '../trust/audit-entries.ts';

/** An organization, and who acts there. */
interface Author {
  organizationId: number;
  person: { pk: number };
}

/**
 * Ends what somebody made for others to open, and was invited to, once their role is another and nobody has opened it: an
 * invitation would bring them back with their previous role, and a kiosk would take the PIN that they chose.
 */
export async function endUnopened(
  tx: Tx,
  author: Author,
  personPk: number,
  now: Instant,
): Promise<void> {
  const ended = await tx<{ pk: number }[]>`
    update invitations set removed_at = ${now}, ticket_sealed = null
    where organization_id = ${author.organizationId} and accepted_at is null and removed_at is null
      and (invited_by = ${personPk} or lower(email) = (select lower(email) from people where pk = ${personPk}))
    returning pk`;
  for (const { pk } of ended)
    await recordAuditEntry(tx, author, now, { act: 'withdraw', subject: 'invitation', pk });
  const kiosks = await tx<{ pk: number }[]>`
    update kiosks set ended_at = ${now}
    where organization_id = ${author.organizationId} and created_by = ${personPk}
      and token_hash is null and ended_at is null
    returning pk`;
  for (const { pk } of kiosks)
    await recordAuditEntry(tx, author, now, { act: 'remove', subject: 'kiosk', pk });
}

/**
 * Deletes what was a person's own in an organization when they leave: their open invitations, what they chose of its
 * alerts and letters, and their calendar links, which would open again if they came back.
 */
export async function forgetMember(
  tx: Tx,
  author: Author,
  personPk: number,
  now: Instant,
): Promise<void> {
  const { organizationId } = author;
  await endUnopened(tx, author, personPk, now);
  await tx`
    delete from calendar_feeds where organization_id = ${organizationId} and person_pk = ${personPk}`;
  await tx`
    delete from letter_choices where organization_id = ${organizationId} and person_pk = ${personPk}`;
  await forgetAlertChoices(tx, organizationId, personPk);
}
