import { lazy } from 'react';

/** What an Admin does next. It's loaded only where something is missing, and the page does without if that fails. */
export const SetupPanel = lazy(() =>
  import('./setup-panel.tsx').then(
    (loaded) => ({ default: loaded.SetupPanel }),
    () => ({ default: () => null }),
  ),
);
