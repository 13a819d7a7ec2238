import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { AlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import {
  alertLimitMessages,
  defaultAlertLimits,
  getAlertLimits,
  saveAlertLimits,
} from '@lotkeeper/contract/platform/alert-limits';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { wrongFields } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import { findChanges, recordAuditEntry } from '../../../records/trust/audit-entries.ts';

interface LimitsRow extends AlertLimits {
  spot_pk: number | null;
  name: string | null;
}

const pickLimits = ({ occupancy_percent, unexplained_cars }: AlertLimits): AlertLimits => ({
  occupancy_percent,
  unexplained_cars,
});

/** The limits of the organization, and the properties with their own. */
async function readLimits(scope: OrganizationScope) {
  const rows = await scope.read<LimitsRow[]>(
    (sql) => sql`
      select l.spot_pk, s.name, l.occupancy_percent, l.unexplained_cars
      from alert_settings l
      left join spots s on s.organization_id = ${scope.organizationId} and s.pk = l.spot_pk
      where l.organization_id = ${scope.organizationId}
      order by lower(s.name), l.spot_pk`,
  );
  const own = rows.find(({ spot_pk }) => spot_pk === null);
  return {
    organization: pickLimits(own ?? defaultAlertLimits),
    spots: rows.flatMap(({ spot_pk, name, ...limits }) =>
      spot_pk === null ? [] : [{ pk: spot_pk, name: name ?? '', limits }],
    ),
  };
}

async function storeLimits(
  tx: Tx,
  organizationId: number,
  spot: number | null,
  limits: AlertLimits | null,
): Promise<void> {
  await tx`
    delete from alert_settings
    where organization_id = ${organizationId} and spot_pk is not distinct from ${spot}::bigint`;
  if (!limits) return;
  const row = { organization_id: organizationId, spot_pk: spot, ...limits };
  await tx`insert into alert_settings ${tx.values(row)}`;
}

/** Sets limits, with an audit entry if that changes any. */
async function changeLimits(
  scope: OrganizationScope,
  { spot, limits, shown }: BodyOf<typeof saveAlertLimits>,
  now: Instant,
): Promise<void> {
  const { organizationId } = scope;
  await scope.write(async (tx) => {
    // Two Admins who save at once do so one after the other.
    await tx`select pk from organizations where pk = ${organizationId} for no key update`;
    const [property] = await tx<{ name: string }[]>`
      select name from spots where organization_id = ${organizationId} and pk = ${spot}`;
    if (spot !== null && !property) throw wrongFields({ spot: alertLimitMessages.unknownProperty });
    const rows = await tx<LimitsRow[]>`
      select spot_pk, null::text as name, occupancy_percent, unexplained_cars from alert_settings
      where organization_id = ${organizationId} and (spot_pk is null or spot_pk = ${spot})`;
    const general = rows.find(({ spot_pk }) => spot_pk === null) ?? defaultAlertLimits;
    const before = spot === null ? general : rows.find(({ spot_pk }) => spot_pk === spot);
    const after = limits ?? (spot === null ? defaultAlertLimits : general);
    const subject = { subject: 'alert limits', ...(spot === null ? {} : { pk: spot }) } as const;
    const current = pickLimits(before ?? general);
    await requireShown(tx, scope, shown, current, { pk: null, ...subject });
    await storeLimits(tx, organizationId, spot, limits);
    const changes = findChanges(current, after);
    if (!changes) return;
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      ...subject,
      name: property?.name,
      ...changes,
    });
  });
}

/** From when on alerts open. */
export function alertLimitsRoutes(serve: Serve): void {
  serve(getAlertLimits, ({ scope }) => readLimits(scope));

  serve(saveAlertLimits, async ({ scope, body, now }) => {
    await changeLimits(scope, body, now);
    return readLimits(scope);
  });
}
