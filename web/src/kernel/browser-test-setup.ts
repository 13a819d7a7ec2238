import '@testing-library/jest-dom/vitest';
import * as streams from 'node:stream/web';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Ends what hangs, like the limit of expect.poll.
configure({ asyncUtilTimeout: 60_000 });

// jsdom has no layout: media queries never match, and every observed element is 800 by 400.
class FixedSizeObserver {
  readonly #report: ResizeObserverCallback;

  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    const contentRect = { x: 0, y: 0, top: 0, left: 0, right: 800, bottom: 400 };
    const entry = { target, contentRect: { ...contentRect, width: 800, height: 400 } };
    this.#report([entry as unknown as ResizeObserverEntry], this);
  }

  unobserve(): void {}

  disconnect(): void {}
}

window.ResizeObserver ??= FixedSizeObserver as unknown as typeof ResizeObserver;

window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }) as MediaQueryList;

// Browsers have streams; jsdom doesn't.
for (const name of ['ReadableStream', 'TransformStream', 'WritableStream'] as const)
  Reflect.set(globalThis, name, streams[name]);

Object.assign(Element.prototype, { scrollIntoView: () => {} });
window.scrollTo = () => {};

afterEach(cleanup);
