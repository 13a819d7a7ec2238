import type { Tx } from '../../kernel/data/database.ts';

/** Deletes which alerts a person chose and muted in an organization, and what they were to get, when they leave. */
export async function forgetAlertChoices(
  tx: Tx,
  organizationId: number,
  personPk: number,
): Promise<void> {
  await tx`
    delete from alert_choices where organization_id = ${organizationId} and person_pk = ${personPk}`;
  await tx`
    delete from alert_notices where organization_id = ${organizationId} and person_pk = ${personPk}`;
  await tx`
    delete from alert_mutes where organization_id = ${organizationId} and person_pk = ${personPk}`;
}
