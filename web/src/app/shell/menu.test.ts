import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { expect, test } from 'vitest';
import { articleGroups } from '../../features/platform/help-center/articles.ts';
import { organizationMenu, pagesWithoutMenuItem, propertyMenu } from './menu.ts';

const spot = {
  pk: 7,
  name: 'Skyport',
  classification: 'Airport Lot',
  price_hourly: 400,
  spot_config: { show_timeline: true, visibility_page_section: 'all' },
} as unknown as SpotSummary;

const current = {
  organizationId: '1',
  organization: null,
  spots: [spot],
  spot,
  isLoading: false,
};

test('each page that a help article covers is in the menu under the article’s name for it', () => {
  const who = { superuser: true, role: null };
  const labels = [...organizationMenu(current, who), ...propertyMenu(current, who)].map(
    ({ label }) => label,
  );
  const named = articleGroups
    .flatMap(({ articles }) => articles.map(({ menuLabel }) => menuLabel))
    .filter((label) => label !== undefined);
  expect(named.length).toBeGreaterThan(20);
  for (const label of named) expect(labels).toContain(label);
});

test.each([
  [
    'ADMIN',
    [
      'Bank',
      'Close',
      'Books',
      'Taxes',
      'Booking Sites',
      'Who Owes',
      'Import History',
      'Add property',
      'Edit property',
      'Reviews',
      'Transient Drivers',
      'Verify Evidence',
    ],
  ],
  ['EMPLOYEE', ['Reviews', 'Transient Drivers', 'Verify Evidence']],
  ['ACCOUNTANT', ['Bank', 'Close', 'Books', 'Taxes', 'Booking Sites', 'Verify Evidence']],
  ['VALET', ['Verify Evidence']],
] as const)('pages without a menu item that %s may open: %j', (role, labels) => {
  const pages = pagesWithoutMenuItem(current, { superuser: false, role });
  expect(pages.map(({ label }) => label)).toEqual(labels);
  const away = { ...current, organizationId: null, spot: null, spots: [] };
  const others = pagesWithoutMenuItem(away, { superuser: false, role: null });
  expect(others.map(({ label }) => label)).toEqual(['Verify Evidence']);
});
