import type { Role } from '@lotkeeper/contract/kernel/access';
import { organizationPages, pageGroups, spotPages } from '@lotkeeper/contract/platform/pages';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { expect, test } from 'vitest';
import { articleGroups } from '../../features/platform/help-center/articles.ts';
import { router } from '../router.ts';
import { listOrganizationItems, listOtherItems, listSpotItems } from './menu.ts';
import { findPage, organizationUrl, spotUrl } from './same-page.ts';

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

const listLabels = (role: Role | null, isShown: (place: string) => boolean, superuser = false) => {
  const who = { superuser, role };
  return [
    ...listOrganizationItems(current, who),
    ...listOtherItems(current, who),
    ...listSpotItems(current, who),
  ]
    .filter(({ place }) => isShown(place))
    .map(({ label }) => label);
};

test('every page of an organization and of a property is declared, and every declared page has a route', () => {
  const shell = '/_auth/_shell/organization/$organizationId/';
  const routes = Object.values(router.routesById)
    .filter(({ id, children }) => id.startsWith(shell) && !children)
    .map(({ fullPath }) => fullPath.replace(/\/$/, ''))
    // These only lead to a page, or say that there is none.
    .filter((path) => ![organizationUrl, spotUrl].includes(path) && !path.endsWith('/$page'));
  const declared = [
    ...Object.keys(organizationPages).map((path) => `${organizationUrl}/${path}`),
    ...Object.keys(spotPages).map((path) => `${spotUrl}/${path}`),
  ];
  expect(new Set(routes)).toEqual(new Set(declared));
  for (const route of routes) expect(findPage(route), route).toBeDefined();
});

test('each page that a help article covers is in the menu under the article’s name for it', () => {
  const labels = listLabels(null, (place) => place !== 'palette', true);
  const named = articleGroups
    .flatMap(({ articles }) => articles.map(({ menuLabel }) => menuLabel))
    .filter((label) => label !== undefined);
  expect(named.length).toBeGreaterThan(20);
  for (const label of named) expect(labels).toContain(label);
});

test('an Admin’s menu has the specification’s pages in their order, then groups of the others', () => {
  expect(listLabels('ADMIN', (place) => place === 'menu').slice(0, 7)).toEqual([
    'Home',
    'Properties',
    'Team',
    'Payouts',
    'Income Statement',
    'Advertising',
    'Valet Dashboard',
  ]);
  expect(pageGroups.map((group) => listLabels('ADMIN', (place) => place === group))).toEqual([
    [
      'This Week',
      'Ledger',
      'Why did it change?',
      'Who Owes',
      'Close',
      'Books',
      'Taxes',
      'Booking Sites',
      'Bank',
    ],
    ['Cars', 'Check a Plate', 'Plate Desk', 'Appeals', 'Cameras'],
    [
      'Alerts',
      'Audit Log',
      'API Keys',
      'Webhooks',
      'Privacy & Retention',
      'Import History',
      'Set up',
      'Verify Evidence',
    ],
  ]);
});

test.each([
  [
    'ADMIN',
    [
      'Add property',
      'Edit property',
      'Plate Searches',
      'Requests of Drivers',
      'Help Center',
      'Your Account',
      'Reviews',
      'Transient Drivers',
      'Visitor CSV Upload',
      'Validation Kiosk Setup',
      'Validation Bills',
    ],
  ],
  ['ACCOUNTANT', ['Help Center', 'Your Account', 'Verify Evidence']],
  ['VALET', ['Help Center', 'Your Account', 'Verify Evidence']],
] as const)('pages without a menu item that %s may open: %j', (role, labels) => {
  expect(listLabels(role, (place) => place === 'palette')).toEqual(labels);
});

test('away from an organization, only the pages of everyone are listed', () => {
  const away = { ...current, organizationId: null, spot: null, spots: [] };
  const who = { superuser: true, role: null };
  expect([...listOrganizationItems(away, who), ...listSpotItems(away, who)]).toEqual([]);
  expect(listOtherItems(away, who).map(({ place }) => place)).toEqual([
    'palette',
    'palette',
    'palette',
  ]);
});
