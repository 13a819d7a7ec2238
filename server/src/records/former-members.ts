import type { Tx } from '../kernel/data/database.ts';
import { forgetAlertChoices } from './alert-choices.ts';

/**
 * Deletes what was a person's own in an organization when they leave: what they chose of its alerts and letters, and
 * their calendar links, which would open again if they came back.
 */
export async function forgetMember(
  tx: Tx,
  organizationId: number,
  personPk: number,
): Promise<void> {
  await tx`
    delete from calendar_feeds where organization_id = ${organizationId} and person_pk = ${personPk}`;
  await tx`
    delete from letter_choices where organization_id = ${organizationId} and person_pk = ${personPk}`;
  await forgetAlertChoices(tx, organizationId, personPk);
}
