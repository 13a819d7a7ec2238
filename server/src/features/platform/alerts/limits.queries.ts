import type { AlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import { defaultAlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import type { Sql } from '../../../kernel/data/database.ts';

/** The limits of a property: its own, or those of its organization, or the default ones. */
export type FindLimits = (organizationId: number, spotPk: number) => AlertLimits;

/** Reads the limits of all properties, for detectors. */
export async function readAlertLimits(sql: Sql): Promise<FindLimits> {
  const rows = await sql<(AlertLimits & { organization_id: number; spot_pk: number | null })[]>`
    select organization_id, spot_pk, occupancy_percent, unexplained_cars from alert_settings`;
  const limits = new Map<string, AlertLimits>(
    rows.map(({ organization_id, spot_pk, occupancy_percent, unexplained_cars }) => [
      `${organization_id} ${spot_pk}`,
      { occupancy_percent, unexplained_cars },
    ]),
  );
  return (organizationId, spotPk) =>
    limits.get(`${organizationId} ${spotPk}`) ??
    limits.get(`${organizationId} null`) ??
    defaultAlertLimits;
}
