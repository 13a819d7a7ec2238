import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationFields } from '@lotkeeper/contract/platform/superuser';
import { getOrganizationFields } from '@lotkeeper/contract/platform/superuser';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import { EditOrganizationPage } from './edit-organization.page.tsx';

const organization: OrganizationFields = {
  name: 'Copper',
  commission_percent: 10,
  commission_base: 'gross',
  commission_base_from: '2026-06-01' as LocalDate,
  tax_percent: 8,
  processing_percent: 3,
  payout_schedule: 'monthly',
  can_add_driver: true,
};

test('each field of an organization is sent when it alone was changed', async () => {
  const changes = await expectEachFieldIsSent({
    show: () => <EditOrganizationPage organizationId="1" />,
    reads: [answer(getOrganizationFields, organization)],
  });
  expect(new Set(Object.values(changes).flat())).toEqual(new Set(Object.keys(organization)));
});
