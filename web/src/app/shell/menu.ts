import type { Role } from '@lotkeeper/contract/kernel/access';
import {
  adminAndAccountant,
  adminAndEmployee,
  adminEmployeeEnforcer,
  adminOnly,
  anyRole,
  permits,
  valetRoles,
} from '@lotkeeper/contract/kernel/access';
import { isPriced, spotMenuFor } from '@lotkeeper/contract/platform/spots';
import type { LinkProps } from '@tanstack/react-router';
import { linkOptions } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import {
  Bell,
  BookOpen,
  Building2,
  CalendarCheck,
  CalendarDays,
  CalendarSearch,
  Car,
  Cctv,
  ChartColumn,
  ChartColumnDecreasing,
  CircleHelp,
  FileText,
  FileUp,
  FolderClock,
  Globe,
  HandCoins,
  KeyRound,
  KeySquare,
  Landmark,
  LayoutDashboard,
  ListChecks,
  Megaphone,
  MessageSquareWarning,
  Pencil,
  Percent,
  Plus,
  ScanEye,
  ScanSearch,
  ScrollText,
  ShieldCheck,
  Star,
  Users,
  Wallet,
} from 'lucide-react';
import { settings } from '../../kernel/settings.ts';
import type { useCurrent } from './current.ts';
import { spotIcons } from './spot-icons.ts';

type Current = ReturnType<typeof useCurrent>;

export interface Viewer {
  superuser: boolean;
  role: Role | null;
}

/** What belongs to cars; and what is set up once and rarely opened. */
export type MenuFold = 'Cars' | 'Settings';

/** An item of the sidebar and the palette. */
export interface MenuItem {
  label: string;
  Icon: LucideIcon;
  link: LinkProps;
  /** The last segment of the URL of an organization's page. */
  page?: string;
  /** The name under which the sidebar folds it. */
  fold?: MenuFold | undefined;
  /** What else people call it, for the palette. */
  words?: string | undefined;
}

/** Items that are in the menu on every page. */
export function alwaysThere({ organizationId }: Current): MenuItem[] {
  const search = organizationId ? { organization: organizationId } : {};
  const link = linkOptions({ to: '/help-center', search });
  return [{ label: 'Help Center', Icon: CircleHelp, link }];
}

const organizationItems = [
  {
    page: 'team',
    label: 'Team',
    roles: adminOnly,
    Icon: Users,
    words: 'invite accountant employee role member',
  },
  {
    page: 'payouts',
    label: 'Payouts',
    roles: adminAndAccountant,
    Icon: Wallet,
    words: 'money paid bank account',
  },
  {
    page: 'income-statement',
    label: 'Income Statement',
    roles: adminAndAccountant,
    Icon: FileText,
  },
  { page: 'ledger', label: 'Ledger', roles: adminAndAccountant, Icon: BookOpen },
  {
    page: 'changes',
    label: 'Why did it change?',
    roles: adminAndAccountant,
    Icon: ChartColumnDecreasing,
  },
  { page: 'week', label: 'This Week', roles: adminAndAccountant, Icon: CalendarDays },
  { page: 'cars', label: 'Cars', roles: adminOnly, Icon: Car, fold: 'Cars' },
  {
    page: 'check',
    label: 'Check a Plate',
    roles: adminEmployeeEnforcer,
    Icon: ScanSearch,
    fold: 'Cars',
  },
  { page: 'plate-desk', label: 'Plate Desk', roles: adminAndEmployee, Icon: ScanEye, fold: 'Cars' },
  {
    page: 'appeals',
    label: 'Appeals',
    roles: adminAndEmployee,
    Icon: MessageSquareWarning,
    fold: 'Cars',
  },
  { page: 'advertising', label: 'Advertising', roles: adminAndEmployee, Icon: Megaphone },
  {
    page: 'alerts',
    label: 'Alerts',
    roles: adminOnly,
    Icon: Bell,
    fold: 'Settings',
    words: 'warn notify broken',
  },
  {
    page: 'cameras',
    label: 'Cameras',
    roles: adminOnly,
    Icon: Cctv,
    fold: 'Settings',
    words: 'broken silent connect',
  },
  { page: 'audit-log', label: 'Audit Log', roles: adminOnly, Icon: ScrollText, fold: 'Settings' },
  { page: 'api-keys', label: 'API Keys', roles: adminOnly, Icon: KeyRound, fold: 'Settings' },
  {
    page: 'privacy',
    label: 'Privacy & Retention',
    roles: adminOnly,
    Icon: FolderClock,
    fold: 'Settings',
  },
  {
    page: 'setup',
    label: 'Set up',
    roles: adminOnly,
    Icon: ListChecks,
    fold: 'Settings',
    words: 'mail email smtp text messages sms first steps',
  },
] as const;

export function organizationMenu({ organizationId }: Current, viewer: Viewer): MenuItem[] {
  if (!organizationId || !permits(anyRole, viewer)) return [];
  const properties: MenuItem = {
    label: 'Properties',
    Icon: Building2,
    link: linkOptions({
      to: '/organization/$organizationId/spots',
      params: { organizationId },
      search: { view: 'list' },
      activeOptions: { exact: true },
    }),
  };
  const pages = organizationItems
    .filter((item) => permits(item.roles, viewer))
    .map(({ page, label, Icon, ...item }) => ({
      label,
      Icon,
      page,
      fold: 'fold' in item ? item.fold : undefined,
      words: 'words' in item ? item.words : undefined,
      link: linkOptions({
        to: '/organization/$organizationId/$page',
        params: { organizationId, page },
      }),
    }));
  return [properties, ...pages, ...valetDashboard(organizationId, viewer)];
}

