import { newKioskToken } from '../kernel/access/callers.ts';
import { hashToken } from '../kernel/access/secrets.ts';
import { makeFormerMember } from './people.factory.ts';
import type { TestApp } from './test-app.ts';

/** A kiosk of a property that validates for two hours, with the PIN 4711; `token` is its own. */
export async function makeKiosk(
  { database, secretBox, clock }: Pick<TestApp, 'database' | 'secretBox' | 'clock'>,
  spot: { pk: number },
  of: { mode?: 'hours' | 'calendar'; minutes?: number; unlocked?: boolean } = {},
): Promise<{ pk: number; token: string }> {
  const sql = database.system;
  const token = newKioskToken();
  const salt = hashToken(token);
  const [organization] = await sql<[{ pk: number }]>`
    select organization_id as pk from spots where pk = ${spot.pk}`;
  const person = await makeFormerMember(sql, organization);
  const [row] = await sql<[{ pk: number }]>`
    insert into kiosks (organization_id, spot_pk, mode, minutes, pin_salt, pin_hash, token_hash,
      ticket_expires_at, created_by, created_at, unlocked_until)
    select organization_id, pk, ${of.mode ?? 'hours'}, ${of.minutes ?? 120}, ${salt},
      ${secretBox.hash(`kiosk pin ${salt.toString('base64')}`, '4711')}, ${hashToken(token)},
      ${clock()}, ${person.pk}, ${clock()}, ${of.unlocked ? clock() + 60_000 : null}
    from spots where pk = ${spot.pk} returning pk`;
  return { pk: row.pk, token };
}
