import {
  createOrganization,
  createSpot,
  searchOrganizations,
  searchSpots,
} from '@lotkeeper/contract/superuser';
import { notFound } from '../../kernel/refusal.ts';
import type { Serve } from '../../kernel/serve.ts';
import type { SpotDirectory } from '../../kernel/spot-directory.ts';
import {
  insertOrganization,
  insertSpot,
  searchOrganizationRows,
  searchSpotRows,
} from './superuser.queries.ts';

/** What internal staff do across organizations. */
export function superuserRoutes(serve: Serve, parts: { spots: SpotDirectory }): void {
  serve(searchOrganizations, async ({ scope, query }) =>
    searchOrganizationRows(scope, query.search),
  );

  serve(searchSpots, async ({ scope, query }) => searchSpotRows(scope, query.search));

  serve(createOrganization, async ({ scope, body, now }) => insertOrganization(scope, body, now));

  serve(createSpot, async ({ scope, body, now }) => {
    const organization = await parts.spots.organizationPk(String(body.organization));
    if (organization === null) throw notFound('organization');
    return insertSpot(scope, body, now);
  });
}
