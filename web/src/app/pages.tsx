import { RouterProvider } from '@tanstack/react-router';
import { drawPage } from './draw-page.tsx';
import { startErrorReports } from './error-reports/error-reports.ts';
import { router } from './router.ts';

/** Draws the page that the router finds at the URL. */
export function draw(): void {
  startErrorReports({
    router,
    routes: new Map(Object.entries(router.routesById).map(([id, { fullPath }]) => [id, fullPath])),
    findRoute: () => router.state.matches.at(-1)?.fullPath ?? '/',
  });
  drawPage(<RouterProvider router={router} />);
}
