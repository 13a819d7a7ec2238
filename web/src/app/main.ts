import { startEarlyReads } from '../kernel/early-reads.ts';

/** Drivers' pages are opened on slow connections, and work without the router and the pages of staff. */
function loadPage(path: string): Promise<{ draw: () => void }> {
  if (/^\/appeal\/?$/.test(path)) return import('./drivers/appeal.tsx');
  if (/^\/car\/[^/]+\/?$/.test(path)) return import('./drivers/car.$token.tsx');
  return import('./pages.tsx');
}

// The page's first reads start while its code arrives.
startEarlyReads(location.pathname);
void loadPage(location.pathname).then(({ draw }) => draw());
