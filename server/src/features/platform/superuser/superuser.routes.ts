import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { listOldZones } from '@lotkeeper/contract/kernel/zone-data';
import {
  createOrganization,
  createPerson,
  createSpot,
  getOrganizationFields,
  getSpotFields,
  searchOrganizations,
  searchPeople,
  searchSpots,
  setRole,
  updateOrganization,
  updateSpot,
} from '@lotkeeper/contract/platform/superuser';
import type { SpotDirectory } from '../../../kernel/access/spot-directory.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { changeRole, insertPerson, searchPeopleRows } from './people.queries.ts';
import {
  changeOrganization,
  changeSpot,
  insertOrganization,
  insertSpot,
  readOrganizationFields,
  readSpotFields,
  searchOrganizationRows,
  searchSpotRows,
} from './superuser.queries.ts';

/** Refuses a time zone whose dates this server would get wrong. */
function refuseOldZone(timezone: TimeZone | undefined): void {
  if (listOldZones().some(({ zone }) => zone === timezone))
    throw wrongFields({
      timezone: 'This server’s data of the time zone are old. Update Node first.',
    });
}

/** What internal staff does across organizations. */
export function superuserRoutes(serve: Serve, { spots }: { spots: SpotDirectory }): void {
  const findSpot = async (pk: number) =>
    requireFound(await spots.spot(String(pk), null), 'property');
  const mustExist = async (organization: number) =>
    requireFound(await spots.organizationPk(String(organization)), 'organization');

  serve(searchOrganizations, async ({ scope, query }) =>
    searchOrganizationRows(scope, query.search),
  );
  serve(searchSpots, async ({ scope, query }) => searchSpotRows(scope, query.search));
  serve(searchPeople, async ({ scope, query }) => searchPeopleRows(scope, query.search));

  serve(createOrganization, async ({ scope, body, now }) => insertOrganization(scope, body, now));
  serve(getOrganizationFields, async ({ scope, params }) =>
    requireFound(await readOrganizationFields(scope, params.id), 'organization'),
  );
  serve(updateOrganization, async ({ scope, params, body, now }) =>
    requireFound(await changeOrganization(scope, params.id, body, now), 'organization'),
  );

  serve(createSpot, async ({ scope, body, now }) => {
    refuseOldZone(body.timezone);
    await mustExist(body.organization);
    return insertSpot(scope, body, now);
  });
  serve(getSpotFields, async ({ scope, params }) =>
    requireFound(await readSpotFields(scope, await findSpot(params.id)), 'property'),
  );
  serve(updateSpot, async ({ scope, params, body, now }) => {
    refuseOldZone(body.timezone);
    return requireFound(await changeSpot(scope, await findSpot(params.id), body, now), 'property');
  });

  serve(createPerson, async ({ scope, body, now }) => {
    await mustExist(body.organization);
    return insertPerson(scope, body, now);
  });
  serve(setRole, async ({ scope, params, body, now }) => {
    await mustExist(body.organization);
    return changeRole(scope, { person: params.id, ...body }, now);
  });
}
