import {
  getOperationsRegion,
  getOrganization,
  listOrganizations,
} from '@lotkeeper/contract/organizations';
import { notFound } from '../../kernel/refusal.ts';
import { mayReadMoney, roleIn } from '../../kernel/scope.ts';
import type { Serve } from '../../kernel/serve.ts';
import { listOrganizationRows, readContactNumber, readEarnings } from './organizations.queries.ts';

/** The organizations of the caller and what they earned. */
export function organizationsRoutes(serve: Serve): void {
  serve(listOrganizations, async ({ scope }) => {
    const mine = scope.person.affiliations.filter((one) => one.type === 'parking');
    const rows = await listOrganizationRows(
      scope,
      mine.map((one) => one.organization),
    );
    return rows.map((row) => ({ ...row, role: roleIn(scope.person, row.pk) }));
  });

  serve(getOrganization, async ({ scope, now }) => {
    const [row] = await listOrganizationRows(scope, [scope.organizationId]);
    if (!row) throw notFound('organization');
    const earnings = mayReadMoney(scope) ? await readEarnings(scope, now) : {};
    return { ...row, role: scope.role, ...earnings };
  });

  serve(getOperationsRegion, async ({ scope }) => ({
    contact_number: await readContactNumber(scope),
  }));
}
