import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { RateCurve } from '@lotkeeper/contract/operations/rate-curves';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** By default, a rate of $4 an hour since the beginning of 2026. */
export async function makeRate(
  sql: Sql,
  spot: Pick<TestSpot, 'pk' | 'organization'>,
  of: {
    pk?: number;
    name?: string;
    price?: number;
    starts_at?: Instant;
    priority?: number;
    curve?: RateCurve;
    interval?: string;
  } = {},
): Promise<number> {
  const { curve = { kind: 'static' }, ...more } = of;
  const row = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    name: 'Hourly',
    price: 400,
    unit: 'hour',
    starts_at: fromIso('2026-01-01T12:00:00Z'),
    pricing_model_type: curve.kind,
    curve: sql.json(curve),
    ...more,
  };
  const [made] = await sql<[{ pk: number }]>`insert into rates ${sql.values(row)} returning pk`;
  return made.pk;
}
