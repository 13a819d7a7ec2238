import type { ComponentType, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';

/** What a person did with the stand-in of a widget before the widget was there. */
export interface WidgetStart {
  hasFocus: boolean;
  isOpen: boolean;
}

export interface WidgetProps {
  start: WidgetStart;
}

/**
 * For a widget whose code isn't needed before it is used: a simple element stands in for it until the pointer or the
 * focus gets there. Spread `standIn` on that element; `Widget` replaces it.
 */
export function createWidget<Props extends WidgetProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | null = null;
  return function useWidget<Element extends HTMLElement>() {
    const [Widget, setWidget] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    const [start, setStart] = useState<WidgetStart>({ hasFocus: false, isOpen: false });
    const element = useRef<Element>(null);
    const isWanted = useRef(false);
    const prepare = () => {
      load().then(
        (module) => {
          loaded = module.default;
          const hasFocus = element.current !== null && element.current === document.activeElement;
          setStart({ hasFocus, isOpen: isWanted.current });
          setHasFailed(false);
          setWidget(() => module.default);
        },
        () => setHasFailed(isWanted.current),
      );
    };
    const open = () => {
      isWanted.current = true;
      prepare();
    };
    const standIn = {
      ref: element,
      onPointerEnter: prepare,
      onFocus: prepare,
      // The element may be replaced before the pointer is up: then there is no click.
      onPointerDown: open,
      onClick: open,
    };
    return { Widget, start, hasFailed, standIn, open };
  };
}

/** Continues in the widget what was begun in its stand-in. */
export function useWidgetStart(element: RefObject<HTMLElement | null>, start: WidgetStart): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (start.hasFocus) element.current?.focus();
    if (start.isOpen) element.current?.click();
  }, [element, start]);
}

/** Shown at a stand-in whose widget can't be loaded. */
export const widgetFailure =
  'This couldn’t be loaded. Check your connection, then reload the page.';
