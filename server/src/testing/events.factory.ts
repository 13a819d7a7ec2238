import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { EventRow } from '../records/operations/events.ts';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** By default, an event on 15 June 2026 from 18:00 to 22:30 with 40 spaces. */
export async function makeEvent(
  sql: Sql,
  spot: Pick<TestSpot, 'pk' | 'organization'>,
  of: Partial<EventRow> = {},
): Promise<number> {
  const row = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    name: 'Game',
    date: '2026-06-15' as LocalDate,
    start_time: '18:00:00',
    end_time: '22:30:00',
    quantity: 40,
    ...of,
  };
  const [made] = await sql<[{ pk: number }]>`insert into events ${sql.values(row)} returning pk`;
  return made.pk;
}
