import type { Role } from '@lotkeeper/contract/kernel/access';
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../kernel/url-state.ts';
import { reportPageError } from './error-reports/error-reports.ts';
import { NotFoundPage, PageFailure } from './page-failure.tsx';
import { routeTree } from './route-tree.gen.ts';

/** All addresses of the app; the routes are the files under routes/. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // What a page does not know of leaves the address, and never reaches the page.
  search: { strict: true },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageFailure,
  ...(reportPageError ? { defaultOnCatch: reportPageError } : {}),
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }

  /** Of a page in an organization: who may open it, and what it's called. */
  interface StaticDataRouteOption {
    roles?: readonly Role[];
    title?: string;
  }
}
