import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { PlayedMonth, TruthStage } from '../../../server/src/testing/truth/play-month.ts';

interface Charge {
  pk: number;
  /** Since when it was owed, the grace minutes included. */
  since: Instant;
}

/** Notes how long after the grace minutes charges and violations were made, in milliseconds by organization. */
export function watchCharges({ database, clock }: TruthStage): {
  look: (played: PlayedMonth) => Promise<void>;
  delays: ReadonlyMap<number, number[]>;
} {
  const sql = database.system;
  const delays = new Map<number, number[]>();
  const seen = { violations: 0, rentals: 0 };
  const note = async (table: keyof typeof seen) => {
    const rows = await sql<(Charge & { organization_id: number })[]>`
      select pk, organization_id, ${
        table === 'violations'
          ? sql`created_at`
          : sql`start_date + (select grace_minutes from spots s where s.pk = spot_pk) * interval '1 minute'`
      } as since
      from ${sql.unsafe(table)} where source = 'enforcement' and pk > ${seen[table]}`;
    for (const { organization_id, pk, since } of rows) {
      seen[table] = Math.max(seen[table], pk);
      delays.set(organization_id, [...(delays.get(organization_id) ?? []), clock() - since]);
    }
  };
  let first: PlayedMonth | null = null;
  // One look-up for all organizations.
  const look = async (played: PlayedMonth) => {
    first ??= played;
    if (played !== first) return;
    await note('violations');
    await note('rentals');
  };
  return { look, delays };
}
