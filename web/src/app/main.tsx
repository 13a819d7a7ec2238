import './start-early-reads.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followTranslations } from '../kernel/translations.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { UiProvider } from '../ui/theme/ui-provider.tsx';
import { startErrorReports } from './error-reports/error-reports.ts';
import { router } from './router.ts';

startErrorReports(router);
followTranslations();
keepFocus();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>
  </StrictMode>,
);
