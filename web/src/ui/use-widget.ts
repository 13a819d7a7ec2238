import type { ComponentType, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';

/** What a person did with the stand-in of a widget before the widget was there. */
export interface WidgetStart {
  hasFocus: boolean;
  isOpen: boolean;
}

export interface WidgetProps {
  /** Read when the widget is in the place of its stand-in: until then more can happen. */
  start: RefObject<WidgetStart>;
}

/**
 * For a widget whose code isn't needed before it is used: a simple element replaces it until the pointer or the
 * focus gets there. Spread `standIn` on that element; `Widget` replaces it.
 */
export function createWidget<Props extends WidgetProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | null = null;
  return function useWidget() {
    const [Widget, setWidget] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    const start = useRef<WidgetStart>({ hasFocus: false, isOpen: false });
    const prepare = () => {
      load().then(
        (module) => {
          loaded = module.default;
          setHasFailed(false);
          setWidget(() => module.default);
        },
        () => setHasFailed(start.current.isOpen),
      );
    };
    const open = () => {
      start.current.isOpen = true;
      prepare();
    };
    const standIn = {
      onPointerEnter: prepare,
      onFocus: () => {
        start.current.hasFocus = true;
        prepare();
      },
      onBlur: () => {
        start.current = { hasFocus: false, isOpen: false };
      },
      // The element may be replaced before the pointer is up: then there is no click.
      onPointerDown: open,
      onClick: open,
    };
    return { Widget, start, hasFailed, standIn, open };
  };
}

/** Continues in the widget what was begun in its stand-in. */
export function useWidgetStart(
  element: RefObject<HTMLElement | null>,
  start: RefObject<WidgetStart>,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const { hasFocus, isOpen } = start.current;
    if (hasFocus) element.current?.focus();
    if (isOpen) element.current?.click();
    // React takes no element for entered that the pointer came to from one that is gone.
    else if (element.current?.matches(':hover'))
      element.current.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  }, [element, start]);
}

/** Shown at a stand-in whose widget can't be loaded. */
export const widgetFailure =
  'This couldn’t be loaded. Check your connection, then reload the page.';
