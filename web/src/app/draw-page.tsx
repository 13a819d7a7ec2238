import type { ReactNode } from 'react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followTranslations } from '../kernel/translations.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { UiProvider } from '../ui/theme/ui-provider.tsx';

/** Draws the page in place of the words that say what is loading. */
export function drawPage(page: ReactNode): void {
  followTranslations();
  keepFocus();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root.');
  createRoot(root).render(
    <StrictMode>
      <UiProvider>{page}</UiProvider>
    </StrictMode>,
  );
}
