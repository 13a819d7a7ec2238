import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { parseSearch, stringifySearch } from '../kernel/url-state.ts';
import { UiProvider } from './theme/ui-provider.tsx';

/** Renders a component inside the theme, without transitions or portals. */
export function renderUi(children: ReactNode): RenderResult {
  return render(children, {
    wrapper: (props: { children: ReactNode }) => (
      <UiProvider env="test">{props.children}</UiProvider>
    ),
  });
}

/** Renders a component that has links or reads the route. */
export function renderPage(component: () => ReactNode): RenderResult {
  const routeTree = createRootRoute({ component });
  const history = createMemoryHistory();
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  return renderUi(<RouterProvider router={router as never} />);
}
