import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { alertKinds } from '@lotkeeper/contract/platform/alert-kinds';
import { affiliate, makeOrganization } from './people.factory.ts';
import { makeSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/**
 * What is beside a person's own: another organization in another time zone, where they are an Admin too and want every
 * message at any hour, and a mute of another alert of each kind in both. Tests of choices and messages begin with it: what
 * takes the other one is sent, or isn't.
 */
export async function makeSecondOfEach(
  sql: Sql,
  { person, organization }: { person: { pk: number }; organization: { pk: number } },
): Promise<{ organization: { pk: number } }> {
  const other = await makeOrganization(sql, { name: 'Other Parking' });
  await makeSpot(sql, { organization: other, timezone: 'Asia/Tokyo' });
  await affiliate(sql, person, other, 'ADMIN');
  await sql`insert into alert_choices ${sql.values({
    organization_id: other.pk,
    person_pk: person.pk,
    email_kinds: [...alertKinds],
    sms_kinds: [...alertKinds],
    push_kinds: [...alertKinds],
    spot_pks: null,
    quiet_from: null,
    quiet_until: null,
  })}`;
  for (const { pk } of [organization, other])
    await sql`insert into alert_mutes ${sql.values(
      alertKinds.map((kind) => ({
        organization_id: pk,
        person_pk: person.pk,
        kind,
        subject: 'another one',
        muted_at: fromIso('2026-01-01T00:00:00Z'),
        muted_until: null,
      })),
    )}`;
  return { organization: other };
}
