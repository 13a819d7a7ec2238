import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { alertLinks } from '../features/platform/alerts/alert-links.ts';
import { affiliate, makePerson } from './people.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

/** An open alert of a property, about a silent camera. */
export async function makeAlert(
  at: TestApp,
  spot: TestSpot,
  subject = 'camera 1',
): Promise<number> {
  const sql = at.database.system;
  const row = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    kind: 'camera_silent',
    subject,
    since: at.clock(),
    opened_at: at.clock(),
    changed_at: at.clock(),
    cost: 12_000,
    facts: sql.json({ camera: 'Entrance' }),
  };
  const [made] = await sql<[{ pk: number }]>`insert into alerts ${sql.values(row)} returning pk`;
  return made.pk;
}

async function insertPlate(
  at: TestApp,
  organization: number,
  { pk, person }: { pk: number | null; person: number },
) {
  const sql = at.database.system;
  const row = {
    ...(pk === null ? {} : { pk }),
    organization_id: organization,
    plate: 'ABC 123',
    plate_key: 'ABC123',
    purpose: 'lost_car',
    created_by: person,
    created_at: at.clock(),
    ends_at: instant(at.clock() + 30 * dayMs),
  };
  const [made] = await sql<{ pk: number }[]>`
    insert into watched_plates ${sql.values(row)} on conflict do nothing returning pk`;
  return made;
}

/** What calls about alerts name. */
export async function makeAlertRecords(at: TestApp, spot: TestSpot) {
  const sql = at.database.system;
  const person = await makePerson(sql);
  await affiliate(sql, person, { pk: spot.organization }, 'ADMIN');
  const alertPk = await makeAlert(at, spot, `camera ${person.pk}`);
  const links = alertLinks(at.secretBox);
  const key = { organizationId: spot.organization, personPk: person.pk };
  const watch = await insertPlate(at, spot.organization, { pk: null, person: person.pk });
  return {
    alert: String(alertPk),
    muteToken: links.issueMute({ ...key, alertPk }),
    unsubscribeToken: links.issueUnsubscribe(key),
    // One plate is watched for all properties of an organization.
    watchedPlate: String(watch?.pk ?? 0),
  };
}

/** Watches the plate again that calls may have removed. */
export async function restoreWatchedPlate(
  at: TestApp,
  { organization, watchedPlate }: { organization: string; watchedPlate: string },
): Promise<void> {
  const [person] = await at.database.system<
    [{ pk: number }]
  >`select pk from people order by pk limit 1`;
  await insertPlate(at, Number(organization), { pk: Number(watchedPlate), person: person.pk });
}
