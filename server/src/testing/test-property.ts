import type { Role } from '@lotkeeper/contract/kernel/access';
import { makeOrganization, signedInMember } from './people.factory.ts';
import { makeSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';
import { testApp } from './test-app.ts';

type SpotOptions = Parameters<typeof makeSpot>[1];

/** A property in a new organization, and a signed-in member of it, by default an Admin. */
export async function makeStaffedSpot(at: TestApp, of: SpotOptions = {}, role: Role = 'ADMIN') {
  const spot = await makeSpot(at.database.system, of);
  const { token } = await signedInMember(at, { pk: spot.organization }, role);
  return { spot, token };
}

/** The app with a property, as `makeStaffedSpot` creates it. */
export async function testProperty(
  options: Parameters<typeof testApp>[0],
  { commission_rate, ...of }: SpotOptions & { commission_rate?: number } = {},
  role?: Role,
) {
  const at = await testApp(options);
  const sql = at.database.system;
  const organization = await makeOrganization(
    sql,
    commission_rate === undefined ? {} : { commission_rate },
  );
  return { at, sql, organization, ...(await makeStaffedSpot(at, { organization, ...of }, role)) };
}
