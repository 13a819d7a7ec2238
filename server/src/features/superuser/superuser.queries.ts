import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { createOrganization, createSpot } from '@lotkeeper/contract/superuser';
import { searchLimit } from '@lotkeeper/contract/superuser';
import type { SuperuserScope } from '../../kernel/scope.ts';

const like = (search: string) =>
  `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Organizations of everybody whose name contains the words. */
export function searchOrganizationRows(scope: SuperuserScope, search: string) {
  return scope.read<{ pk: number; uuid: string; name: string; spot_count: number }[]>(
    (sql) => sql`
      select o.pk, o.uuid, o.name,
        (select count(*) from spots s where s.organization_id = o.pk) as spot_count
      from organizations o where lower(o.name) like ${like(search)}
      order by lower(o.name), o.pk limit ${sql.unsafe(String(searchLimit))}`,
  );
}

interface FoundSpot {
  pk: number;
  uuid: string;
  name: string;
  city: string;
  state: string;
  organization: number;
  organization_name: string;
}

/** Properties of everybody whose name or address contains the words. */
export function searchSpotRows(scope: SuperuserScope, search: string) {
  return scope.read<FoundSpot[]>(
    (sql) => sql`
      select s.pk, s.uuid, s.name, s.city, s.state,
        s.organization_id as organization, o.name as organization_name
      from spots s join organizations o on o.pk = s.organization_id
      where lower(s.name || ' ' || s.address_line1 || ' ' || s.city) like ${like(search)}
      order by lower(s.name), s.pk limit ${sql.unsafe(String(searchLimit))}`,
  );
}

/** Creates an organization and writes the act down. */
export function insertOrganization(
  scope: SuperuserScope,
  body: BodyOf<typeof createOrganization>,
  now: Instant,
) {
  const commission = Math.round(body.commission_percent * 100);
  return scope.write(async (tx) => {
    const [row] = await tx<[{ pk: number; uuid: string }]>`
      insert into organizations (name, commission_rate) values (${body.name}, ${commission})
      returning pk, uuid`;
    await tx`
      insert into audit_entries (organization_id, person_pk, act, subject, after, happened_at)
      values (${row.pk}, ${scope.person.pk}, 'create', 'organization', ${tx.json(body)}, ${now})`;
    return row;
  });
}

/** Creates a property and writes the act down. */
export function insertSpot(scope: SuperuserScope, body: BodyOf<typeof createSpot>, now: Instant) {
  const { organization, ...columns } = body;
  return scope.write(async (tx) => {
    const [row] = await tx<[{ pk: number; uuid: string }]>`
      insert into spots ${tx({ organization_id: organization, ...columns })} returning pk, uuid`;
    await tx`
      insert into audit_entries (organization_id, person_pk, act, subject, after, happened_at)
      values (${organization}, ${scope.person.pk}, 'create', ${`property ${row.pk}`}, ${tx.json(body)}, ${now})`;
    return row;
  });
}
