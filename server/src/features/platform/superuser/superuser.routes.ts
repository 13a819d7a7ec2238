import {
  createOrganization,
  createPerson,
  getOrganizationFields,
  searchOrganizations,
  searchPeople,
  searchSpots,
  setRole,
  updateOrganization,
} from '@lotkeeper/contract/platform/superuser';
import type { SpotDirectory } from '../../../kernel/access/spot-directory.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import { changeRole, insertPerson, searchPeopleRows } from './people.queries.ts';
import {
  changeOrganization,
  insertOrganization,
  readOrganizationFields,
  searchOrganizationRows,
  searchSpotRows,
} from './superuser.queries.ts';

/** What internal staff does across organizations. */
export function superuserRoutes(serve: Serve, { spots }: { spots: SpotDirectory }): void {
  const mustExist = async (organization: number) =>
    requireFound(await spots.organizationPk(String(organization)), 'organization');

  serve(searchOrganizations, async ({ scope, query, now }) =>
    searchOrganizationRows(scope, query.search, now),
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

  serve(createPerson, async ({ scope, body, now }) => {
    await mustExist(body.organization);
    return insertPerson(scope, body, now);
  });
  serve(setRole, async ({ scope, params, body, now }) => {
    await mustExist(body.organization);
    return changeRole(scope, { person: params.id, ...body }, now);
  });
}
