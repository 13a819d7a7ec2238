import { adminOnly, permits, valetRoles } from '@lotkeeper/contract/kernel/access';
import type {
  OrganizationPage,
  Page,
  PageGroup,
  SpotPage,
  Viewer,
} from '@lotkeeper/contract/platform/pages';
import { listOrganizationPages, listSpotPages } from '@lotkeeper/contract/platform/pages';
import type { LinkProps } from '@tanstack/react-router';
import { linkOptions } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { CircleHelp, CircleUserRound, File, KeySquare, ShieldCheck } from 'lucide-react';
import { settings } from '../../kernel/settings.ts';
import type { useCurrent } from './current.ts';
import { pageIcons } from './page-icons.ts';
import { organizationUrl, spotUrl } from './same-page.ts';

type Current = ReturnType<typeof useCurrent>;

/** A page in the menu and the palette. */
export interface MenuItem {
  label: string;
  Icon: LucideIcon;
  link: LinkProps;
  place: Page['place'];
  words: string;
  /** The page's path below its organization or property; absent for pages of neither. */
  path?: OrganizationPage | SpotPage;
}

/** Other pages are listed below these: only the open one is marked. */
const withPagesBelow: readonly string[] = ['spots', 'payouts'];

const toItem = (
  { path, name, place, words }: Page & { path: OrganizationPage | SpotPage },
  link: LinkProps,
): MenuItem => ({
  label: name,
  Icon: pageIcons[path] ?? pageIcons[place as PageGroup] ?? File,
  link: withPagesBelow.includes(path)
    ? { ...link, activeOptions: { exact: true, includeSearch: false } }
    : link,
  place,
  words,
  path,
});

/** The pages of the open organization that the person can open without a record. */
export function listOrganizationItems(current: Current, viewer: Viewer): MenuItem[] {
  const { organizationId, spot } = current;
  if (!organizationId) return [];
  const params = { organizationId };
  const searches: Partial<Record<OrganizationPage, LinkProps['search']>> = {
    spots: { view: 'list' },
    ...(spot && { 'edit-property': { spotPk: String(spot.pk) } }),
  };
  const items = listOrganizationPages(viewer)
    .filter(
      ({ path, place }) =>
        place !== 'link' &&
        (path !== 'edit-property' || spot) &&
        (path !== 'new-property' || settings.add_spot_form_url === null),
    )
    .map((page) => {
      const to = `${organizationUrl}/${page.path}` as const;
      return toItem(page, { to, params, search: searches[page.path] ?? {} });
    });
  return permits(valetRoles, viewer) ? [...items, valetDashboard(organizationId)] : items;
}

const valetDashboard = (orgId: string): MenuItem => ({
  label: 'Valet Dashboard',
  Icon: KeySquare,
  link: linkOptions({ to: '/valet/$orgId', params: { orgId } }),
  place: 'menu',
  words: 'stand keys cars',
});

/** The pages of the open property, likewise. */
export function listSpotItems({ organizationId, spot }: Current, viewer: Viewer): MenuItem[] {
  if (!organizationId || !spot) return [];
  const params = { organizationId, spotId: String(spot.pk) };
  return listSpotPages(spot, viewer)
    .filter(({ place }) => place !== 'link')
    .map((page) => toItem(page, { to: `${spotUrl}/${page.path}` as const, params }));
}

/** The link to the Help Center, which keeps the organization. */
export const helpLink = ({ organizationId }: Current, search?: string) =>
  linkOptions({
    to: '/help-center',
    search: { ...(organizationId && { organization: organizationId }), ...(search && { search }) },
  });

/** Pages of neither an organization nor a property. */
export const listOtherItems = (current: Current, viewer: Viewer): MenuItem[] => [
  {
    label: 'Help Center',
    Icon: CircleHelp,
    link: helpLink(current),
    place: 'palette',
    words: 'support phone articles tutorials',
  },
  {
    label: 'Your Account',
    Icon: CircleUserRound,
    link: linkOptions({ to: '/account' }),
    place: 'palette',
    words: 'name email passkey sign in devices',
  },
  {
    label: 'Verify Evidence',
    Icon: ShieldCheck,
    link: linkOptions({ to: '/verify' }),
    place: permits(adminOnly, viewer) && current.organizationId ? 'Settings' : 'palette',
    words: 'seal proof',
  },
];
