import { type ReactNode, useRef } from 'react';
import { useOverflow } from '../use-overflow.ts';

/** Scrolls when its table is too large, and only then is a named keyboard stop. */
export function ScrollBox(props: { label: string; className?: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const stop = useOverflow(ref)
    ? ({ role: 'region', tabIndex: 0, 'aria-label': `${props.label}, table` } as const)
    : {};
  return (
    <div ref={ref} className={`ui-scroll ${props.className ?? ''}`} {...stop}>
      {props.children}
    </div>
  );
}
