import type { Browsing, Visitor } from './browsing.ts';

/** A page, who opens it, and its maximum size in kilobytes. */
export interface Route {
  name: string;
  path: string;
  as: Visitor;
  most: number;
  /** The maximum number of files with its HTML and calls; absent = not judged. */
  maxFiles?: number;
}

/** Pages of a property besides Detail, by URL segment. */
const spotPages = [
  'driver-insights',
  'reviews',
  'transient-drivers',
  'visitors',
  'codes',
  'promos',
  'promo-uses?code=BENCH',
  'violations',
  'drivers',
  'reports',
  'graphs',
  'revenue',
  'visibility',
  'aggregator-rentals',
  'local-intelligence',
];

/** Every page that is measured, with its maximum size in kilobytes. */
export const listRoutes = ({ organizationPath, spotPath }: Browsing): Route[] => {
  const page = (name: string, path: string, most = 300, as: Visitor = 'admin') => ({
    name,
    path,
    as,
    most,
  });
  const inFewFiles = (route: Route) => ({ ...route, maxFiles: 25 });
  return [
    page('login', '/login', 180, 'nobody'),
    page('verify', '/verify', 300, 'nobody'),
    inFewFiles(page('property detail, dynamic prices', `${spotPath}/detail`)),
    page('property list', `${organizationPath}/spots?view=list`),
    page('superuser home', '/', 300, 'superuser'),
    page('new property', `${organizationPath}/new-property`),
    // The calendar library is a fifth of what these two pages load.
    inFewFiles(page('rates', `${spotPath}/rates`, 320, 'superuser')),
    inFewFiles(page('events', `${spotPath}/events`, 320)),
    inFewFiles(page('timeline', `${spotPath}/timeline`)),
    inFewFiles(page('custom-reports', `${spotPath}/custom-reports`)),
    ...spotPages.map((segment) => page(segment, `${spotPath}/${segment}`, 310)),
    ...['team', 'payouts', 'income-statement', 'ledger', 'changes', 'week'].map((segment) =>
      page(segment, `${organizationPath}/${segment}`),
    ),
  ];
};
