import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../../../kernel/data/database.ts';

/**
 * The time zones of each organization's properties; organizations without properties are absent. A query of its own
 * (joins, not look-ups: `nodes.ts`).
 */
export async function readZones(sql: Sql): Promise<ReadonlyMap<number, TimeZone[]>> {
  const spots = await sql<{ organization_id: number; timezone: TimeZone }[]>`
    select distinct organization_id, timezone from spots`;
  const zones = new Map<number, TimeZone[]>();
  for (const { organization_id, timezone } of spots)
    zones.set(organization_id, [...(zones.get(organization_id) ?? []), timezone]);
  return zones;
}
