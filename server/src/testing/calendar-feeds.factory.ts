import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { hashToken, newToken } from '../kernel/access/secrets.ts';

import { affiliate, makePerson } from './people.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** A calendar link of a new Admin for a property's events; returns its token. */
export async function makeCalendarFeed(sql: Sql, spot: Pick<TestSpot, 'pk' | 'organization'>) {
  const token = newToken();
  const person = await makePerson(sql);
  await affiliate(sql, person, { pk: spot.organization }, 'ADMIN');
  await sql`
    insert into calendar_feeds ${sql.values({
      organization_id: spot.organization,
      person_pk: person.pk,
      kind: 'events',
      spot_pk: spot.pk,
      token_hash: hashToken(token),
      created_at: fromIso('2026-06-15T19:00:00Z'),
    })}`;
  return token;
}
