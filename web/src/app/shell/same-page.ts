import type { Spot } from '@lotkeeper/contract/platform/spots';
import { isPriced, spotMenu, spotMenuFor } from '@lotkeeper/contract/platform/spots';
import type { Viewer } from './menu.ts';

/** The page of a property in a path, such as `visitors`; null on other paths. */
export const findSpotPage = (pathname: string) =>
  /^\/organization\/[^/]+\/spots\/[^/]+\/([^/]+)/.exec(pathname)?.[1] ?? null;

/** The page of an organization in a path, such as `team`; null on other paths. */
export const findOrganizationPage = (pathname: string) =>
  /^\/organization\/[^/]+\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;

/** The page to open at another property: the open one, unless that property doesn't have it. */
export function pageAtSpot(page: string | null, spot: Spot, viewer: Viewer): string {
  if (page === null || (page === 'revenue' && !isPriced(spot))) return 'detail';
  const isListed = spotMenu.some(({ segment }) => segment === page);
  const isThere = spotMenuFor(spot, viewer).some(({ segment }) => segment === page);
  return isListed && !isThere ? 'detail' : page;
}
