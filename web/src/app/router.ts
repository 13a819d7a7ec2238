import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../kernel/url-state.ts';
import { reportPageError } from './error-reports/error-reports.ts';
import { PageFailure } from './page-failure.tsx';
import { routeTree } from './route-tree.gen.ts';

/** All URLs of the app; the routes are the files under routes/. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // Unknown search parameters are removed from the URL and never reach the page.
  search: { strict: true },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageFailure,
  ...(reportPageError ? { defaultOnCatch: reportPageError } : {}),
  defaultNotFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFoundPage'),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
