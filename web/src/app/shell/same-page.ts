import type { Page, Viewer } from '@lotkeeper/contract/platform/pages';
import { listSpotPages, organizationPages, spotPages } from '@lotkeeper/contract/platform/pages';
import type { Spot } from '@lotkeeper/contract/platform/spots';

/** The URL of an organization and of a property, as routes have it. */
export const organizationUrl = '/organization/$organizationId';
export const spotUrl = `${organizationUrl}/spots/$spotId` as const;

/** The page at a route; undefined for routes around pages, and for those that only redirect. */
export function findPage(route: string): Page | undefined {
  const isAtSpot = route.startsWith(`${spotUrl}/`);
  const pages: Readonly<Record<string, Page>> = isAtSpot ? spotPages : organizationPages;
  return pages[route.slice((isAtSpot ? spotUrl : organizationUrl).length + 1).replace(/\/$/, '')];
}

/** The page of a property in a path, such as `visitors`; null on other paths. */
export const findSpotPage = (pathname: string) =>
  /^\/organization\/[^/]+\/spots\/[^/]+\/([^/]+)/.exec(pathname)?.[1] ?? null;

/** The page of an organization in a path, such as `team`; null on other paths. */
export const findOrganizationPage = (pathname: string) =>
  /^\/organization\/[^/]+\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;

/** The page to open at another property: the open one, unless that property doesn't have it. */
export function pageAtSpot(page: string | null, spot: Spot, viewer: Viewer): string {
  const isThere = listSpotPages(spot, viewer).some(({ path }) => path === page);
  return page !== null && isThere ? page : 'detail';
}
