import {
  getOperationsRegion,
  getOrganization,
  listOrganizations,
} from '@lotkeeper/contract/platform/organizations';
import { roleIn } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import {
  listOrganizationRows,
  readContactNumber,
  readOrganization,
} from './organizations.queries.ts';

/** The caller's organizations and their revenue. */
export function organizationsRoutes(serve: Serve): void {
  serve(listOrganizations, async ({ scope }) => {
    const parkingAffiliations = scope.person.affiliations.filter(
      (affiliation) => affiliation.type === 'parking',
    );
    const rows = await listOrganizationRows(
      scope,
      parkingAffiliations.map((affiliation) => affiliation.organization),
    );
    return rows.map((row) => ({ ...row, role: roleIn(scope.person, row.pk) }));
  });

  serve(getOrganization, async ({ scope, now }) => {
    const row = requireFound(await readOrganization(scope, now), 'organization');
    return { ...row, role: scope.role };
  });

  serve(getOperationsRegion, async ({ scope }) => ({
    contact_number: await readContactNumber(scope),
  }));
}
