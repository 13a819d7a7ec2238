import type { Spot } from '@lotkeeper/contract/platform/spots';
import { isPriced, spotMenu, spotMenuFor } from '@lotkeeper/contract/platform/spots';
import type { Viewer } from './menu.ts';

/** The page of a property that a path shows, such as `visitors`; null elsewhere. */
export const findSpotPage = (pathname: string) =>
  /^\/organization\/[^/]+\/spots\/[^/]+\/([^/]+)/.exec(pathname)?.[1] ?? null;

/** The page of an organization that a path shows, such as `team`; null elsewhere. */
export const findOrganizationPage = (pathname: string) =>
  /^\/organization\/[^/]+\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;

/** The page to open at another property: the one that is open, unless that property doesn't have it. */
export function pageAtSpot(page: string | null, spot: Spot, viewer: Viewer): string {
  if (page === null || (page === 'revenue' && !isPriced(spot))) return 'detail';
  const isListed = spotMenu.some(({ segment }) => segment === page);
  const isThere = spotMenuFor(spot, viewer).some(({ segment }) => segment === page);
  return isListed && !isThere ? 'detail' : page;
}