type SpotParams = Record<'organizationId' | 'spotId', string>;

const toSpotItem = (
  params: SpotParams,
  { page, label, Icon }: Pick<MenuItem, 'label' | 'Icon'> & { page: string },
): MenuItem => ({
  label,
  Icon,
  link: linkOptions({
    to: '/organization/$organizationId/spots/$spotId/$page',
    params: { ...params, page },
  }),
});

export function propertyMenu({ organizationId, spot }: Current, viewer: Viewer): MenuItem[] {
  if (!organizationId || !spot) return [];
  const params = { organizationId, spotId: String(spot.pk) };
  const detail: MenuItem = {
    label: 'Detail',
    Icon: LayoutDashboard,
    link: linkOptions({ to: '/organization/$organizationId/spots/$spotId/detail', params }),
  };
  const pages = spotMenuFor(spot, viewer).map(({ segment: page, label }) => ({
    page,
    label,
    Icon: spotIcons[page] ?? LayoutDashboard,
  }));
  const extra = extraPages.filter(
    ({ roles, shownWhen }) => permits(roles, viewer) && shownWhen(spot),
  );
  return [detail, ...[...pages, ...extra].map((item) => toSpotItem(params, item))];
}

function valetDashboard(orgId: string, viewer: Viewer): MenuItem[] {
  if (!permits(valetRoles, viewer)) return [];
  const link = linkOptions({ to: '/valet/$orgId', params: { orgId } });
  return [{ label: 'Valet Dashboard', Icon: KeySquare, link }];
}

/** Pages that were added later; they follow the menu's own items. */
const extraPages = [
  {
    page: 'revenue',
    label: 'Revenue',
    roles: adminAndAccountant,
    shownWhen: isPriced,
    Icon: ChartColumn,
  },
  {
    page: 'local-intelligence',
    label: 'Local Intelligence',
    roles: adminAndEmployee,
    shownWhen: () => true,
    Icon: CalendarSearch,
  },
] as const;

/** Pages of Admins that figures, lists and panels link to. */
function pagesOfAdmins(organizationId: string, spot: Current['spot']): MenuItem[] {
  const to = '/organization/$organizationId/$page';
  const toPage = (page: string, search = {}) =>
    linkOptions({ to, params: { organizationId, page }, search });
  const pages = [
    {
      label: 'Who Owes',
      Icon: HandCoins,
      link: toPage('who-owes'),
      words: 'debt unpaid receivables',
    },
    {
      label: 'Import History',
      Icon: FileUp,
      link: toPage('history'),
      words: 'csv excel file other system',
    },
    ...(settings.add_spot_form_url === null
      ? [{ label: 'Add property', Icon: Plus, link: toPage('new-property') }]
      : []),
  ];
  if (!spot) return pages;
  const link = toPage('edit-property', { spotPk: String(spot.pk) });
  return [...pages, { label: 'Edit property', Icon: Pencil, link }];
}

/** Pages of Admins and Accountants that pages of money link to. */
function pagesOfMoney(organizationId: string): MenuItem[] {
  const params = { organizationId };
  const to = '/organization/$organizationId/$page';
  const toPage = (page: string) => linkOptions({ to, params: { organizationId, page } });
  return [
    {
      label: 'Bank',
      Icon: Landmark,
      link: linkOptions({ to: '/organization/$organizationId/payouts/bank', params }),
    },
    {
      label: 'Close',
      Icon: CalendarCheck,
      link: toPage('close'),
      words: 'month end sign reconcile lock',
    },
    { label: 'Books', Icon: BookOpen, link: toPage('books'), words: 'quickbooks xero export' },
    { label: 'Taxes', Icon: Percent, link: toPage('taxes'), words: 'sales tax rate' },
    {
      label: 'Booking Sites',
      Icon: Globe,
      link: toPage('booking-sites'),
      words: 'spothero parkwhiz remittance',
    },
  ];
}

/** Pages that figures link to. They aren't in the sidebar, but the palette finds them. */
export function pagesWithoutMenuItem(
  { organizationId, spot }: Current,
  viewer: Viewer,
): MenuItem[] {
  const verify = {
    label: 'Verify Evidence',
    Icon: ShieldCheck,
    link: linkOptions({ to: '/verify' }),
  };
  const open = organizationId
    ? [
        ...(permits(adminAndAccountant, viewer) ? pagesOfMoney(organizationId) : []),
        ...(permits(adminOnly, viewer) ? pagesOfAdmins(organizationId, spot) : []),
      ]
    : [];
  if (!organizationId || !spot || !permits(adminAndEmployee, viewer)) return [...open, verify];
  const params = { organizationId, spotId: String(spot.pk) };
  return [
    ...open,
    toSpotItem(params, { page: 'reviews', label: 'Reviews', Icon: Star }),
    toSpotItem(params, { page: 'transient-drivers', label: 'Transient Drivers', Icon: Users }),
    verify,
  ];
}
