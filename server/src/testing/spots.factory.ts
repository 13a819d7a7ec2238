import type { Spot } from '@lotkeeper/contract/platform/spots';
import { makeOrganization } from './people.factory.ts';
import type { TestApp } from './test-app.ts';

export interface TestSpot {
  pk: number;
  uuid: string;
  organization: number;
}

/**
 * A property, by default since 2020, in Phoenix and at $5 an hour, with a new organization if none is given. Nobody pays
 * late there, so it waits for no payments.
 */
export async function makeSpot(
  sql: TestApp['database']['system'],
  of: {
    organization?: { pk: number };
    name?: string;
    timezone?: string;
    classification?: Spot['classification'];
  } = {},
): Promise<TestSpot> {
  const organization = of.organization ?? (await makeOrganization(sql));
  const [row] = await sql<[{ pk: number; uuid: string }]>`
    insert into spots (organization_id, name, address_line1, city, state, timezone, quantity, price_hourly, classification,
      created_at, late_minutes)
    values (${organization.pk}, ${of.name ?? 'Roosevelt Garage'}, '1 Roosevelt St', 'Phoenix', 'AZ',
      ${of.timezone ?? 'America/Phoenix'}, 100, 500, ${of.classification ?? 'Surface Lot'},
      '2020-01-01T00:00:00Z', array_fill(0, array[40]))
    returning pk, uuid`;
  return { ...row, organization: organization.pk };
}
