import type { Browsing, Visitor } from './browsing.ts';

/** A page, who opens it, and its maximum size in kilobytes. */
export interface Route {
  name: string;
  path: string;
  as: Visitor;
  most: number;
}

/** Pages of a property besides Detail, by URL segment. */
const spotPages = [
  'driver-insights',
  'reviews',
  'transient-drivers',
  'timeline',
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
  'custom-reports',
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
  return [
    page('login', '/login', 180, 'nobody'),
    page('verify', '/verify', 300, 'nobody'),
    page('property detail, dynamic prices', `${spotPath}/detail`),
    page('property list', `${organizationPath}/spots?view=list`),
    page('superuser home', '/', 300, 'superuser'),
    page('new property', `${organizationPath}/new-property`),
    // The calendar library is a fifth of what these two pages load.
    page('rates', `${spotPath}/rates`, 320, 'superuser'),
    page('events', `${spotPath}/events`, 320),
    ...spotPages.map((segment) => page(segment, `${spotPath}/${segment}`, 310)),
    ...['team', 'payouts', 'income-statement', 'ledger', 'changes', 'week'].map((segment) =>
      page(segment, `${organizationPath}/${segment}`),
    ),
  ];
};
