import { startEarlyReads } from '../kernel/early-reads.ts';
import { watchFirstForm } from '../kernel/first-form.ts';

const loadStandDialogs = () =>
  void import('#features/operations/valet/stand-dialogs.ts').catch(() => undefined);

/** Phones open these pages on slow connections. They work without the router and what is around other pages. */
function loadPage(path: string): Promise<{ draw: () => void | Promise<void> }> {
  if (/^\/appeal\/?$/.test(path)) return import('./phones/appeal.tsx');
  if (/^\/car\/[^/]+\/?$/.test(path)) return import('./phones/car.$token.tsx');
  if (/^\/valet\/[^/]+\/?$/.test(path)) {
    // Something is begun in the HTML, so its dialog is needed first.
    addEventListener('toggle', loadStandDialogs, { capture: true, once: true });
    return import('./phones/valet.$orgId.tsx');
  }
  return import('./pages.tsx');
}

// The page's first reads start while its code arrives.
startEarlyReads(location.pathname);
// This file doesn't wait for styles, nor for the rest of the HTML.
const parsed = new Promise((resolve) => {
  if (document.readyState !== 'loading') resolve(null);
  addEventListener('DOMContentLoaded', resolve);
});
void parsed.then(watchFirstForm);
void Promise.all([loadPage(location.pathname), parsed]).then(([{ draw }]) => draw());
