import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { ExperimentDay, RateSettings } from '@lotkeeper/contract/operations/rates';
import type { AuditAct } from '@lotkeeper/contract/trust/audit-entries';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** A stored rate. */
export interface RateRow extends Omit<RateSettings, 'start_date' | 'end_date'> {
  pk: number;
  price: Cents;
  starts_at: Instant;
  ends_at: Instant | null;
}

const columns = (sql: Sql) => sql`
  pk, name, curve, unit, price, dynamic_daily_max, interval, priority, starts_at, ends_at`;

/** The property's rates that may apply within a span of time, highest priority first. */
export const listRateRows = (scope: SpotScope, from: Instant, until: Instant) =>
  scope.read<RateRow[]>(
    (sql) => sql`
      select ${columns(sql)} from rates
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and starts_at < ${until} and (ends_at is null or ends_at > ${from})
      order by priority desc, (unit = 'hour') desc, starts_at desc, pk`,
  );

/** An experiment with the prices of its segments. */
export interface ExperimentRow extends Pick<ExperimentDay, 'pk' | 'name' | 'segments'> {
  starts_at: Instant;
  ends_at: Instant | null;
}

/** The experiments active within a span of time. */
export const listExperimentRows = (scope: SpotScope, from: Instant, until: Instant) =>
  scope.read<ExperimentRow[]>(
    (sql) => sql`
      select e.pk, e.name, e.starts_at, e.ends_at, (
        select coalesce(json_agg(json_build_object('uuid', s.uuid, 'name', s.name,
          'percentage', s.percentage, 'rates', json_build_array(json_build_object(
            'id', s.pk, 'name', s.name, 'price', s.price, 'unit', s.unit))) order by s.pk), '[]')
        from rate_experiment_segments s
        where s.organization_id = ${scope.organizationId} and s.experiment_pk = e.pk) as segments
      from rate_experiments e
      where e.organization_id = ${scope.organizationId} and e.spot_pk = ${scope.spotPk}
        and e.starts_at < ${until} and (e.ends_at is null or e.ends_at > ${from})
      order by e.starts_at, e.pk`,
  );

/** A rate to change; null when it doesn't exist. */
export async function lockRate(tx: Tx, scope: SpotScope, pk: number): Promise<RateRow | null> {
  const [row] = await tx<RateRow[]>`
    select ${columns(tx)} from rates
    where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk} and pk = ${pk}
    for update`;
  return row ?? null;
}

const cells = (tx: Tx, { curve, ...row }: Omit<RateRow, 'pk'>) => ({
  ...row,
  curve: tx.json(curve),
  pricing_model_type: curve.kind,
});

/** Inserts a rate, and returns its pk. */
export async function insertRate(
  tx: Tx,
  { organizationId, spotPk }: SpotScope,
  rate: Omit<RateRow, 'pk'>,
): Promise<number> {
  const row = { organization_id: organizationId, spot_pk: spotPk, ...cells(tx, rate) };
  const [{ pk }] = await tx<[{ pk: number }]>`insert into rates ${tx.values(row)} returning pk`;
  return pk;
}

/** Updates all fields of a rate. */
export const updateRateRow = (
  tx: Tx,
  scope: SpotScope,
  pk: number,
  rate: Omit<RateRow, 'pk'>,
) => tx`
  update rates set ${tx.assignments(cells(tx, rate))} where organization_id = ${scope.organizationId} and pk = ${pk}`;

export const deleteRateRow = (tx: Tx, scope: SpotScope, pk: number) => tx`
  delete from rates where organization_id = ${scope.organizationId} and pk = ${pk}`;

export function recordRateChange(
  tx: Tx,
  scope: SpotScope,
  now: Instant,
  change: { act: AuditAct; pk: number; before?: RateSettings; after?: RateSettings },
): Promise<void> {
  const { name } = change.after ?? change.before ?? { name: '' };
  const pricesOf = scope.spotPk;
  return recordAuditEntry(tx, scope, now, { ...change, subject: 'rate', name, pricesOf });
}
