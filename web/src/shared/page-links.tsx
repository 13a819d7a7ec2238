import { listSpotPages } from '@lotkeeper/contract/platform/pages';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { roleIn, useProfile } from '../kernel/session.tsx';

type Search = Readonly<Record<string, string>>;
export type RenderLink = (value: ReactNode) => ReactNode;

/** What a property's pages depend on, and its pages' URL. */
type LinkedSpot = Parameters<typeof listSpotPages>[0] & { organization: number; pk: number };
type FindLink = (page: string, search?: Search) => RenderLink | undefined;

/**
 * Renders links from figures to the pages of a property that explain them; undefined for a page that this
 * person can't open.
 */
export function usePageLinks(spot: LinkedSpot): FindLink {
  const profile = useProfile();
  const viewer = { superuser: profile.superuser, role: roleIn(profile, spot.organization) };
  const pages = listSpotPages(spot, viewer);
  const params = { organizationId: String(spot.organization), spotId: String(spot.pk) };
  return (page, search = {}) => {
    if (!pages.some(({ path }) => path === page)) return undefined;
    return (value) => (
      <Link
        to="/organization/$organizationId/spots/$spotId/$page"
        params={{ ...params, page }}
        search={search}
      >
        {value}
      </Link>
    );
  };
}

/** Renders links from figures to a page of the organization. */
export const linkToOrganizationPage =
  (organizationPk: number, page: string, search: Search = {}): RenderLink =>
  (value) => (
    <Link
      to="/organization/$organizationId/$page"
      params={{ organizationId: String(organizationPk), page }}
      search={search}
    >
      {value}
    </Link>
  );
