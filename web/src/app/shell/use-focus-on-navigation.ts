import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** The link that was opened on each page of this tab's history, by the key of its entry. */
const openedLinks = new Map<string, string>();

/** Focuses a link of a page as soon as its data is there, unless the focus has moved on by then. */
function focusLink(main: HTMLElement, href: string) {
  const observer = new MutationObserver(look);
  function look() {
    const link = main.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`);
    if (document.activeElement !== main) observer.disconnect();
    else link?.focus({ preventScroll: true });
  }
  observer.observe(main, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

/**
 * Moves focus to the content after a navigation, so a screen reader reads the new page. A person who comes
 * back continues at the link that they opened, such as a figure of many.
 */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const router = useRouter();
  const { pathname, state } = useLocation();
  const key = state.__TSR_key ?? '';
  const before = useRef(pathname);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        const href = document.activeElement?.getAttribute('href');
        if (fromLocation && href) openedLinks.set(fromLocation.state.__TSR_key ?? '', href);
      }),
    [router],
  );
  useEffect(() => {
    if (before.current === pathname) return undefined;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    const href = openedLinks.get(key);
    return main.current && href ? focusLink(main.current, href) : undefined;
  }, [pathname, key]);
  return main;
}
