import { startEarlyReads } from '../kernel/early-reads.ts';
import { watchFirstForm } from '../kernel/first-form.ts';

/** Drivers' pages are opened on slow connections, and work without the router and the pages of staff. */
function loadPage(path: string): Promise<{ draw: () => void }> {
  if (/^\/appeal\/?$/.test(path)) return import('./drivers/appeal.tsx');
  if (/^\/car\/[^/]+\/?$/.test(path)) return import('./drivers/car.$token.tsx');
  return import('./pages.tsx');
}

// The page's first reads start while its code arrives.
startEarlyReads(location.pathname);
watchFirstForm();
void loadPage(location.pathname).then(({ draw }) => draw());
