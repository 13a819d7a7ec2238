import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { WebhookType } from '@lotkeeper/contract/platform/webhook-payloads';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { writePayload } from '../../../records/platform/webhook-events.ts';

/** A delivery that has no payload yet. */
export interface UnwrittenDelivery {
  id: string;
  type: WebhookType;
  record_pk: number;
  recorded_at: Instant;
}

interface Asked {
  organizationId: number;
  pks: readonly number[];
}

type Row = { pk: number } & Record<string, unknown>;

/** Times are ISO 8601 in payloads; SQL converts none. */
const withIsoTimes = (row: Row, times: readonly string[]): Row => {
  const entries = times.map((name) => {
    const time = row[name] as Instant | null;
    return [name, time === null ? null : toIso(time)] as const;
  });
  return { ...row, ...Object.fromEntries(entries) };
};

const selectRentals = (sql: Sql, { organizationId, pks }: Asked): Fragment => sql`
  select r.pk, r.uuid, r.spot_pk as spot, r.source, r.external_id, r.rental_type, r.start_date, r.end_date,
    r.ended_at, r.price_monthly, r.paid,
    case when c.pk is not null then json_build_object('plate', c.plate, 'state', c.state, 'country', c.country) end
      as car
  from live_rentals r left join cars c on c.organization_id = ${organizationId} and c.pk = r.car_pk
  where r.organization_id = ${organizationId} and r.pk = any (${pks}::bigint[])`;

const selectEntries = (sql: Sql, { organizationId, pks }: Asked): Fragment => sql`
  select pk, kind, spot_pk as spot, source, external_id, rental_pk as rental, violation_pk as violation, occurred_at,
    gross + refund as amount, abs(tax) as tax, processing_fee
  from ledger_entries where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;

const selectVisits = (sql: Sql, { organizationId, pks }: Asked): Fragment => sql`
  select pk, spot_pk as spot, source, external_id, plate, state, entrance_at, exit_at, decided, status, outcome,
    rental_pk as rental
  from visits where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;

const selectViolations = (sql: Sql, { organizationId, pks }: Asked): Fragment => sql`
  select pk, uuid, spot_pk as spot, code, plate, state, status, amount, created_at, visit_pk as visit
  from violations where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;

const selectPayouts = (sql: Sql, { organizationId, pks }: Asked): Fragment => sql`
  select pk, external_id, period, amount, state, reason, statement_descriptor, settled_at
  from payout_orders where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;

const topics: Record<
  string,
  { select: (sql: Sql, question: Asked) => Fragment; times: readonly string[] }
> = {
  rental: { select: selectRentals, times: ['start_date', 'end_date', 'ended_at'] },
  payment: { select: selectEntries, times: ['occurred_at'] },
  refund: { select: selectEntries, times: ['occurred_at'] },
  visit: { select: selectVisits, times: ['entrance_at', 'exit_at'] },
  violation: { select: selectViolations, times: ['created_at'] },
  payout: { select: selectPayouts, times: ['settled_at'] },
};

const readTopic = (type: string) => type.split('.')[0] ?? '';

/** Writes the payloads of deliveries, by their ids. One whose record was deleted meanwhile has none. */
export async function renderPayloads(
  sql: Sql,
  organizationId: number,
  deliveries: readonly UnwrittenDelivery[],
): Promise<Map<string, string>> {
  const payloads = new Map<string, string>();
  for (const [topic, same = []] of Object.entries(
    Object.groupBy(deliveries, ({ type }) => readTopic(type)),
  )) {
    const { select, times } = topics[topic] ?? {};
    if (!select || !times) continue;
    const question = { organizationId, pks: same.map(({ record_pk }) => record_pk) };
    const rows = await sql<Row[]>`${select(sql, question)}`;
    const byPk = new Map(rows.map((row) => [row.pk, row]));
    for (const { id, type, record_pk, recorded_at } of same) {
      const row = byPk.get(record_pk);
      if (!row) continue;
      const data = withIsoTimes(row, times);
      payloads.set(
        id,
        writePayload({ type, timestamp: recorded_at, organization: organizationId, data }),
      );
    }
  }
  return payloads;
}
