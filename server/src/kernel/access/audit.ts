import type { AuditAct } from '@lotkeeper/contract/audit-entries';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Tx } from '../data/database.ts';

/** What a person did: `subject` names the thing as in 'property 12'; before and after hold what changed of it. */
export interface Act {
  organization: number;
  /** pk of who did it. */
  person: number;
  act: AuditAct;
  subject: string;
  /** pk of the property whose prices it changed; its timeline shows the entry. */
  pricesOf?: number;
  before?: object;
  after?: object;
}

/** Writes an act down in the transaction that does it, so that there is never one without the other. */
export async function recordAct(tx: Tx, entry: Act, now: Instant): Promise<void> {
  const { organization, person, act, subject, pricesOf, before, after } = entry;
  await tx`
    insert into audit_entries (organization_id, person_pk, act, subject, spot_pk, before, after, happened_at)
    values (${organization}, ${person}, ${act}, ${subject}, ${pricesOf ?? null},
      ${before ? tx.json(before) : null}, ${after ? tx.json(after) : null}, ${now})`;
}
