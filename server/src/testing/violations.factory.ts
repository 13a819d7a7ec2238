import { randomUUID } from 'node:crypto';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { newViolationCode } from '../features/cars/visits/violation-code.ts';
import type { ViolationInput } from '../records/cars/violations.ts';
import { recordViolations } from '../records/cars/violations.ts';
import { recording } from './rentals.factory.ts';
import type { TestApp } from './test-app.ts';

/** By default, an open violation of ABC 123 over $55 at a property. */
export async function makeViolation(
  sql: TestApp['database']['system'],
  spot: { pk: number; organization: number },
  of: Partial<ViolationInput> = {},
): Promise<{ pk: number; uuid: string; code: string }> {
  const violation: ViolationInput = {
    source: 'enforcement',
    external_id: randomUUID(),
    spot_pk: spot.pk,
    code: newViolationCode(),
    plate: 'ABC 123',
    state: 'AZ',
    status: 'Created',
    amount: cents(5500),
    created_at: fromIso('2026-06-15T16:00:00Z'),
    ...of,
  };
  const [recorded] = await recording(sql, spot.organization, (recorder) =>
    recordViolations(recorder, [violation]),
  );
  const pk = recorded?.pk ?? 0;
  const [row] = await sql<[{ uuid: string }]>`select uuid from violations where pk = ${pk}`;
  return { pk, uuid: row.uuid, code: violation.code };
}
