import { buildMessages } from '@lotkeeper/contract/kernel/builds';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNewerBuild } from '../../kernel/builds.ts';
import { useLiveOrganization } from '../../kernel/live.ts';
import { refetchFailed } from '../../kernel/queries.ts';
import { FailuresProvider } from '../../ui/data/failures.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Brand } from '../../ui/frame/brand.tsx';
import { PagePartsProvider } from '../../ui/frame/page-header.tsx';
import { AsOf } from './as-of.tsx';
import { useCurrent, useKeptPlace } from './current.ts';
import { PageTabs } from './page-tabs.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

const SlideOver = lazy(() => import('../../ui/frame/slide-over.tsx'));
const Palette = lazy(() => import('./palette.tsx'));

/** Opens the palette on Ctrl K, or ⌘ K on a Mac. */
function usePaletteKey(open: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Sidebar and content; up to 767 px wide, a slide-over menu replaces the sidebar. */
export function Shell() {
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const current = useCurrent();
  useLiveOrganization(current.organization?.pk ?? null);
  const main = useFocusOnNavigation();
  useKeptPlace(current);
  const [searching, setSearching] = useState(false);
  const pageParts = useMemo(
    () => ({ status: narrow ? null : <AsOf />, tabs: <PageTabs /> }),
    [narrow],
  );
  const search = () => setSearching(true);
  usePaletteKey(search);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      {narrow ? (
        <TopBar onSearch={search} />
      ) : (
        <aside className={classes.sidebar} aria-label="Menu">
          <Sidebar onSearch={search} />
        </aside>
      )}
      <div className={classes.letterhead} aria-hidden>
        <Brand /> <span>{current.organization?.name}</span>
      </div>
      <main id="content" className={classes.main} ref={main} tabIndex={-1}>
        <PagePartsProvider value={pageParts}>
          <NewerBuild />
          <FailuresProvider onRetry={refetchFailed}>
            <Outlet />
          </FailuresProvider>
        </PagePartsProvider>
      </main>
      <Suspense fallback={null}>
        {searching ? <Palette onClose={() => setSearching(false)} /> : null}
      </Suspense>
    </div>
  );
}

/** Offers the newer build and lets people choose when to load it: they may be typing. */
function NewerBuild() {
  const isNewer = useNewerBuild();
  return (
    <div className={isNewer ? classes.newer : undefined}>
      <output>{isNewer ? buildMessages.newer : null}</output>
      {isNewer ? (
        <Button variant="default" size="compact-sm" onClick={() => location.reload()}>
          Reload
        </Button>
      ) : null}
    </div>
  );
}

function TopBar({ onSearch }: { onSearch: () => void }) {
  const { pathname } = useLocation();
  // Stores the URL where the menu was opened: a navigation closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === pathname;
  const close = () => setOpenedAt(null);
  return (
    <header className={classes.topBar}>
      <button
        type="button"
        className={classes.burger}
        aria-label="Open menu"
        aria-expanded={isOpen}
        onClick={() => setOpenedAt(pathname)}
      >
        <Menu size={22} aria-hidden />
      </button>
      <Brand />
      <span className="ui-note">
        <AsOf />
      </span>
      <Suspense fallback={null}>
        {isOpen ? (
          <SlideOver label="Menu" onClose={close}>
            <Sidebar
              onSearch={() => {
                close();
                onSearch();
              }}
            />
          </SlideOver>
        ) : null}
      </Suspense>
    </header>
  );
}
