import type { ComponentType, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { explainFailure } from '../kernel/builds.ts';

/** What a person did with a widget's placeholder before the widget was loaded. */
export interface WidgetStart {
  hasFocus: boolean;
  /** The pointer is on it: no element hears of a pointer that was there before. */
  hasPointer: boolean;
  isOpen: boolean;
}

export interface WidgetProps {
  /** Read when the widget replaces its placeholder: more can happen until then. */
  start: RefObject<WidgetStart>;
}

/**
 * For a widget whose code isn't needed before it's used: a simple element replaces it until it's
 * hovered or focused. Spread `standIn` on that element; `Widget` replaces it. `failure` says why it
 * can't be loaded.
 */
export function createWidget<Props extends WidgetProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | null = null;
  return function useWidget() {
    const [Widget, setWidget] = useState(() => loaded);
    const [failure, setFailure] = useState<string | null>(null);
    const start = useRef<WidgetStart>({ hasFocus: false, hasPointer: false, isOpen: false });
    // A failure isn't shown if the pointer only passed over.
    const explain = async () => {
      const explanation = await explainFailure();
      if (start.current.isOpen) setFailure(`This couldn’t be loaded. ${explanation}`);
    };
    const prepare = () => {
      load().then(
        (module) => {
          loaded = module.default;
          setFailure(null);
          setWidget(() => module.default);
        },
        () => void explain(),
      );
    };
    const open = () => {
      start.current.isOpen = true;
      prepare();
    };
    const standIn = {
      onPointerEnter: () => {
        start.current.hasPointer = true;
        prepare();
      },
      onPointerLeave: () => {
        start.current.hasPointer = false;
      },
      onFocus: () => {
        start.current.hasFocus = true;
        prepare();
      },
      onBlur: () => {
        start.current = { ...start.current, hasFocus: false, isOpen: false };
      },
      // The element may be replaced before the pointer is released, and then there is no click.
      onPointerDown: open,
      onClick: open,
    };
    return { Widget, start, failure, standIn, open };
  };
}

/** Continues in the widget what was started in its placeholder. */
export function useWidgetStart(
  element: RefObject<HTMLElement | null>,
  start: RefObject<WidgetStart>,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const { hasFocus, hasPointer, isOpen } = start.current;
    if (hasFocus) element.current?.focus();
    if (isOpen) element.current?.click();
    // React takes no element for entered that the pointer came to from one that is gone.
    else if (hasPointer)
      element.current?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  }, [element, start]);
}
