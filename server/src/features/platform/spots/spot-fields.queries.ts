import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { createSpot, SpotFields, updateSpot } from '@lotkeeper/contract/platform/spot-fields';
import { spotPrices } from '@lotkeeper/contract/platform/spots';
import type { OrganizationScope, SpotScope } from '../../../kernel/access/scope.ts';
import { notifySpotChange } from '../../../kernel/access/spot-directory.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { requireShown } from '../../../records/shown.ts';
import { findChanges, recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** Creates a property of the scope's organization and writes an audit entry. */
export function insertSpot(
  scope: OrganizationScope,
  fields: Omit<BodyOf<typeof createSpot>, 'organization'>,
  now: Instant,
) {
  // Until somebody turns it on, nobody owes a penalty at a property that was just set up.
  const after = { enforcement_enabled: false, ...fields };
  return scope.write(async (tx) => {
    const [row] = await tx<[{ pk: number; uuid: string }]>`
      insert into spots ${tx.values({ organization_id: scope.organizationId, ...after })}
      returning pk, uuid`;
    await notifySpotChange(tx);
    const entry = { act: 'create', subject: 'property', pk: row.pk, after } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return row;
  });
}

const spotColumns = (sql: Sql) => sql`
  name, address_line1, city, state, timezone, classification,
  quantity, quantity_monthly, price_hourly, price_daily, price_monthly, price_flat, daily_min,
  daily_max, visibility_page_section, show_timeline, contact_info_hourly, contact_info_flat,
  contact_info_daily, enforcement_enabled, grace_minutes, penalty_amount, min_charge_confidence, second_read,
  hold_after_outage, hold_above_posted, hold_above_amount, hold_above_hours, desk_shows, desk_days,
  webflow_page_url, hidden`;

/** The fields of the scope's property; null when it was deleted meanwhile. */
export async function readSpotFields(scope: SpotScope) {
  const [row] = await scope.read<SpotFields[]>(
    (sql) => sql`
      select ${spotColumns(sql)} from spots
      where organization_id = ${scope.organizationId} and pk = ${scope.spotPk}`,
  );
  return row ? { organization: scope.organizationId, ...row } : null;
}

/** Changes the scope's property and records the values before and after; null when it was deleted meanwhile. */
export function changeSpot(
  scope: SpotScope,
  { shown, ...change }: BodyOf<typeof updateSpot>,
  now: Instant,
) {
  const { organizationId, spotPk: pk } = scope;
  return scope.write(async (tx) => {
    const [before] = await tx<SpotFields[]>`
      select ${spotColumns(tx)} from spots
      where organization_id = ${organizationId} and pk = ${pk} for update`;
    if (!before) return null;
    await requireShown(tx, scope, shown, before, { subject: 'property', pk });
    const differs = findChanges(before, change);
    if (!differs) return before;
    await tx`
      update spots set ${tx.assignments(differs.after)}
      where organization_id = ${organizationId} and pk = ${pk}`;
    await notifySpotChange(tx);
    const pricesOf = spotPrices.some((name) => name in differs.after) ? pk : undefined;
    const entry = { act: 'change', subject: 'property', pk, pricesOf, ...differs } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return { ...before, ...differs.after };
  });
}
