import type { Browsing, Visitor } from './browsing.ts';

/** A page, who opens it, and its maximum size in kilobytes. */
export interface Route {
  name: string;
  path: string;
  as: Visitor;
  most: number;
  /** Further limits of pages that many people open by their URL. */
  limits?: {
    /** Files with its HTML and calls. */
    files: number;
    /** Kilobytes in a browser that doesn't accept Brotli, which no browser does over plain http from another machine. */
    withGzip: number;
  };
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
  const limited = (route: Route, withGzip = 300) => ({ ...route, limits: { files: 25, withGzip } });
  return [
    page('login', '/login', 160, 'nobody'),
    page('verify', '/verify', 300, 'nobody'),
    limited(page('property detail, dynamic prices', `${spotPath}/detail`)),
    page('property list', `${organizationPath}/spots?view=list`),
    page('superuser home', '/', 300, 'superuser'),
    page('new property', `${organizationPath}/new-property`),
    // The calendar library is a fifth of what these two pages load.
    limited(page('rates', `${spotPath}/rates`, 300, 'superuser'), 320),
    limited(page('events', `${spotPath}/events`), 320),
    limited(page('timeline', `${spotPath}/timeline`)),
    limited(page('custom-reports', `${spotPath}/custom-reports`)),
    ...spotPages.map((segment) => page(segment, `${spotPath}/${segment}`)),
    ...['team', 'payouts', 'income-statement', 'ledger', 'changes', 'week'].map((segment) =>
      page(segment, `${organizationPath}/${segment}`),
    ),
  ];
};
