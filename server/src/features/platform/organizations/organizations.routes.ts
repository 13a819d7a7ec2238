import { adminAndAccountant, permits } from '@lotkeeper/contract/kernel/access';
import {
  getOperationsRegion,
  getOrganization,
  listOrganizations,
} from '@lotkeeper/contract/platform/organizations';
import { mayReadMoney, roleIn } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import { listOrganizationRows, readContactNumber } from './organizations.queries.ts';

/** The caller's organizations and their revenue. */
export function organizationsRoutes(serve: Serve): void {
  serve(listOrganizations, async ({ scope, now }) => {
    const affiliations = scope.person.affiliations.filter(({ type }) => type === 'parking');
    const pks = affiliations.map(({ organization }) => organization);
    const earning = pks.filter((pk) =>
      permits(adminAndAccountant, { superuser: false, role: roleIn(scope.person, pk) }),
    );
    const rows = await listOrganizationRows(scope, { pks, earning, now });
    return rows.map((row) => ({ ...row, role: roleIn(scope.person, row.pk) }));
  });

  serve(getOrganization, async ({ scope, now }) => {
    const pks = [scope.organizationId];
    const earning = mayReadMoney(scope) ? pks : [];
    const [row] = await listOrganizationRows(scope, { pks, earning, now });
    return { ...requireFound(row, 'organization'), role: scope.role };
  });

  serve(getOperationsRegion, async ({ scope }) => ({
    contact_number: await readContactNumber(scope),
  }));
}
