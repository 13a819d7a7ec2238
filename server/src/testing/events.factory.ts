import type { EventRow } from '../records/events.ts';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** An event on 15 June 2026, a Monday, from 11:00 to 13:00 with 40 spaces, unless told otherwise. */
export async function makeEvent(
  sql: Sql,
  spot: Pick<TestSpot, 'pk' | 'organization'>,
  of: Partial<Omit<EventRow, 'date' | 'interval'>> & {
    date?: string | null;
    interval?: string;
  } = {},
): Promise<{ pk: number }> {
  const row = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    name: 'Game',
    date: '2026-06-15',
    start_time: '11:00:00',
    end_time: '13:00:00',
    quantity: 40,
    ...(of.interval === 'weekly' ? { repeat_on_day: 0 } : {}),
    ...of,
  };
  const [made] = await sql<[{ pk: number }]>`insert into events ${sql(row)} returning pk`;
  return made;
}
