import { startEarlyReads } from '../kernel/early-reads.ts';
import { watchFirstForm } from '../kernel/first-form.ts';

/** Phones open these pages on slow connections. They work without the router and what is around other pages. */
function loadPage(path: string): Promise<{ draw: () => void | Promise<void> }> {
  if (/^\/appeal\/?$/.test(path)) return import('./phones/appeal.tsx');
  if (/^\/car\/[^/]+\/?$/.test(path)) return import('./phones/car.$token.tsx');
  if (/^\/valet\/[^/]+\/?$/.test(path)) return import('./phones/valet.$orgId.tsx');
  return import('./pages.tsx');
}

// The page's first reads start while its code arrives.
startEarlyReads(location.pathname);
watchFirstForm();
void loadPage(location.pathname).then(({ draw }) => draw());
