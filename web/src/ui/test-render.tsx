import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UiProvider } from './theme/ui-provider.tsx';

/** Renders a component inside the theme, without transitions or portals. */
export function renderUi(children: ReactNode): RenderResult {
  return render(children, {
    wrapper: (props: { children: ReactNode }) => (
      <UiProvider env="test">{props.children}</UiProvider>
    ),
  });
}
